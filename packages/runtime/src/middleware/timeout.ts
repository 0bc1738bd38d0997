// Time-out: how long a handler may work on one request.
import { forMethods, ToolError, type JsonObject, type Middleware, type MiddlewareRequest } from '../index.ts';
import { clampDelay } from '../limits/delay.ts';
import { duration, toolName } from './answer.ts';

/** How long handlers may work, in milliseconds. `Infinity` means no limit. */
export interface TimeoutOptions {
  readonly ms: number;
  /** Other times for some tools, by name. They take precedence over the `timeoutMs` of the tool. */
  readonly tools?: { readonly [tool: string]: number };
}

/**
 * Ends `tools/call`, `resources/read` and `prompts/get` that take too long: `ctx.signal` aborts, and the client is
 * answered immediately (a result with `isError`, or −32603). A later result of the handler is dropped. The time during
 * which a question to the client is open does not count. A handler that blocks the thread cannot be stopped.
 */
export function timeout({ ms, tools = {} }: TimeoutOptions): Middleware {
  const byTool = new Map(Object.entries(tools));
  return forMethods(['tools/call', 'resources/read', 'prompts/get'], async (request, next) => {
    const result = next();
    const limit =
      request.method === 'tools/call' ? (byTool.get(toolName(request)) ?? request.tool?.timeoutMs ?? ms) : ms;
    return limit === Infinity ? result : withinTime(request, result, limit);
  });
}

function withinTime(
  request: MiddlewareRequest,
  result: Promise<JsonObject>,
  ms: number,
): Promise<JsonObject> {
  return new Promise((resolve, reject) => {
    const clock = new WorkClock(ms, () => {
      const message = `Timed out after ${duration(ms)}`;
      // Before the abort, so that the handler's resulting error is ignored.
      reject(new ToolError(`${message}. Ask for less at a time, or try again later.`));
      clock.end();
      request.abort(new DOMException(message, 'TimeoutError'));
    });
    clock.go();
    request.onAsking((isAsking) => (isAsking ? clock.pause() : clock.go()));
    const ending =
      <T>(settle: (outcome: T) => void) =>
      (outcome: T): void => {
        clock.end();
        settle(outcome);
      };
    result.then(ending(resolve), ending(reject));
  });
}

/** Counts down while it is not paused. */
class WorkClock {
  readonly #onEnd: () => void;
  #leftMs: number;
  #since = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #state: 'paused' | 'going' | 'over' = 'paused';

  constructor(ms: number, onEnd: () => void) {
    this.#leftMs = ms;
    this.#onEnd = onEnd;
  }

  go(): void {
    if (this.#state !== 'paused') return;
    this.#state = 'going';
    this.#since = performance.now();
    this.#timer = setTimeout(this.#onEnd, clampDelay(this.#leftMs));
  }

  pause(): void {
    if (this.#state !== 'going') return;
    this.#state = 'paused';
    clearTimeout(this.#timer);
    this.#leftMs = Math.max(0, this.#leftMs - (performance.now() - this.#since));
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#state = 'over';
  }
}
