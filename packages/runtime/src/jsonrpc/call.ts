// One request that is being answered: its id, its abort signal, and the one answer that it may have.
import type { BatchReply } from './batch.ts';
import type { Channel } from './channel.ts';
import type { ErrorObject } from './error.ts';
import type { JsonObject, RequestId } from './message.ts';

/** What a call is made from: a request message. */
export interface CallRequest {
  readonly id: RequestId;
  readonly method: string;
  readonly params: JsonObject | undefined;
}

/** Who a call belongs to: the peer. */
export interface CallOwner {
  /** Runs it. Resolves when the work is done, whatever came of it; undefined when that is so at once. */
  run(call: Call): void | Promise<void>;
  /** Called once: with the text of the answer, or with nothing when the call was cancelled. */
  settled(call: Call, text: string | undefined, error?: ErrorObject): void;
}

/** One request in flight. Created by the peer; lives until the answer is sent or the request is cancelled. */
export class Call {
  readonly id: RequestId;
  readonly method: string;
  readonly params: JsonObject | undefined;
  /** Where notifications and requests that belong to this call go. */
  readonly channel: Channel;
  /** The batch that this call is an element of, if it is one. */
  readonly batch: BatchReply | undefined;
  readonly #owner: CallOwner;
  #controller: AbortController | undefined;
  #abortReason: DOMException | undefined;
  #hasBegun = false;
  #settled = false;

  constructor(request: CallRequest, channel: Channel, batch: BatchReply | undefined, owner: CallOwner) {
    this.id = request.id;
    this.method = request.method;
    this.params = request.params;
    this.channel = channel;
    this.batch = batch;
    this.#owner = owner;
  }

  /** Runs it, when there is a place. See `CallOwner.run`. */
  run(): void | Promise<void> {
    this.#hasBegun = true;
    return this.#owner.run(this);
  }

  /** Undefined when its answer could be sent; else a promise that resolves when it could. */
  room(): Promise<void> | undefined {
    return this.channel.room?.();
  }

  /** Aborts when the work should stop, see `abort` and `cancel`. Made on first use: most calls never look. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#abortReason !== undefined) this.#controller.abort(this.#abortReason);
    }
    return this.#controller.signal;
  }

  /** True once it had a place to run. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  /** True once the work was told to stop. */
  get aborted(): boolean {
    return this.#abortReason !== undefined;
  }

  /** True once the call was answered or cancelled; nothing more may be sent for it. */
  get settled(): boolean {
    return this.#settled;
  }

  /** Sends the answer, once. A second answer, or one after cancellation, is ignored. */
  answer(text: string, error?: ErrorObject): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#owner.settled(this, text, error);
  }

  /** Tells the work to stop. The call is still to be answered. */
  abort(reason: DOMException): void {
    if (this.aborted) return;
    this.#abortReason = reason;
    this.#controller?.abort(reason);
  }

  /** Aborts the work and gives up the answer. */
  cancel(reason: string): void {
    if (this.#settled) return;
    this.#settled = true;
    // First what the abort makes others send on the channel of this call (the end of a question); then the channel ends.
    this.abort(new DOMException(reason, 'AbortError'));
    this.#owner.settled(this, undefined);
  }
}
