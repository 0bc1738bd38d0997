// Host: what requests and features use of the connection and the server that they belong to.
import type { Channel } from '../jsonrpc/channel.ts';
import type { JsonObject } from '../jsonrpc/json.ts';
import type { OutgoingOptions } from '../jsonrpc/outbox.ts';
import type { Revision } from '../protocol/revisions.ts';
import type { Implementation } from '../protocol/types.ts';
import type { Wire } from '../protocol/wire/shapes.ts';
import type { Session } from './session.ts';

/** Something the operator should know. Goes to stderr as one line of JSON unless the server says otherwise. */
export interface Report {
  readonly level: 'debug' | 'warning' | 'error';
  readonly message: string;
  /** Links the report to the text that the client got. */
  readonly id?: string;
  /** The `traceparent` of the request, when the client gave one. */
  readonly trace?: string;
  /** What was thrown, if something was. */
  readonly error?: unknown;
}

/** How a server describes itself. */
export interface ServerDescription {
  readonly info: Implementation;
  readonly instructions: string | undefined;
  /** In the newest revision's form; the wire drops what a revision does not know. */
  readonly capabilities: JsonObject;
}

/** One connection to a server, as its requests see it. The same object for all of them. */
export interface Host {
  /** Different from that of every other connection of this process. */
  readonly id: string;
  /** Where messages go that belong to no request. */
  readonly channel: Channel;
  /** Stateless requests have nothing to do with it. */
  readonly session: Session;
  readonly server: ServerDescription;
  /** Gives the operator a report. Never throws. */
  report(report: Report): void;
  /** The wire of a revision. */
  wire(revision: Revision): Wire;
  /** Sends a notification that belongs to no request. */
  notify(method: string, params: JsonObject | undefined): void;
  /** Sends a request to the client and resolves with its result. */
  ask(method: string, params: JsonObject | undefined, options: OutgoingOptions): Promise<JsonObject>;
  /** Cancels a request of the client. Ignores what is not the id of a running one. */
  cancel(id: unknown, reason: unknown): void;
}
