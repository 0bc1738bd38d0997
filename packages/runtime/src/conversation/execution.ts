// Execution: what a running handler lives on. A plain request runs on its call, and ends with the answer; an extension may
// give a run an execution of its own, which goes on when the call is answered.
import type { JsonObject } from '../jsonrpc/json.ts';
import type { Questions } from './host.ts';

/** What a running handler lives on. `R` is `ServerRequest`. */
export interface Execution<R> {
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
  /** How the handler asks the client. Default: as its era does, which is what `usual` makes. */
  questions?(request: R, usual: () => Questions): Questions;
}
