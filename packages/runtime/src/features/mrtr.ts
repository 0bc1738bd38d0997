// Multi round-trip requests: one `ctx.ask` for both eras (basic/patterns/mrtr, from 2026-07-28; requests to the client before).
import { RpcError } from '../jsonrpc/error.ts';
import { isObject, type JsonObject } from '../jsonrpc/message.ts';
import type { Questions, Request } from '../core/request.ts';
import { Suspension } from '../core/suspension.ts';
import { invalidParams } from '../protocol/errors.ts';
import { methodRow } from '../protocol/methods.ts';
import { elicit, elicitUrl } from './elicitation.ts';
import { AskError, type Asker, type Question } from './question.ts';
import { listRoots } from './roots.ts';
import { sample } from './sampling.ts';
import type { StateSeal } from './state-seal.ts';

/** How questions behave. */
export interface AskSettings {
  /** Milliseconds to wait for an answer in a session. */
  readonly timeoutMs: number;
  /** Seals what must survive between the rounds of a stateless request. */
  readonly seal: StateSeal;
}

const MAX_ROUNDS = 32;

/** Makes `ctx.ask` and `ctx.once` for one request. */
export function createQuestions(request: Request, settings: AskSettings): Questions {
  const rounds =
    request.session === undefined
      ? new StatelessRounds(request, settings)
      : new SessionRounds(request, settings);
  return {
    elicit: (key, question) => elicit(rounds, key, question),
    elicitUrl: (key, question) => elicitUrl(rounds, key, question),
    sample: (key, params) => sample(rounds, key, params),
    roots: () => listRoots(rounds),
    once: (key, fn) => rounds.once(key, fn),
    resume: () => rounds.resume(),
    unanswered: () => rounds.unanswered(),
  };
}

/** In a session the question is sent while the handler waits. A key asks only once. */
class SessionRounds implements Asker {
  readonly request: Request;
  readonly #timeoutMs: number;
  readonly #answers = new Map<string, Promise<JsonObject>>();
  readonly #done = new Map<string, Promise<unknown>>();

  constructor(request: Request, { timeoutMs }: AskSettings) {
    this.request = request;
    this.#timeoutMs = timeoutMs;
  }

  ask(key: string, question: Question): Promise<JsonObject> {
    let answer = this.#answers.get(key);
    if (answer === undefined) {
      answer = this.#send(question);
      this.#answers.set(key, answer);
    }
    return answer;
  }

  once<T>(key: string, fn: () => T | Promise<T>): Promise<T> {
    const known = this.#done.get(key);
    if (known !== undefined) return known as Promise<T>;
    const result = (async () => fn())();
    this.#done.set(key, result);
    return result;
  }

  async resume(): Promise<void> {}

  unanswered(): undefined {
    return undefined;
  }

  async #send({ method, params }: Question): Promise<JsonObject> {
    const { call, conversation } = this.request;
    try {
      return await conversation.peer.request(method, params, {
        channel: call.channel,
        signal: call.signal,
        timeoutMs: this.#timeoutMs,
      });
    } catch (error) {
      // The client's error is about our question; it must not become the answer to the client's own request.
      if (error instanceof RpcError)
        throw new AskError(`The client did not answer ${method}: ${error.message}`);
      throw error;
    }
  }
}

/** What is kept between the rounds of a stateless request. */
interface Kept {
  readonly answers: { [key: string]: JsonObject };
  readonly once: { [key: string]: unknown };
  rounds: number;
}

/** Without a session the handler is stopped, the question is the result, and the client calls again with the answer. */
class StatelessRounds implements Asker {
  readonly request: Request;
  readonly #seal: StateSeal;
  readonly #pending = new Map<string, Question>();
  readonly #kept: Kept = { answers: {}, once: {}, rounds: 0 };
  #given: JsonObject = {};

  constructor(request: Request, { seal }: AskSettings) {
    this.request = request;
    this.#seal = seal;
  }

  async ask(key: string, question: Question): Promise<JsonObject> {
    if (methodRow(this.request.call.method)?.asks !== true) {
      throw new AskError(
        `The client cannot be asked during ${this.request.call.method} in revision ${this.request.revision}`,
      );
    }
    const answer = this.#answer(key);
    if (answer !== undefined) return answer;
    this.#pending.set(key, question);
    throw new Suspension();
  }

  async once<T>(key: string, fn: () => T | Promise<T>): Promise<T> {
    if (Object.hasOwn(this.#kept.once, key)) return this.#kept.once[key] as T;
    const result = await fn();
    this.#kept.once[key] = result;
    return result;
  }

  async resume(): Promise<void> {
    const { requestState, inputResponses = {} } = this.request.call.params ?? {};
    if (!isObject(inputResponses)) throw invalidParams('"inputResponses" must be an object');
    for (const [key, answer] of Object.entries(inputResponses)) {
      if (!isObject(answer)) throw invalidParams(`"inputResponses.${key}" must be an object`);
    }
    this.#given = inputResponses;
    if (requestState === undefined) return;
    const kept = await this.#seal.open(this.request, requestState);
    if (!isKept(kept))
      throw invalidParams(
        '"requestState" is not one that this server issued for this request, or it is too old',
      );
    Object.assign(this.#kept.answers, kept.answers);
    Object.assign(this.#kept.once, kept.once);
    this.#kept.rounds = kept.rounds;
  }

  unanswered(): Promise<JsonObject> | undefined {
    return this.#pending.size === 0 ? undefined : this.#toResult();
  }

  // Earlier answers are sealed and win over what the client sends now.
  #answer(key: string): JsonObject | undefined {
    const { answers } = this.#kept;
    if (Object.hasOwn(answers, key)) return answers[key];
    const given = Object.hasOwn(this.#given, key) ? this.#given[key] : undefined;
    if (!isObject(given)) return undefined;
    answers[key] = given;
    return given;
  }

  async #toResult(): Promise<JsonObject> {
    this.#kept.rounds++;
    if (this.#kept.rounds > MAX_ROUNDS)
      throw invalidParams(`the request needed more than ${MAX_ROUNDS} rounds of questions`);
    const requestState = await this.#seal.close(this.request, this.#kept);
    return { resultType: 'input_required', inputRequests: Object.fromEntries(this.#pending), requestState };
  }
}

function isKept(value: unknown): value is Kept {
  return (
    isObject(value) &&
    isObject(value['answers']) &&
    isObject(value['once']) &&
    typeof value['rounds'] === 'number'
  );
}
