// RequestClient: what is known of the client of a request.
import type { Revision } from '../protocol/revisions.ts';
import type { ClientCapabilities, Implementation } from '../protocol/types.ts';
import type { Session } from './session.ts';

/** What is known of the client of a request. */
export interface RequestClient {
  readonly revision: Revision;
  /** Undefined for a stateless request. */
  readonly session: Session | undefined;
  readonly info: Implementation | undefined;
  readonly capabilities: ClientCapabilities;
  /** Rank of the least severe log level that the client wants; undefined for none. */
  readonly logRank: number | undefined;
}
