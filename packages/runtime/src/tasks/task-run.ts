// TaskRun: a tool that runs as a task, with the same handler as a call. Progress becomes the status message, questions
// become required input, and the signal aborts when the task is cancelled.
import {
  ErrorCode,
  isSuspension,
  type JsonObject,
  McpErrorCode,
  type Question,
  RpcError,
  ToolError,
} from '../index.ts';
import { type Asker, type Execution, type ExtensionRequest, isObject, type JsonText } from '../extensions.ts';
import { isFinal, type StoredTask } from './task-store.ts';
import { asking, toMessage } from './task-wire.ts';

/** What a task becomes; undefined when it stays as it is. */
export type Edit = (task: StoredTask) => StoredTask | undefined;

/** What a run is given. */
export interface RunOptions {
  /** The request that began it. */
  readonly request: ExtensionRequest;
  /** Questions are asked as without tasks until the task begins. */
  readonly asksFirst: boolean;
  /** See `TaskOptions`. */
  readonly answerWithinMs: number;
  /**
   * Changes the stored task: `edit` gets the newest version, and may be called several times. Resolves with the stored
   * task. Rejects with "overloaded" if the store has no capacity for the change.
   */
  readonly change: (edit: Edit) => Promise<StoredTask | undefined>;
  /** Called when nothing more will be stored for the task. */
  readonly ended: () => void;
}

interface OpenQuestion {
  readonly question: Question;
  resolve(answer: JsonObject): void;
  reject(error: unknown): void;
}

type Outcome = Partial<StoredTask>;
type State = 'waiting' | 'call' | 'task' | 'over' | { readonly outcome: Outcome };

const MAX_RESULT_CHARS = 4 * 1024 * 1024;

/** How long a process may give no sign of life until others count its tasks as failed, in milliseconds. */
export const LEASE_MS = 15_000;

/**
 * One run. It begins as a call and may become a task.
 *
 * ```
 * waiting ── store ──▶ task ── the handler is done ──▶ { outcome } ── it is stored ──▶ over
 *    └──── stay ─────▶ call    └──────── it was cancelled, or its time is over ─────────▲
 * ```
 */
export class TaskRun implements Execution {
  /** Resolves when the run should become a task: it takes long, or it asks. */
  readonly due: Promise<undefined>;
  message: string | undefined;
  readonly #options: RunOptions;
  readonly #controller = new AbortController();
  readonly #open = new Map<string, OpenQuestion>();
  readonly #long: ReturnType<typeof setTimeout>;
  #state: State = 'waiting';
  #last: Promise<void> = Promise.resolve();
  #isDue: () => void = () => {};

