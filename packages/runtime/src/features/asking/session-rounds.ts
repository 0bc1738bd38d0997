// Questions in a session: they are sent to the client while the handler waits (up to 2025-11-25).
import type { ServerRequest } from '../../conversation/request.ts';
import type { Session } from '../../conversation/session.ts';
import { RpcError } from '../../jsonrpc/error.ts';
import type { JsonObject } from '../../jsonrpc/json.ts';
import type { Root } from '../../protocol/types.ts';
import { AskError, type Question, type Rounds } from './question.ts';

/** Asks at once, and rejects with `AskError` when there is no answer. A key asks only once per request. */
export class SessionRounds implements Rounds {
  readonly request: ServerRequest;
  readonly #session: Session;
  readonly #timeoutMs: number;
  readonly #answers = new Map<string, Promise<JsonObject>>();
  readonly #done = new Map<string, Promise<unknown>>();

  constructor(request: ServerRequest, session: Session, timeoutMs: number) {
    this.request = request;
    this.#session = session;
    this.#timeoutMs = timeoutMs;
  }

  ask(key: string, question: Question): Promise<JsonObject> {
    // The session keeps it, and knows when it has to be asked again: watches outlive their request.
    if (question.shared === true) return this.#send(question);
    const answer = this.#answers.get(key) ?? this.#send(question);
    this.#answers.set(key, answer);
    return answer;
  }

  once<T>(key: string, fn: () => T | Promise<T>): Promise<T> {
    const result = this.#done.get(key) ?? (async () => fn())();
    this.#done.set(key, result);
    return result as Promise<T>;
  }

  malformed(_key: string, problem: string): Error {
    return new AskError(`The client's answer does not fit the question: ${problem}`);
  }

  roots(fetch: () => Promise<readonly Root[]>): Promise<readonly Root[]> {
    return this.#session.rootsFrom(fetch);
  }

  completed(elicitationId: string): void {
    this.request.host.notify('notifications/elicitation/complete', { elicitationId });
  }

  async #send(question: Question): Promise<JsonObject> {
    const { method, shared, maxWaitMs = Infinity } = question;
    const timeoutMs = Math.min(question.timeoutMs ?? this.#timeoutMs, maxWaitMs);
    const { call, execution, host } = this.request;
    // basic/lifecycle, "Initialization": the client gets no questions before it has said that it is ready.
    if (this.#session.state !== 'ready')
      throw new AskError(`The client cannot be asked before notifications/initialized`);
    const signal = shared === true ? new AbortController().signal : execution.signal;
    try {
      return await this.request.aroundQuestion({ ...question, isRequest: true }, ({ params, sent }) =>
        host.ask(method, params, { channel: call.channel, signal, timeoutMs, sent }),
      );
    } catch (error) {
      // The client's error is about our question; it must not become the answer to the client's own request.
      if (!(error instanceof RpcError)) throw error;
      throw new AskError(`The client did not answer ${method}: ${error.message}`, { cause: error });
    }
  }
}
