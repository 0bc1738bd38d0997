// TaskRun: a tool that runs as a task. Its handler is the one that answers a call: progress becomes the status message,
// questions become input that the task requires, and the signal aborts when the task is cancelled.
import type { Execution } from '../conversation/execution.ts';
import type { Questions } from '../conversation/host.ts';
import type { ServerRequest } from '../conversation/request.ts';
import { ToolError } from '../define/tool-result.ts';
import { toQuestions } from '../features/asking/mrtr.ts';
import type { Question, Rounds } from '../features/asking/question.ts';
import { ErrorCode, RpcError } from '../jsonrpc/error.ts';
import { isObject, type JsonObject, type JsonText } from '../jsonrpc/json.ts';
import { unref } from '../stores/expiry.ts';
import type { TaskOptions } from './task-options.ts';
import type { StoredTask } from './task-store.ts';
import { isFinal, toInputRequests } from './task-wire.ts';

/** Changes the task as it is kept: `edit` gets the newest version, and may see several. Resolves with what is kept then. */
export type Change = (edit: (task: StoredTask) => StoredTask | undefined) => Promise<StoredTask | undefined>;

/** What a run is given. */
export interface RunOptions extends Required<
  Pick<TaskOptions, 'answerWithinMs' | 'leaseMs' | 'maxResultChars'>
> {
  /** The request that began it. */
  readonly request: ServerRequest;
  /** Questions are asked as without tasks until the task begins. */
  readonly asksFirst: boolean;
  readonly change: Change;
}

interface OpenQuestion {
  readonly question: Question;
  resolve(answer: JsonObject): void;
  reject(error: unknown): void;
}

const SYNC_MS = 1000;
const PROGRESS_MS = 200;

/** One run. It lives on its call until it becomes a task, and from then on by itself. */
export class TaskRun implements Execution<ServerRequest> {
  /** Resolves when the run should become a task: it takes long, or it asks. */
  readonly due: Promise<undefined>;
  message: string | undefined;
  readonly #options: RunOptions;
  readonly #controller = new AbortController();
  readonly #answers = new Map<string, Promise<JsonObject>>();
  readonly #open = new Map<string, OpenQuestion>();
  readonly #long: ReturnType<typeof setTimeout>;
  #tick: ReturnType<typeof setInterval> | undefined;
  #isDue: () => void = () => {};
  #usual: Questions | undefined;
  #isTask = false;
  #isOver = false;
  #outcome: Partial<StoredTask> | undefined;
  #over: () => void = () => {};
  #syncing: Promise<void> = Promise.resolve();
  #isQueued = false;
  #soon: ReturnType<typeof setTimeout> | undefined;

