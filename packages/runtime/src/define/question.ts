// Question: what a server asks its client, before and while it is sent.
import type { JsonObject } from '../jsonrpc/json.ts';
import type { RequestId } from '../jsonrpc/message.ts';
import { ToolError } from './tool-result.ts';

/** A question to the client: one of MCP, or one that an extension defines. */
export interface Question {
  readonly method: string;
  readonly params?: JsonObject | undefined;
  /** Milliseconds to wait for the answer in a session. Default: the server's `askTimeoutMs`. */
  readonly timeoutMs?: number | undefined;
}

/** A question to the client, as it will be sent. */
export interface OutgoingQuestion extends Question {
  /** It is sent as a request (in sessions), not as part of a result. */
  readonly isRequest?: true;
  /** Called with the JSON-RPC id of that request. */
  readonly sent?: ((id: RequestId) => void) | undefined;
}

/** Wraps the questions of a request. `ask` sends the question that it gets. */
export type AroundQuestion = (
  question: OutgoingQuestion,
  ask: (question: OutgoingQuestion) => Promise<JsonObject>,
) => Promise<JsonObject>;

/** A way to ask the client. */
export interface Asker {
  /**
   * Asks, and resolves with the client's answer, unchecked. `key` names the question within its request. Rejects with
   * `AskError` when there is no answer.
   */
  ask(key: string, question: Question): Promise<JsonObject>;
}

/**
 * Thrown if the client answered a question with an error, too late, or (in a session) with an invalid answer. The model
 * may read the text.
 */
export class AskError extends ToolError {
  override readonly name: string = 'AskError';
}
