// Questions without a session: the handler is stopped, the question is the result, and the client calls again with the
// answer (2026-07-28, basic/patterns/mrtr).
import { isRetry, type Rounds, type SentQuestion } from '../../conversation/questions.ts';
import type { ServerRequest } from '../../conversation/request.ts';
import { Suspension } from '../../define/errors.ts';
import { AskError } from '../../define/question.ts';
import { ToolError } from '../../define/tool-result.ts';
import { isObject, type JsonObject } from '../../jsonrpc/json.ts';
import { invalidParams } from '../../protocol/errors.ts';
import { quote } from '../../text/quote.ts';
import type { StateSeal } from './state-seal.ts';

const MAX_ROUNDS = 32;
const CANNOT_TELL =
  'Nothing was done: the server cannot tell now whether these answers were used before; try again later';

/** The state between rounds. */
interface RoundState {
  readonly answers: { [key: string]: JsonObject };
  /** Results of `once`; without a value for a function that returned nothing. */
  readonly once: { [key: string]: { readonly value?: unknown } };
  rounds: number;
}

/** Asks by stopping the handler; answers and results of `once` survive in sealed state. At most 32 rounds. */
export class StatelessRounds implements Rounds<ServerRequest> {
  readonly #request: ServerRequest;
  readonly #seal: StateSeal;
  readonly #pending = new Map<string, SentQuestion>();
  #state: RoundState = { answers: {}, once: {}, rounds: 0 };
  #given: JsonObject = {};
  #consumed: Promise<void> | undefined;

  constructor(request: ServerRequest, seal: StateSeal) {
    this.#request = request;
    this.#seal = seal;
  }

  ask({ call, revision }: ServerRequest, key: string, question: SentQuestion): Promise<JsonObject> {
    if (this.#request.row.asks !== true)
      return Promise.reject(
        new AskError(`The client cannot be asked during ${call.method} in revision ${revision}`),
      );
    this.#pending.set(key, question);
    return Promise.reject(new Suspension());
  }

  // Earlier answers are sealed and take precedence over new ones.
  answer(key: string): JsonObject | undefined {
    const { answers } = this.#state;
    if (Object.hasOwn(answers, key)) return answers[key];
    const given = Object.hasOwn(this.#given, key) ? this.#given[key] : undefined;
    if (!isObject(given)) return undefined;
    answers[key] = given;
    return given;
  }

  async once<T>(key: string, fn: () => T | Promise<T>): Promise<T> {
    const { once } = this.#state;
    const known = Object.hasOwn(once, key) ? once[key] : undefined;
    if (known !== undefined) return known.value as T;
    const value = await fn();
    once[key] = { value };
    return value;
  }

  // The answer is part of the client's own params.
  malformed(key: string, problem: string): Error | undefined {
    if (!Object.hasOwn(this.#state.answers, key)) return undefined;
    return invalidParams(`"inputResponses.${key}" is malformed: ${problem}`);
  }

  async resume(): Promise<void> {
    const { requestState, inputResponses = {} } = this.#request.call.params ?? {};
    if (!isObject(inputResponses)) throw invalidParams('"inputResponses" must be an object');
    const bad = Object.entries(inputResponses).find(([, answer]) => !isObject(answer));
    if (bad !== undefined)
      throw invalidParams(`the answer ${quote(bad[0])} in "inputResponses" must be an object`);
    this.#given = inputResponses;
    if (requestState === undefined) return;
    const state = await this.#seal.open(this.#request, requestState);
    if (!isRoundState(state))
      throw invalidParams(
        '"requestState" is not one that this server issued for this request, or it is too old',
      );
    this.#state = state;
  }

  consumeState(): Promise<void> {
    return (this.#consumed ??= this.#consume());
  }

  get isAsking(): boolean {
    return this.#pending.size > 0;
  }

  unanswered(): Promise<JsonObject> | undefined {
    return this.isAsking ? this.#toResult() : undefined;
  }

  async #consume(): Promise<void> {
    const { params = {} } = this.#request.call;
    if (!isRetry(params)) return;
    const { requestState } = params;
    // Answers without state belong to no question of this server: with them a handler could run any number of times.
    if (typeof requestState !== 'string')
      throw invalidParams('answers to this request need the "requestState" that came with the questions');
    const isFirst = await this.#seal.consume(requestState).catch((error: unknown) => {
      this.#request.host.report({ level: 'error', message: 'the store of nonces failed', error });
      throw new ToolError(CANNOT_TELL);
    });
    if (!isFirst)
      throw invalidParams(
        '"requestState" was used already, and this request runs at most once; begin again without it',
      );
  }

  async #toResult(): Promise<JsonObject> {
    this.#state.rounds++;
    if (this.#state.rounds > MAX_ROUNDS)
      throw invalidParams(`the request asked in more than ${MAX_ROUNDS} rounds`);
    const asked = [...this.#pending].map(([key, { method, params }]) => [key, { method, params }] as const);
    return {
      resultType: 'input_required',
      inputRequests: Object.fromEntries(asked),
      requestState: await this.#seal.close(this.#request, this.#state),
    };
  }
}

function isRoundState(value: unknown): value is RoundState {
  if (!isObject(value)) return false;
  return isObject(value['answers']) && isObject(value['once']) && typeof value['rounds'] === 'number';
}
