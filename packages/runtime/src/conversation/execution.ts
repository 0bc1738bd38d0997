// Execution: what a running handler lives on. A plain request runs on its call, and ends with the answer; an extension
// may give a run its own execution, which goes on when the call is answered.
import type { Asker } from '../define/question.ts';
import type { JsonObject } from '../jsonrpc/json.ts';

/** What a running handler lives on. */
export interface Execution {
  /** Aborts when the work should stop. */
  readonly signal: AbortSignal;
  /** Nothing more is sent for it, and its errors are only echoes of its end. */
  readonly settled: boolean;
  /** Tells the work to stop. */
  abort(reason: DOMException): void;
  /** Sends a notification that belongs to the run, in the revision of its request. */
  notify(method: string, params: JsonObject): void;
  /** Takes the handler's progress. Default: notifications, where the client asked for them. */
  progress?(progress: number, total: number | undefined, message: string | undefined): void;
  /**
   * How a question is asked; called for each one that has no answer yet. Default: `usual`, the way of the request's
   * era.
   */
  asker?(usual: Asker): Asker;
}
