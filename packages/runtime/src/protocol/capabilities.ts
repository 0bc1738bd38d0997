// Client capabilities: the ones that our requests need, and whether a client has them.
import type { RpcError } from '../jsonrpc/error.ts';
import { McpErrorCode, MissingCapabilityError, ResourceNotFoundError } from './errors.ts';
import { can, isLegacy, type Revision } from './revisions.ts';
import type { ClientCapabilities } from './types.ts';

/** A client capability that a handler may need (basic/lifecycle, "Capability Negotiation"). */
export type ClientFeature =
  | 'roots'
  | 'sampling'
  | 'sampling.tools'
  | 'sampling.context'
  | 'elicitation.form'
  | 'elicitation.url';

/** What is known about the client of a call. */
export interface ClientSupport {
  readonly revision: Revision;
  readonly capabilities: ClientCapabilities;
}

/** Tells whether the client can do something, by its declared capabilities and its revision. */
export function supports({ revision, capabilities }: ClientSupport, feature: ClientFeature): boolean {
  const { roots, sampling, elicitation } = capabilities;
  switch (feature) {
    case 'roots':
      return roots !== undefined;
    case 'sampling':
      return sampling !== undefined;
    case 'sampling.tools':
      return can(revision, 'samplingBlocks') && sampling?.tools !== undefined;
    case 'sampling.context':
      return sampling?.context !== undefined;
    case 'elicitation.form':
      return can(revision, 'form') && elicitation !== undefined && hasForm(revision, elicitation);
    case 'elicitation.url':
      return can(revision, 'elicitationModes') && elicitation?.url !== undefined;
  }
}

// An empty object means forms; before 2025-11-25 there were only forms (client/elicitation, "Capabilities").
function hasForm(revision: Revision, elicitation: NonNullable<ClientCapabilities['elicitation']>): boolean {
  if (!can(revision, 'elicitationModes')) return true;
  return elicitation.form !== undefined || elicitation.url === undefined;
}

/**
 * Whether an error asks the client to open URLs first (2025-11-25; client/elicitation, "URL Elicitation Required"),
 * and the client does not support it.
 */
export function isUnknownUrlError({ code }: RpcError, client: ClientSupport): boolean {
  if (code !== McpErrorCode.UrlElicitationRequired) return false;
  return !isLegacy(client.revision) || !supports(client, 'elicitation.url');
}

/**
 * Whether a protocol error of a tool becomes a result that the model reads, because the client's revision has no
 * code for it, or because a model can act on it.
 */
export function isForModel(error: RpcError, client: ClientSupport): boolean {
  if (error instanceof ResourceNotFoundError) return true;
  if (error instanceof MissingCapabilityError) return isLegacy(client.revision);
  return isUnknownUrlError(error, client);
}

/**
 * Checks that the client has a capability.
 *
 * @throws {MissingCapabilityError} when it can't.
 */
export function requireSupport(client: ClientSupport, feature: ClientFeature): void {
  if (supports(client, feature)) return;
  const [root = '', leaf] = feature.split('.');
  throw new MissingCapabilityError(NAMES[feature], { [root]: leaf === undefined ? {} : { [leaf]: {} } });
}

/**
 * Checks that the client declares an extension (basic, "Extensions", 2026-07-28).
 *
 * @throws {MissingCapabilityError} when it did not declare it.
 */
export function requireExtension({ capabilities }: Pick<ClientSupport, 'capabilities'>, id: string): void {
  if (capabilities.extensions?.[id] !== undefined) return;
  throw new MissingCapabilityError(`the extension ${id}`, { extensions: { [id]: {} } });
}

const NAMES: Record<ClientFeature, string> = {
  roots: 'roots',
  sampling: 'sampling',
  'sampling.tools': 'sampling with tools',
  'sampling.context': 'sampling with context',
  'elicitation.form': 'elicitation by form',
  'elicitation.url': 'elicitation by URL',
};
