// Requests of earlier revisions without sessions, one at a time (2025-03-26 to 2025-11-25, basic/transports).
import type { RpcError } from '../../../jsonrpc/error.ts';
import { invalidRequest } from '../../../protocol/errors.ts';
import { BATCH_REVISION, isLegacy, LEGACY_REVISIONS } from '../../../protocol/revisions.ts';
import type { Body } from '../body.ts';
import type { Exchange } from '../edge/exchange.ts';
import { corsHeaders } from '../entry/guard.ts';
import { HttpRefusal, notAllowed } from '../entry/refusal.ts';
import { accepts } from '../media-type.ts';
import type { StatelessRequests } from '../stateless/stateless.ts';

/** Requests of earlier revisions, one at a time. */
export class StandaloneRequests {
  readonly #stateless: StatelessRequests;

  constructor(stateless: StatelessRequests) {
    this.#stateless = stateless;
  }

  /** Answers a POST. Nothing is known of the client but the revision that its header names. */
  accept(body: Body, exchange: Exchange): void | Promise<void> {
    checkAccept(exchange);
    const version = exchange.header('mcp-protocol-version') ?? BATCH_REVISION;
    if (!body.opensSession && !isLegacy(version)) throw unknownVersion(version);
    if (!body.hasRequest) return exchange.respond(202, corsHeaders(exchange));
    // The handshake determines the revision.
    const revision = body.opensSession || !isLegacy(version) ? undefined : version;
    return this.#stateless.serve(body, exchange, {
      begin: ({ session }) => session.makeSessionless(revision),
    });
  }

  get({ method }: Exchange): never {
    throw notAllowed(method);
  }

  delete({ method }: Exchange): never {
    throw notAllowed(method);
  }

  /** There is nothing to end: the requests are those of `StatelessRequests`. */
  async close(): Promise<void> {}
}

/** @throws {HttpRefusal} 406 when the client takes nothing that can be sent. */
export function checkAccept(exchange: Exchange): void {
  const accept = exchange.header('accept');
  if (!accepts(accept, 'application/json') && !accepts(accept, 'text/event-stream'))
    throw new HttpRefusal(406, 'the client must accept application/json or text/event-stream');
}

/** The refusal of a version that is not served, with those that are. */
export function unknownVersion(requested: string): RpcError {
  const data = { supported: [...LEGACY_REVISIONS], requested };
  return invalidRequest('the header MCP-Protocol-Version names no revision that is served', data);
}
