// Question: what a server asks its client, and who sends it. Shared by elicitation, sampling and roots.
import type { ServerRequest } from '../../conversation/request.ts';
import type { OutgoingQuestion } from '../../define/middleware.ts';
import { ToolError } from '../../define/tool-result.ts';
import type { JsonObject } from '../../jsonrpc/json.ts';
import type { Root } from '../../protocol/types.ts';

/** One question, in the wire form of the request's revision. */
export interface Question extends OutgoingQuestion {
  /** Milliseconds to wait for the answer in a session. */
  readonly timeoutMs?: number | undefined;
  /** The longest wait for a question that the client answers without a person. */
  readonly maxWaitMs?: number;
  /** The answer serves the whole session: it is not given up when this request is cancelled. */
  readonly shared?: true;
}

/** How one request asks the client, in its era. */
export interface Rounds {
  readonly request: ServerRequest;
  /** Asks, and resolves with the raw answer. */
  ask(key: string, question: Question): Promise<JsonObject>;
  once<T>(key: string, fn: () => T | Promise<T>): Promise<T>;
  /** The error for an answer that does not fit its question. */
  malformed(key: string, problem: string): Error;
  /** The client's roots, by `fetch` unless they are known. */
  roots(fetch: () => Promise<readonly Root[]>): Promise<readonly Root[]>;
  /** Notifies the client that what a URL was opened for is done, where clients are notified. */
  completed?(elicitationId: string): void;
  /** Reads the answers of a retry. */
  resume?(): Promise<void>;
  /** Uses up the state that a retry brought. */
  consumeState?(): Promise<void>;
  /** The result that asks the client, when there are unanswered questions. */
  unanswered?(): Promise<JsonObject> | undefined;
}

/**
 * The client answered a question with an error, not in time, or (in a session) with something that does not fit. The
 * model may read the text.
 */
export class AskError extends ToolError {
  override readonly name: string = 'AskError';
}