  constructor(options: RunOptions) {
    this.#options = options;
    this.due = new Promise((resolve) => (this.#isDue = () => resolve(undefined)));
    this.#long = setTimeout(() => this.#isDue(), options.answerWithinMs);
    const { signal } = options.request.ctx;
    const giveUp = (): void => {
      if (this.#isOnCall) this.abort(signal.reason as DOMException);
    };
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get settled(): boolean {
    return this.#isOnCall ? this.#options.request.settled : this.#state !== 'task';
  }

  get #isOnCall(): boolean {
    return this.#state === 'waiting' || this.#state === 'call';
  }

  abort(reason: DOMException): void {
    this.#controller.abort(reason);
    this.#refuseQuestions(reason);
  }

  /** Log messages go out with the answer of the call; a task has none. */
  notify(method: string, params: JsonObject): void {
    if (this.#isOnCall) this.#options.request.notify(method, params);
  }

  /** The next look stores it: clients ask once a second. */
  progress(progress: number, total: number | undefined, message: string | undefined): void {
    this.message = toMessage(message ?? (total === undefined ? `${progress}` : `${progress} of ${total}`));
  }

  asker(usual: Asker): Asker {
    const isOwn = this.#state === 'waiting' ? !this.#options.asksFirst : !this.#isOnCall;
    return {
      ask: (key, question) => (isOwn ? this.#ask(key, question) : this.#askOnCall(usual, key, question)),
    };
  }

  /** It is decided whether it becomes a task. */
  decide(): void {
    clearTimeout(this.#long);
  }

  /**
   * Makes the task a normal call again, which asks as calls do. Its earlier questions are refused, because no client
   * has seen them.
   */
  stay(): void {
    this.#state = 'call';
    this.#refuseQuestions(
      new ToolError('The user cannot be asked: there are too many tasks. Try again later.'),
    );
  }

  /** It is a task now. Resolves when its handler is done. */
  async store(answer: Promise<JsonText>): Promise<void> {
    this.decide();
    this.#state = 'task';
    if (this.#open.size > 0) void this.sync();
    const outcome = await answer.then(({ text }) => completed(text), failed);
    if (this.#state === 'task') this.#state = { outcome };
    void this.sync();
  }

  /** Compares with what is stored now, and brings both up to date where they differ. */
  compare(stored: StoredTask | undefined): void {
    if (stored === undefined || isFinal(stored) || this.#update(stored) !== undefined) void this.sync();
  }

  /** Takes answers and cancellation from the store, and stores what changed here. Never rejects. */
  sync(): Promise<void> {
    return (this.#last = this.#last.then(() => this.#sync()));
  }

  async #sync(): Promise<void> {
    if (this.#isOnCall || this.#state === 'over') return;
    try {
      const stored = await this.#options.change((task) => {
        if (isFinal(task)) return undefined;
        this.#deliver(task.answers);
        return this.#update(task);
      });
      if (stored === undefined || isFinal(stored)) this.#end(stored);
    } catch (error) {
      // The store has no capacity for the result, so a short error replaces it. A store that is unreachable
      // may come back:
      // the next poll tries again.
      const isFull = error instanceof RpcError && error.code === McpErrorCode.Overloaded;
      if (!isFull || typeof this.#state !== 'object') return;
      this.#state = { outcome: { status: 'completed', result: STORE_FULL } };
      void this.sync();
    }
  }

  // Deliver them before the store marks them as taken: the store may do so and then fail to answer, and they would be
  // lost.
  #deliver(answers: JsonObject = {}): void {
    for (const [key, answer] of Object.entries(answers)) {
      if (isObject(answer)) this.#open.get(key)?.resolve(answer);
      this.#open.delete(key);
    }
  }

  // Returns the changed task, or undefined if nothing changed and its lease was renewed recently.
  #update(task: StoredTask): StoredTask | undefined {
    const { inputRequests = {}, answers, message: told, ...rest } = task;
    // The last status message no longer applies.
    if (typeof this.#state === 'object') return { ...rest, ...this.#state.outcome };
    const message = this.message ?? told;
    const isSame =
      answers === undefined && message === told && this.#open.size === Object.keys(inputRequests).length;
    if (isSame && task.aliveUntil - Date.now() > LEASE_MS / 2) return undefined;
    return {
      ...rest,
      ...(message === undefined ? {} : { message }),
      ...asking(
        [...this.#open].map(
          ([
            key,
            {
              question: { method, params },
            },
          ]) => [key, { method, params }],
        ),
      ),
      aliveUntil: Date.now() + LEASE_MS,
    };
  }

  #end(task: StoredTask | undefined): void {
    const why = task === undefined ? 'Its time is over' : `The task was ${task.status}`;
    if (this.#state === 'task') this.abort(new DOMException(why, 'AbortError'));
    this.#state = 'over';
    this.#options.ended();
  }

  async #askOnCall(usual: Asker, key: string, question: Question): Promise<JsonObject> {
    try {
      return await usual.ask(key, question);
    } catch (error) {
      // The answer to the call is the question, so it will not become a task.
      if (isSuspension(error)) this.decide();
      throw error;
    }
  }

  #ask(key: string, question: Question): Promise<JsonObject> {
    const answer = new Promise<JsonObject>((resolve, reject) => {
      if (this.signal.aborted) return reject(this.signal.reason as DOMException);
      this.#open.set(key, { question, resolve, reject });
    });
    answer.catch(() => {});
    if (this.#isOnCall) this.#isDue();
    else void this.sync();
    return answer;
  }

  #refuseQuestions(error: unknown): void {
    for (const question of this.#open.values()) question.reject(error);
    this.#open.clear();
  }
}

function completed(text: string): Outcome {
  const problem = `The result has ${text.length} characters, and a task keeps ${MAX_RESULT_CHARS} at most.`;
  return { status: 'completed', result: text.length <= MAX_RESULT_CHARS ? text : toError(problem) };
}

function toError(problem: string): string {
  const content = [{ type: 'text', text: `${problem} The tool has done its work. Ask for less at a time.` }];
  return JSON.stringify({ resultType: 'complete', content, isError: true });
}

const STORE_FULL = toError('The result cannot be stored: too many results are stored already.');

function failed(error: unknown): Outcome {
  const known = error instanceof RpcError ? error : new RpcError(ErrorCode.InternalError, 'Internal error');
  return { status: 'failed', message: toMessage(known.message), error: { ...known.toObject() } };
}
