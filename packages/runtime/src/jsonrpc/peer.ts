// Peer: one bidirectional JSON-RPC conversation. It knows ids, batches, aborts and limits, and nothing of MCP.
import type { Admission } from '../limits/admission.ts';
import { clampDelay } from '../limits/delay.ts';
import { BatchReply } from './batch.ts';
import { Call, type CallRequest } from './call.ts';
import { RESULT, type Channel } from './channel.ts';
import { ErrorCode, RpcError, toErrorObject, type ErrorObject } from './error.ts';
import type { JsonObject, JsonText } from './json.ts';
import {
  parseJson,
  readMessages,
  writeError,
  writeRequest,
  writeResult,
  type Incoming,
  type Messages,
  type RequestId,
} from './message.ts';
import { Outbox, type OutgoingOptions } from './outbox.ts';

/** Observes every request. */
export interface CallWatcher {
  began(call: Call): void;
  /** It was answered, with a result or this error, or it was cancelled. */
  settled(call: Call, end: ErrorObject | 'answered' | 'cancelled'): void;
  /** Something that is not a readable request was answered with an error. */
  refused(error: ErrorObject): void;
}

/** What a peer asks of the layer above it. */
export interface PeerHandler {
  /** Answers a request once it has a slot. Throws, or rejects with, what `toErrorObject` understands. */
  request(call: Call): Promise<JsonText>;
  /** Takes a notification. Must not throw. */
  notification(method: string, params: JsonObject | undefined, channel: Channel): void;
  /** Why this conversation may not contain batches; undefined when it may. */
  batchProblem(): string | undefined;
  /** Cancels one of our requests at the other side. */
  abandoned(id: RequestId, reason: string, channel: Channel): void;
  /** Ends everything that would otherwise never end (open streams), because the peer is draining. */
  draining(): void;
  /** The conversation is over. */
  closed(): void;
  /** Undefined if there is no listener. */
  readonly watcher?: CallWatcher | undefined;
}

/** One conversation. The transport feeds it with `receive`; answers go to the channel that came with the message. */
export class Peer {
  readonly #handler: PeerHandler;
  readonly #calls = new Map<RequestId, Call>();
  readonly #admission: Admission;
  readonly #outbox: Outbox;
  #idle: (() => void)[] = [];
  #draining = false;
  #closed = false;

  /** `admission` has the slots for its calls. Peers may share one. */
  constructor(handler: PeerHandler, admission: Admission) {
    this.#handler = handler;
    this.#admission = admission;
    this.#outbox = new Outbox((id, reason, channel) => handler.abandoned(id, reason, channel));
  }

