// One request that is being answered: its id, its abort signal, and the one answer that it may have.
import type { Channel } from './channel.ts';
import type { JsonObject, RequestId } from './message.ts';

/** One request in flight. Created by the peer; lives until the answer is sent or the request is cancelled. */
export class Call {
  readonly id: RequestId;
  readonly method: string;
  readonly params: JsonObject | undefined;
  /** Where notifications and requests that belong to this call go. */
  readonly channel: Channel;
  /** Takes the answer's text, or undefined when a cancelled call has no answer. */
  readonly reply: (text: string | undefined) => void;
  /** True for an element of a batch. */
  readonly batched: boolean;
  #controller: AbortController | undefined;
  #reason: unknown;
  #cancelled = false;
  #settled = false;

  constructor(
    request: { id: RequestId; method: string; params: JsonObject | undefined },
    channel: Channel,
    reply: (text: string | undefined) => void,
    batched: boolean,
  ) {
    this.id = request.id;
    this.method = request.method;
    this.params = request.params;
    this.channel = channel;
    this.reply = reply;
    this.batched = batched;
  }

  /** Aborts when the call is cancelled or the conversation ends. Made on first use: most calls never look. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#cancelled) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  /** True once the call was answered or cancelled; nothing more may be sent for it. */
  get settled(): boolean {
    return this.#settled;
  }

  /** Sends the answer, once. A second answer, or one after cancellation, is ignored. */
  answer(text: string): void {
    if (this.#settled) return;
    this.#settled = true;
    this.reply(text);
  }

  /** Aborts the work and gives up the answer. */
  cancel(reason: unknown): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#cancelled = true;
    this.#reason = reason;
    this.reply(undefined);
    this.#controller?.abort(reason);
  }
}
