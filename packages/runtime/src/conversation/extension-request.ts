// ExtensionRequest: a request as an extension sees it, and the connection that it came on. The engine's own types stay
// inside.
import type { Context } from '../define/context.ts';
import type { JsonObject } from '../jsonrpc/json.ts';

/**
 * One connection to a server. The same object for all of its requests; over HTTP each request without a session has
 * its own.
 */
export interface Connection {
  /** Different from that of every other connection of this process. */
  readonly id: string;
  /** Sends a notification that belongs to no request. */
  notify(method: string, params: JsonObject | undefined): void;
}

/** A request as an extension sees it. */
export interface ExtensionRequest {
  readonly method: string;
  /** As they came: nothing has checked them yet. */
  readonly params: JsonObject;
  /** What handlers get: the client, its caller, `signal`, `ask`. */
  readonly ctx: Context;
  readonly connection: Connection;
  /** It was answered or cancelled: nothing more is sent for it. */
  readonly settled: boolean;
  /** Sends a notification that belongs to this request, in the newest revision's form, unless it is settled. */
  notify(method: string, params: JsonObject): void;
}
