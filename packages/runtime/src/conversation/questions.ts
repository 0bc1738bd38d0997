// Questions: what one run asks its client. Each question is asked once.
import { AskError, type AroundQuestion, type Asker, type OutgoingQuestion } from '../define/question.ts';
import { RpcError } from '../jsonrpc/error.ts';
import type { JsonObject } from '../jsonrpc/json.ts';
import type { Root } from '../protocol/types.ts';
import type { Execution } from './execution.ts';

/** What questions need of the run that asks them. */
export interface Asking {
  readonly execution: Execution;
  /** What middleware put around its questions. */
  readonly aroundQuestion: AroundQuestion;
}

/** A question with what the runtime's own questions need. */
export interface SentQuestion extends OutgoingQuestion {
  /** The longest wait for a question that the client answers without a person. */
  readonly maxWaitMs?: number;
  /** The answer serves the whole session, so the question outlives a cancelled request. */
  readonly shared?: true;
}

/** How the era of a request asks. All runs of a request share it. */
export interface Rounds<R extends Asking> {
  /** Sends a question, and resolves with the raw answer. */
  ask(request: R, key: string, question: SentQuestion): Promise<JsonObject>;
  /** Questions are separate requests, which the client may answer with an error. */
  readonly areRequests?: true;
  /** The client's roots, where they are known already or known to be kept. */
  roots?(fetch: () => Promise<readonly Root[]>): Promise<readonly Root[]>;
  /** Notifies the client that what a URL was opened for is done. */
  completed?(request: R, elicitationId: string): void;
  /** The answer that the request brought. */
  answer?(key: string): JsonObject | undefined;
  /** Runs `fn`, unless an earlier round of the request did. */
  once?<T>(key: string, fn: () => T | Promise<T>): Promise<T>;
  /** The error for an answer that does not fit its question, where it is one of the request. */
  malformed?(key: string, problem: string): Error | undefined;
  /** Reads and checks the answers that a retry brings. Rejects with −32602 when they are malformed or not ours. */
  resume?(): Promise<void>;
  /** Uses up the state that a retry brings. Rejects with −32602 when it was used before. */
  consumeState?(): Promise<void>;
  /** Whether there are questions that the result has to ask. */
  readonly isAsking?: boolean;
  /** The result that asks the client, when there are unanswered questions; else undefined. */
  unanswered?(): Promise<JsonObject> | undefined;
}

/** The questions of one run of a request. */
export class Questions<R extends Asking> {
  readonly request: R;
  readonly #rounds: Rounds<R>;
  readonly #answers = new Map<string, Promise<JsonObject>>();
  readonly #done = new Map<string, Promise<unknown>>();

  constructor(request: R, rounds: Rounds<R>) {
    this.request = request;
    this.#rounds = rounds;
  }

  /** Asks, and resolves with the raw answer. Asking again with the same key returns the same answer. */
  ask(key: string, question: SentQuestion): Promise<JsonObject> {
    // The session keeps it, and knows when it has to be asked again: watches outlive their request.
    if (question.shared === true) return this.#send(key, question);
    const answer = this.#answers.get(key) ?? this.#send(key, question);
    this.#answers.set(key, answer);
    return answer;
  }

  /** See `Context.once`. */
  once<T>(key: string, fn: () => T | Promise<T>): Promise<T> {
    const run = async (): Promise<T> => this.#rounds.once?.(key, fn) ?? fn();
    const result = this.#done.get(key) ?? run();
    this.#done.set(key, result);
    return result as Promise<T>;
  }

  /** The client's roots, by `fetch` unless they are known. */
  roots(fetch: () => Promise<readonly Root[]>): Promise<readonly Root[]> {
    return this.#rounds.roots?.(fetch) ?? fetch();
  }

  /** Notifies the client that what a URL was opened for is done, where clients are notified. */
  completed(elicitationId: string): void {
    this.#rounds.completed?.(this.request, elicitationId);
  }

  /** The error for an answer that does not fit its question. */
  malformed(key: string, problem: string): Error {
    const own = this.#rounds.malformed?.(key, problem);
    return own ?? new AskError(`The client's answer does not match the question: ${problem}`);
  }

  async #send(key: string, question: SentQuestion): Promise<JsonObject> {
    const known = this.#rounds.answer?.(key);
    if (known !== undefined) return known;
    const { request } = this;
    const usual: Asker = { ask: (name, asked) => this.#rounds.ask(request, name, asked) };
    const asker = request.execution.asker?.(usual) ?? usual;
    const send = (outgoing: OutgoingQuestion): Promise<JsonObject> =>
      request.aroundQuestion(outgoing, (asked) => asker.ask(key, { ...question, ...asked }));
    if (this.#rounds.areRequests !== true || asker !== usual) return send(question);
    try {
      return await send({ ...question, isRequest: true });
    } catch (error) {
      // The client's error is about our question; it must not become the answer to the client's own request.
      if (!(error instanceof RpcError)) throw error;
      throw new AskError(`The client did not answer ${question.method}: ${error.message}`, { cause: error });
    }
  }
}

/**
 * Returns the same promise, which need not be awaited. A handler that asks two things and awaits one after the other
 * leaves the second alone when the first rejects. That must not count as an unhandled rejection, which would end the
 * process.
 */
export function mayBeLeft<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

const KEY = /^[A-Za-z][\w.-]{0,63}$/;

/**
 * Checks that authors may use a key. Keys travel to the client and back. A slash is reserved for the runtime.
 *
 * @throws {TypeError} for a key that a question or a step of a handler cannot have.
 */
export function checkKey(key: string): string {
  if (KEY.test(key)) return key;
  throw new TypeError(
    `a key is 1 to 64 letters, digits, _ . - and begins with a letter, not ${JSON.stringify(key)}`,
  );
}

/** Whether params bring answers to questions (2026-07-28, basic/patterns/mrtr). */
export function isRetry(params: JsonObject | undefined): boolean {
  return params !== undefined && ('requestState' in params || 'inputResponses' in params);
}
