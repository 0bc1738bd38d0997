// The headers of clients that have sessions (2025-03-26 to 2025-11-25, basic/transports).
import type { RpcError } from '../../../jsonrpc/error.ts';
import { invalidRequest } from '../../../protocol/errors.ts';
import { can, isLegacy, LEGACY_REVISIONS, type LegacyRevision } from '../../../protocol/revisions.ts';
import type { Exchange } from '../edge/exchange.ts';
import { HttpRefusal } from '../entry/refusal.ts';
import { accepts } from '../media-type.ts';

/** @throws {HttpRefusal} 406 when the client takes nothing that can be sent. */
export function checkAccept(exchange: Exchange): void {
  const accept = exchange.header('accept');
  if (!accepts(accept, 'application/json') && !accepts(accept, 'text/event-stream'))
    throw new HttpRefusal(406, 'the client must accept application/json or text/event-stream');
}

/** @throws {RpcError} −32600 when the version in the header is not served, or is not the session's. */
export function checkVersion(exchange: Exchange, revision: LegacyRevision | undefined): void {
  const version = exchange.header('mcp-protocol-version')?.trim();
  if (version === undefined) return;
  if (!isLegacy(version)) throw unknownVersion(version);
  // A session of 2025-03-26 knows no such header.
  if (revision === undefined || !can(revision, 'versionHeader') || version === revision) return;
  throw invalidRequest(
    `the header MCP-Protocol-Version says ${version}, the session was initialized with ${revision}`,
  );
}

/** The refusal of a version that is not served, with those that are. */
export function unknownVersion(requested: string): RpcError {
  const data = { supported: [...LEGACY_REVISIONS], requested };
  return invalidRequest('the header MCP-Protocol-Version names no revision that is served', data);
}
