// Host: what requests and features use of the connection and the server that they belong to. Parts: what features
// provide to a request.
import type { Ask } from '../define/context.ts';
import type { Channel } from '../jsonrpc/channel.ts';
import type { JsonObject } from '../jsonrpc/json.ts';
import type { OutgoingOptions } from '../jsonrpc/outbox.ts';
import type { Call } from '../jsonrpc/call.ts';
import type { Revision } from '../protocol/revisions.ts';
import type { Implementation, LogLevel } from '../protocol/types.ts';
import type { Wire } from '../protocol/wire/shapes.ts';
import type { Connection, ExtensionRequest } from './extension-request.ts';
import type { Asking, Questions, Rounds } from './questions.ts';
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
  /** For clients of a revision, in the newest form; the wire drops what it does not know. */
  capabilities(revision: Revision): JsonObject;
}

/** One connection to a server, as its requests see it. The same object for all of them. */
export interface Host extends Connection {
  /** Where messages go that belong to no request. */
  readonly channel: Channel;
  /** Stateless requests have nothing to do with it. */
  readonly session: Session;
  readonly server: ServerDescription;
  /** Gives the operator a report. Never throws. */
  report(report: Report): void;
  /** The result of a call says that it failed. */
  resultFailed(call: Call): void;
  /** The wire of a revision. */
  wire(revision: Revision): Wire;
  /** Handles a request on behalf of another one of this connection, and returns its result in the client's revision. */
  callInside(request: ExtensionRequest, method: string, params: JsonObject): Promise<JsonObject>;
  /** Sends a request to the client and resolves with its result. */
  ask(method: string, params: JsonObject | undefined, options: OutgoingOptions): Promise<JsonObject>;
  /** Cancels a request of the client. Ignores what is not the id of a running one. */
  cancel(id: unknown, reason: unknown): void;
}

/** What the progress feature keeps for one request. */
export interface ProgressReporter {
  report(progress: number, total: number | undefined, message: string | undefined): void;
  /** Sends delayed progress. Called before the answer. */
  flush(): void;
  /** How long the answer should wait, if it should. */
  pause(): Promise<void> | undefined;
}

/** Where log messages go: to a request, or to a session. */
export interface LogTarget {
  readonly host: Host;
  /** Rank of the least severe level that the client wants; undefined for none. */
  readonly logRank: number | undefined;
  notify(method: string, params: JsonObject): void;
}

/** Makes the parts of a request, each on first use. */
export interface RequestParts<R extends Asking> {
  progress(request: R): ProgressReporter;
  log(target: LogTarget, level: LogLevel, data: unknown, logger: string | undefined): void;
  /** How the request's era asks. */
  rounds(request: R): Rounds<R>;
  /** What authors ask with. */
  ask(questions: Questions<R>): Ask;
}
