// Execution: the lifetime of a running handler. A plain request runs on its call and ends with the answer. An extension
// may give a run its own execution, which continues after the answer.
import type { Asker } from '../define/question.ts';
import type { JsonObject } from '../jsonrpc/json.ts';

/** The lifetime of a running handler. */
export interface Execution {
  /** Aborts when the work should stop. */
  readonly signal: AbortSignal;
  /** Whether it has ended. Nothing more is sent for it, and later errors are ignored. */
  readonly settled: boolean;
  /** Tells the work to stop. */
  abort(reason: DOMException): void;
  /** Sends a notification that belongs to the run, in the revision of its request. */
  notify(method: string, params: JsonObject): void;
  /** Takes the handler's progress. Default: notifications, where the client asked for them. */
  progress?(progress: number, total: number | undefined, message: string | undefined): void;
  /**
   * Returns how to ask a question; called for each one without an answer. Default: `usual`, as in the request's era.
   */
  asker?(usual: Asker): Asker;
}