  constructor(options: RunOptions) {
    this.#options = options;
    this.due = new Promise((resolve) => (this.#isDue = () => resolve(undefined)));
    this.#long = setTimeout(() => this.#takesLong(), options.answerWithinMs);
    const { call } = options.request;
    const giveUp = (): void => {
      if (!this.#isTask) this.abort(call.signal.reason as DOMException);
    };
    if (call.signal.aborted) giveUp();
    else call.signal.addEventListener('abort', giveUp, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get settled(): boolean {
    if (!this.#isTask) return this.#options.request.call.settled;
    return this.#isOver || this.#outcome !== undefined;
  }

  abort(reason: DOMException): void {
    this.#controller.abort(reason);
    this.#refuseQuestions(reason);
  }

  /** Log messages go out with the answer of the call; a task has none. */
  notify(method: string, params: JsonObject): void {
    if (!this.#isTask) this.#options.request.call.notify(method, params);
  }

  progress(progress: number, total: number | undefined, message: string | undefined): void {
    this.message = message ?? (total === undefined ? `${progress}` : `${progress} of ${total}`);
    if (!this.#isTask || this.#soon !== undefined) return;
    this.#soon = setTimeout(() => {
      this.#soon = undefined;
      void this.sync();
    }, PROGRESS_MS);
  }

  questions(request: ServerRequest, usual: () => Questions): Questions {
    const own = toQuestions(this.#rounds(request));
    if (!this.#options.asksFirst) return own;
    const first = (this.#usual = usual());
    const current = (): Questions => (this.#isTask ? own : first);
    return {
      get ask() {
        return current().ask;
      },
      once: (key, fn) => current().once(key, fn),
      resume: () => first.resume(),
      consumeState: () => first.consumeState(),
      unanswered: () => first.unanswered(),
    };
  }

  /** It is decided whether it becomes a task. */
  decide(): void {
    clearTimeout(this.#long);
  }

  /** It will not become a task: nobody can answer its questions. */
  stay(): void {
    this.#refuseQuestions(
      new ToolError('The user cannot be asked: there are too many tasks. Try again later.'),
    );
  }

  /** It is a task now. Resolves when what became of it is kept. */
  async keep(answer: Promise<JsonText>): Promise<void> {
    const over = new Promise<void>((resolve) => (this.#over = resolve));
    this.decide();
    this.#isTask = true;
    this.#tick = setInterval(() => void this.sync(), SYNC_MS);
    unref(this.#tick);
    if (this.#open.size > 0) void this.sync();
    this.#outcome = await answer.then(({ text }) => this.#completed(text), failed);
    void this.sync();
    return over;
  }

  /** Takes answers and cancellation from the store, and brings there what changed here. Never rejects. */
  sync(): Promise<void> {
    if (this.#isQueued) return this.#syncing;
    this.#isQueued = true;
    const once = async (): Promise<void> => {
      this.#isQueued = false;
      // A store that is away may come back: the next sign of life brings it up to date.
      await this.#syncOnce().catch(() => {});
    };
    return (this.#syncing = this.#syncing.then(once));
  }

  async #syncOnce(): Promise<void> {
    if (this.#isOver) return;
    const kept = await this.#options.change((task) => {
      if (isFinal(task)) return undefined;
      this.#take(task.answers);
      return this.#update(task);
    });
    if (kept === undefined || isFinal(kept)) this.#stop(kept);
  }

  // Before the store is told that they were taken: it may do that and fail to say so, and nobody would have them then.
  #take(answers: JsonObject = {}): void {
    for (const [key, answer] of Object.entries(answers)) {
      if (isObject(answer)) this.#open.get(key)?.resolve(answer);
      this.#open.delete(key);
    }
  }

  // The task with what changed here; undefined when nothing did, and it was seen alive a moment ago.
  #update(task: StoredTask): StoredTask | undefined {
    const { inputRequests = {}, answers, message: told, ...rest } = task;
    // What it was doing last is no longer so.
    if (this.#outcome !== undefined) return { ...rest, ...this.#outcome };
    const message = this.message ?? told;
    const isSame =
      answers === undefined && message === told && this.#open.size === Object.keys(inputRequests).length;
    const { leaseMs } = this.#options;
    if (isSame && task.aliveUntil - Date.now() > leaseMs / 2) return undefined;
    return {
      ...rest,
      ...(message === undefined ? {} : { message }),
      ...toInputRequests([...this.#open].map(([key, { question }]) => [key, question])),
      aliveUntil: Date.now() + leaseMs,
    };
  }

  #stop(task: StoredTask | undefined): void {
    this.#isOver = true;
    clearTimeout(this.#soon);
    clearInterval(this.#tick);
    const why = task === undefined ? 'Its time is over' : `The task was ${task.status}`;
    if (this.#outcome === undefined) this.abort(new DOMException(why, 'AbortError'));
    this.#over();
  }

  #takesLong(): void {
    // A question of the call is being answered with the questions as ever.
    const asking = this.#usual?.unanswered();
    if (asking === undefined) this.#isDue();
    else asking.catch(() => {});
  }

  #rounds(request: ServerRequest): Rounds {
    const done = new Map<string, Promise<unknown>>();
    return {
      request,
      ask: (key, asked) => request.aroundQuestion(asked, (question) => this.#ask(key, question)),
      once: <T>(key: string, fn: () => T | Promise<T>): Promise<T> => {
        const known = done.get(key) ?? (async () => fn())();
        done.set(key, known);
        return known as Promise<T>;
      },
      malformed: (_, problem) => new ToolError(`The client's answer does not fit the question: ${problem}`),
      roots: (fetch) => fetch(),
    };
  }

  // A key asks once in a task: whoever asks with it again gets the same answer.
  #ask(key: string, question: Question): Promise<JsonObject> {
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const answer = new Promise<JsonObject>((resolve, reject) => {
      if (this.signal.aborted) return reject(this.signal.reason as DOMException);
      this.#open.set(key, { question, resolve, reject });
    });
    answer.catch(() => {});
    this.#answers.set(key, answer);
    if (this.#isTask) void this.sync();
    else this.#isDue();
    return answer;
  }

  #refuseQuestions(error: unknown): void {
    for (const question of this.#open.values()) question.reject(error);
    this.#open.clear();
  }

  #completed(text: string): Partial<StoredTask> {
    const { maxResultChars } = this.#options;
    if (text.length <= maxResultChars) return { status: 'completed', result: text };
    const problem =
      `The result has ${text.length} characters, and a task keeps ${maxResultChars} at most. ` +
      'Ask for less at a time.';
    const result = { resultType: 'complete', content: [{ type: 'text', text: problem }], isError: true };
    return { status: 'completed', result: JSON.stringify(result) };
  }
}

function failed(error: unknown): Partial<StoredTask> {
  const known = error instanceof RpcError ? error : new RpcError(ErrorCode.InternalError, 'Internal error');
  return { status: 'failed', message: known.message, error: { ...known.toObject() } };
}
