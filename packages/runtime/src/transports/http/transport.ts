// A further transport: what an HTTP server may serve beside its endpoint, such as the HTTP+SSE of 2024-11-05.
import type { Conversation } from '../../core/conversation.ts';
import type { Channel } from '../../jsonrpc/channel.ts';
import type { Exchange } from './exchange.ts';
import type { Route } from './handler.ts';
import type { RequiredScopes } from './scopes.ts';

/** What a further transport gets from the server that it belongs to. */
export interface TransportHost {
  /** Opens a conversation. What belongs to no request goes to `channel`. */
  readonly open: (channel: Channel) => Conversation;
  /** The scopes that a caller needs for a request. */
  readonly requiredScopes: RequiredScopes;
  /** Checks that the client may open one more session. Throws a refusal when it opens too many. */
  readonly checkSession: (exchange: Exchange) => void;
  readonly maxBodyBytes: number;
  readonly maxSessions: number;
  /** Milliseconds between the comments that keep streams alive. */
  readonly keepAliveMs: number;
}

/** Makes what is served at the transport's own paths. Guard, credentials and limits are those of the server. */
export type HttpTransport = (host: TransportHost) => Iterable<readonly [path: string, route: Route]>;
