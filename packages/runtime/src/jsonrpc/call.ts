// Call: one request of the other side in flight.
import type { BatchReply } from './batch.ts';
import type { Channel } from './channel.ts';
import type { JsonObject } from './json.ts';
import { writeNotification, type Incoming, type RequestId } from './message.ts';

/** What a call is made from. */
export type CallRequest = Extract<Incoming, { kind: 'request' }>;

/** One request in flight. Created by the peer; lives until the answer is sent or the request is cancelled. */
export class Call {
  readonly id: RequestId;
  readonly method: string;
  readonly params: JsonObject | undefined;
  /** Where notifications and requests that belong to this call go. */
  readonly channel: Channel;
  /** The batch that this call is an element of, if it is one. */
  readonly batch: BatchReply | undefined;
  #controller: AbortController | undefined;
  #abortReason: DOMException | undefined;
  #onEnd: (() => void) | undefined;
  #hasBegun = false;
  #settled = false;

  constructor({ id, method, params }: CallRequest, channel: Channel, batch: BatchReply | undefined) {
    this.id = id;
    this.method = method;
    this.params = params;
    this.channel = channel;
    this.batch = batch;
  }

  /** Marks it as begun: it has a slot or needs none. */
  begin(): void {
    this.#hasBegun = true;
  }

  /** Calls `listener` when its work is over and its answer, if it has one, is sent. */
  onEnd(listener: () => void): void {
    this.#onEnd = listener;
  }

  /** The work is over. */
  end(): void {
    this.#onEnd?.();
  }

  /** Undefined when its answer could be sent; else a promise that resolves when it could. */
  drained(): Promise<void> | undefined {
    return this.channel.drained?.();
  }

  /** Aborts when the work should stop. Made on first use: most calls never look. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#abortReason !== undefined) this.#controller.abort(this.#abortReason);
    }
    return this.#controller.signal;
  }

  /** True once its work has begun. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  /** True once the work has been cancelled. */
  get aborted(): boolean {
    return this.#abortReason !== undefined;
  }

  /** True once the call was answered or cancelled; nothing more may be sent for it. */
  get settled(): boolean {
    return this.#settled;
  }

  /** Marks the call as answered or cancelled. False when it was so before. */
  settle(): boolean {
    const isFirst = !this.#settled;
    this.#settled = true;
    return isFirst;
  }

  /** Sends a notification that belongs to this call, unless it is over. */
  notify(method: string, params: JsonObject): void {
    if (!this.#settled) this.channel.send(writeNotification(method, params));
  }

  /** Tells the work to stop. The call is still to be answered. */
  abort(reason: DOMException): void {
    if (this.aborted) return;
    this.#abortReason = reason;
    this.#controller?.abort(reason);
  }
}
