// Differences between revisions for clients that support all of them.
import type { JsonObject } from '../jsonrpc/json.ts';
import { META } from './meta.ts';
import { BATCH_REVISION, isModern, type Revision } from './revisions.ts';
import type { ClientCapabilities, Implementation } from './types.ts';

/** What a client says about itself. */
export interface ClientDescription {
  readonly capabilities: ClientCapabilities;
  readonly clientInfo: Implementation;
}

/** How a client speaks in one revision. */
export interface ClientRules {
  /** The request that a conversation begins with. */
  readonly opening: { readonly method: string; readonly params: JsonObject };
  /** What `_meta` of every request has. */
  readonly envelope: JsonObject;
  /** Over HTTP a request is cancelled by closing its response, instead of a notification. */
  readonly cancelsByClosing: boolean;
}

/** The rules of `revision` for a client. */
export function clientRules(
  revision: Revision,
  { capabilities, clientInfo }: ClientDescription,
): ClientRules {
  if (!isModern(revision)) {
    const params = { protocolVersion: revision, capabilities, clientInfo };
    return { opening: { method: 'initialize', params }, envelope: {}, cancelsByClosing: false };
  }
  const envelope = {
    [META.protocolVersion]: revision,
    [META.clientCapabilities]: capabilities,
    [META.clientInfo]: clientInfo,
  };
  return { opening: { method: 'server/discover', params: {} }, envelope, cancelsByClosing: true };
}

/**
 * Returns whether requests in a session of `revision` name it in a header. The first revision with HTTP has no header.
 */
export function namesRevision(revision: string): boolean {
  return revision !== BATCH_REVISION;
}
