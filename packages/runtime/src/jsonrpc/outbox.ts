// Our own requests to the other side: ids, time-outs, aborts, and the answers that come back.
import { clampDelay } from '../limits/delay.ts';
import type { Channel } from './channel.ts';
import { ErrorCode, RpcError } from './error.ts';
import type { JsonObject } from './json.ts';
import type { RequestId } from './message.ts';

/** How one outgoing request behaves. */
export interface OutgoingOptions {
  /** Where the request is sent. */
  readonly channel: Channel;
  /** Aborting it abandons the request. */
  readonly signal: AbortSignal;
  /** Milliseconds to wait for the answer before the request is abandoned. */
  readonly timeoutMs: number;
  /** Called with the id of the request, before it is sent. */
  readonly sent?: ((id: RequestId) => void) | undefined;
}

/** The other side did not answer in time. */
export class NoAnswerError extends RpcError {
  constructor(timeoutMs: number) {
    super(ErrorCode.InternalError, `The client did not answer within ${timeoutMs} ms`);
  }
}

interface Pending {
  settle(): void;
  resolve(result: JsonObject): void;
  reject(error: unknown): void;
}

/** The requests that wait for an answer. Ids count from 1 and are never used twice in a conversation. */
export class Outbox {
  readonly #pending = new Map<RequestId, Pending>();
  readonly #abandoned: (id: RequestId, reason: string, channel: Channel) => void;
  #lastId = 0;

  constructor(abandoned: (id: RequestId, reason: string, channel: Channel) => void) {
    this.#abandoned = abandoned;
  }

  /** How many requests wait for an answer. */
  get size(): number {
    return this.#pending.size;
  }

  /** Sends the text that `write` makes for the new id. Rejects on an error answer, time-out, abort or close. */
  open(options: OutgoingOptions, write: (id: RequestId) => string): Promise<JsonObject> {
    const { channel, signal, timeoutMs } = options;
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const giveUp = (reason: string, error: unknown): void => {
        this.reject(id, error);
        this.#abandoned(id, reason, channel);
      };
      const onAbort = (): void => giveUp('The request that needed the answer was cancelled', signal.reason);
      const onTimeout = (): void => {
        const error = new NoAnswerError(timeoutMs);
        giveUp(error.message, error);
      };
      const timer = setTimeout(onTimeout, clampDelay(timeoutMs));
      signal.addEventListener('abort', onAbort, { once: true });
      const settle = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
      };
      this.#pending.set(id, { settle, resolve, reject });
      options.sent?.(id);
      channel.send(write(id));
    });
  }

  /** Takes a result. Ignores an answer to no pending request. */
  resolve(id: RequestId, result: JsonObject): void {
    this.#remove(id)?.resolve(result);
  }

  /** Takes an error, or gives the request up. */
  reject(id: RequestId | undefined, error: unknown): void {
    if (id !== undefined) this.#remove(id)?.reject(error);
  }

  /** Rejects everything that waits. */
  closeAll(reason: string): void {
    for (const id of [...this.#pending.keys()])
      this.reject(id, new RpcError(ErrorCode.InternalError, reason));
  }

  #remove(id: RequestId): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    pending?.settle();
    return pending;
  }
}
