// Standing alone: what a server of the revisions with sessions does not offer a client that it does not remember.
import { isObject, type JsonObject } from '../jsonrpc/json.ts';
import { methodNotFound } from '../protocol/errors.ts';
import { methodRow, type ServerFeature } from '../protocol/methods.ts';

const NEED_SESSION: ReadonlySet<ServerFeature | undefined> = new Set<ServerFeature>([
  'resources.subscribe',
  'logging',
]);

/**
 * What can be promised to a client whose requests stand alone: no notification is sent between them, and a log level is not
 * remembered (basic/lifecycle, "Capability Negotiation").
 */
export function standaloneCapabilities(capabilities: JsonObject): JsonObject {
  const { logging: _logging, ...promised } = capabilities;
  for (const name of ['tools', 'resources', 'prompts']) {
    const capability = capabilities[name];
    if (!isObject(capability)) continue;
    const { listChanged: _changes, subscribe: _updates, ...rest } = capability;
    promised[name] = rest;
  }
  return promised;
}

/**
 * Makes sure that a method is of use where each request stands alone.
 *
 * @throws {RpcError} −32601 when it is not.
 */
export function requireStandalone(method: string): void {
  if (NEED_SESSION.has(methodRow(method)?.capability))
    throw methodNotFound(method, 'it needs a session, and this server keeps none');
}