  /** Takes one message or batch as text and answers on `channel`. Never throws. */
  receive(text: string, channel: Channel): void {
    if (this.#closed) return;
    let value: unknown;
    try {
      value = parseJson(text);
    } catch (error) {
      return this.#refuse(undefined, error, channel, undefined);
    }
    this.accept(readMessages(value), channel);
  }

  /** Takes one message or batch that is read already. Never throws. */
  accept({ messages, isBatch }: Messages, channel: Channel): void {
    if (this.#closed) return;
    if (isBatch) return this.#receiveBatch(messages, channel);
    for (const message of messages) this.#receiveMessage(message, channel, undefined);
  }

  /** Sends a request to the other side and resolves with its result. See `OutgoingOptions` for time and abort. */
  request(method: string, params: JsonObject | undefined, options: OutgoingOptions): Promise<JsonObject> {
    if (this.#draining || this.#closed) {
      return Promise.reject(new RpcError(ErrorCode.InternalError, 'The connection is closing'));
    }
    const answer = this.#outbox.open(options, (id) => writeRequest(id, method, params));
    this.#admission.release();
    return answer;
  }

  /** Cancels a running request of the other side. Unknown and finished ids are ignored. */
  cancel(id: RequestId, reason: string): void {
    const call = this.#calls.get(id);
    if (call !== undefined) this.#cancel(call, reason);
  }

  /** The request in flight with this id, if there is one. */
  call(id: RequestId): Call | undefined {
    return this.#calls.get(id);
  }

  /** Undefined when more input may be read; else a promise that resolves when it may. */
  ready(): Promise<void> | undefined {
    // While the other side owes answers, reading must continue, or both sides would wait forever.
    return this.#outbox.size > 0 ? undefined : this.#admission.ready();
  }

  /** Cancels the calls that have not begun, because the client can no longer receive their answers. */
  cancelWaiting(reason: string): void {
    for (const call of [...this.#calls.values()]) if (!call.hasBegun) this.#cancel(call, reason);
  }

  /** How many requests of the other side have no answer yet. */
  get unanswered(): number {
    return this.#calls.size;
  }

  /**
   * Answers accepted requests for at most `deadlineMs`, then closes. Input must have stopped. The deadline does not run
   * while calls wait for the other side to read.
   */
  async drain(deadlineMs: number): Promise<void> {
    this.#draining = true;
    this.#outbox.closeAll('The connection is closing');
    this.#handler.draining();
    for (let waited = true; waited && this.#calls.size > 0;) {
      const { holds } = this.#admission;
      await this.#idleWithin(deadlineMs);
      waited = this.#admission.isHeld || this.#admission.holds > holds;
    }
    this.close('The server is shutting down');
  }

  async #idleWithin(deadlineMs: number): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const deadline = new Promise<void>((resolve) => (timer = setTimeout(resolve, clampDelay(deadlineMs))));
    await Promise.race([new Promise<void>((resolve) => this.#idle.push(resolve)), deadline]);
    clearTimeout(timer);
  }

  /** Ends the conversation at once: aborts every call, rejects every request of ours. */
  close(reason: string): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#outbox.closeAll(reason);
    for (const call of [...this.#calls.values()]) this.#cancel(call, reason);
    this.#handler.closed();
  }

  #receiveBatch(messages: readonly Incoming[], channel: Channel): void {
    const refusal = this.#batchRefusal(messages.length);
    if (refusal !== undefined) {
      return this.#refuse(undefined, new RpcError(ErrorCode.InvalidRequest, refusal), channel, undefined);
    }
    const batch = new BatchReply(channel);
    for (const message of messages) this.#receiveMessage(message, channel, batch);
    batch.seal();
  }

  #batchRefusal(size: number): string | undefined {
    const problem = this.#handler.batchProblem();
    if (problem !== undefined) return `Invalid request: ${problem}`;
    if (size === 0) return 'Invalid request: the batch is empty';
    const limit = this.#admission.limits.batch;
    return size > limit
      ? `Invalid request: the batch has ${size} messages, the limit is ${limit}`
      : undefined;
  }

  #receiveMessage(message: Incoming, channel: Channel, batch: BatchReply | undefined): void {
    switch (message.kind) {
      case 'request':
        return this.#start(message, channel, batch);
      case 'notification':
        return this.#handler.notification(message.method, message.params, channel);
      case 'result':
        return this.#outbox.resolve(message.id, message.result);
      case 'error':
        return this.#outbox.reject(
          message.id,
          new RpcError(message.error.code, message.error.message, message.error.data),
        );
      case 'invalid':
        return this.#refuse(message.id, message.error, channel, batch);
    }
  }

  #start(request: CallRequest, channel: Channel, batch: BatchReply | undefined): void {
    const { id } = request;
    if (this.#calls.has(id)) {
      const problem = `Invalid request: a request with id ${JSON.stringify(id)} is still running`;
      return this.#refuse(id, new RpcError(ErrorCode.InvalidRequest, problem), channel, batch);
    }
    const call = new Call(request, channel, batch);
    this.#calls.set(id, call);
    this.#handler.watcher?.began(call);
    batch?.expect();
    void this.#work(call);
  }

  #refuse(id: RequestId | undefined, error: unknown, channel: Channel, batch: BatchReply | undefined): void {
    const object = toErrorObject(error);
    this.#handler.watcher?.refused(object);
    const text = writeError(id, object);
    if (batch === undefined) channel.send(text, { errorCode: object.code });
    else batch.add(text);
  }

  async #work(call: Call): Promise<void> {
    try {
      this.#answer(call, writeResult(call.id, await this.#handler.request(call)));
    } catch (error) {
      this.#fail(call, error);
    }
    call.end();
  }

  #fail(call: Call, error: unknown): void {
    // The error of cancelled work is only the echo of its abort.
    if (call.settled) return;
    const object = toErrorObject(error);
    this.#answer(call, writeError(call.id, object), object);
  }

  // A second answer, or one after cancellation, is ignored.
  #answer(call: Call, text: string, error?: ErrorObject): void {
    if (call.settle()) this.#settle(call, text, error);
  }

  /** Aborts the work and gives up the answer. */
  #cancel(call: Call, reason: string): void {
    if (!call.settle()) return;
    // The abort may send messages on the channel of this call (the end of a question), so it precedes the end of the
    // channel.
    call.abort(new DOMException(reason, 'AbortError'));
    this.#settle(call, undefined);
  }

  #settle(call: Call, text: string | undefined, error?: ErrorObject): void {
    const { id, channel, batch } = call;
    this.#calls.delete(id);
    this.#handler.watcher?.settled(call, error ?? (text === undefined ? 'cancelled' : 'answered'));
    if (text === undefined) this.#admission.forget(call);
    if (batch !== undefined) batch.settle(text);
    else if (text === undefined) channel.drop?.();
    else channel.send(text, error === undefined ? RESULT : { errorCode: error.code, errorData: error.data });
    if (this.#calls.size > 0 || this.#idle.length === 0) return;
    for (const resolve of this.#idle.splice(0)) resolve();
  }
}
