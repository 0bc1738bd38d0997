// TaskBook: the tasks of one server: begins them, and serves tasks/get, tasks/update, tasks/cancel and notifications/tasks.
import { ShapedReply, type Reply } from '../conversation/feature.ts';
import type { Report } from '../conversation/host.ts';
import type { ExtensionRequest } from '../conversation/extension-request.ts';
import { isRetry } from '../conversation/request.ts';
import type { Tool } from '../define/tool.ts';
import type { Execution } from '../conversation/execution.ts';
import { ErrorCode, RpcError } from '../jsonrpc/error.ts';
import { isObject, type JsonObject, type JsonText } from '../jsonrpc/json.ts';
import { invalidParams, McpErrorCode } from '../protocol/errors.ts';
import { Capacity } from '../limits/capacity.ts';
import { unref } from '../stores/expiry.ts';
import type { Awaitable } from '../stores/nonce-store.ts';
import { quote } from '../text/quote.ts';
import { Serial } from './serial.ts';
import type { TaskOptions } from './task-options.ts';
import { LEASE_MS, TaskRun, type Change } from './task-run.ts';
import { isFinal, MemoryTaskStore, type StoredTask, type TaskStore } from './task-store.ts';
import { CREATED, POLL_MS, toWire } from './task-wire.ts';

type Run = (execution?: Execution) => Promise<JsonText>;
type Notify = (method: string, params: JsonObject) => void;
/** Hears of the changes of a task; undefined when its time is over. */
type Listener = (task: StoredTask | undefined) => void;

const DEFAULTS = { ttlMs: 3_600_000, maxRunning: 2000, answerWithinMs: 500 };
const MAX_LISTENED = 1024;
const MAX_TRIES = 20;

/** The tasks of one server, in one process. */
export class TaskBook {
  readonly #store: TaskStore;
  readonly #options: Required<Omit<TaskOptions, 'store'>>;
  readonly #report: (report: Report) => void;
  readonly #running: Capacity;
  readonly #runs = new Map<string, TaskRun>();
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #looks = new Serial(() => this.#look());
  #timer: ReturnType<typeof setInterval> | undefined;
  #isAway = false;

  constructor(options: TaskOptions, report: (report: Report) => void) {
    const { store = new MemoryTaskStore(), ...given } = options;
    this.#store = store;
    this.#options = { ...DEFAULTS, ...given };
    this.#report = report;
    this.#running = new Capacity(this.#options.maxRunning);
  }

  /** Runs a tool: as a task when it takes long or asks, or when it has to be one. */
  async begin(request: ExtensionRequest, tool: Tool, run: Run): Promise<Reply> {
    const owner = ownerOf(request);
    if (!this.#running.take(owner, 1)) {
      if (tool.task === 'required') throw tooMany();
      return run();
    }
    let over: Promise<unknown> = Promise.resolve();
    const started: Run = (execution) => {
      const answer = run(execution);
      over = answer.catch(() => {});
      return answer;
    };
    try {
      return await this.#begin(request, tool, this.#newTask(owner), started);
    } finally {
      // Of a task that is answered already, the handler runs on.
      void over.then(() => this.#running.release(owner, 1));
    }
  }

  async #begin(request: ExtensionRequest, tool: Tool, task: StoredTask, run: Run): Promise<Reply> {
    const isRequired = tool.task === 'required';
    const asksFirst = tool.asksFirst === true || isRetry(request.params);
    const change: Change = (edit) => this.#tried(() => this.#change(task.id, edit));
    const { answerWithinMs } = this.#options;
    const ended = (): void => void this.#runs.delete(task.id);
    const running = new TaskRun({ request, asksFirst, answerWithinMs, change, ended });
    // A task that has to be one is there before its tool begins.
    if (isRequired && !asksFirst) {
      if (!(await this.#add(task))) throw tooMany();
      return this.#created(task, running, run(running));
    }
    const answer = run(running);
    const quick = await Promise.race([answer, running.due]);
    running.decide();
    if (quick !== undefined) return quick;
    const begun = running.message === undefined ? task : { ...task, message: running.message };
    // What need not be a task goes on without one.
    if (!request.settled && (await this.#add(begun).catch(() => false)))
      return this.#created(begun, running, answer);
    if (isRequired) {
      running.abort(new DOMException('There are too many tasks', 'AbortError'));
      throw tooMany();
    }
    running.stay();
    return answer;
  }

  /** tasks/get. */
  async get(request: ExtensionRequest, id: unknown): Promise<JsonObject> {
    return toWire(await this.#find(request, id));
  }

  /** tasks/update: answers to keys that are not open are ignored. */
  async update(request: ExtensionRequest, id: unknown, responses: unknown): Promise<JsonObject> {
    const task = await this.#find(request, id);
    if (!isObject(responses) || !Object.values(responses).every(isObject))
      throw invalidParams(
        '"inputResponses" must be an object of objects, one for each key of "inputRequests"',
      );
    await this.#tried(() => this.#change(task.id, (kept) => withAnswers(kept, responses)));
    await this.#runs.get(task.id)?.sync();
    return {};
  }

  /** tasks/cancel: nothing changes where a task is over. */
  async cancel(request: ExtensionRequest, id: unknown): Promise<JsonObject> {
    const task = await this.#find(request, id);
    await this.#tried(() =>
      this.#change(task.id, ({ inputRequests: _open, answers: _answers, ...kept }) =>
        isFinal(kept) ? undefined : { ...kept, status: 'cancelled', message: 'The client cancelled it' },
      ),
    );
    await this.#runs.get(task.id)?.sync();
    return {};
  }

  /** notifications/tasks for those of these tasks that the caller has: now, and after each change. */
  async listen(
    request: ExtensionRequest,
    ids: unknown,
    notify: Notify,
  ): Promise<{ accepted: string[]; stop(): void }> {
    if (!Array.isArray(ids) || ids.length > MAX_LISTENED || !ids.every((id) => typeof id === 'string'))
      throw invalidParams(`"notifications.taskIds" must be a list of at most ${MAX_LISTENED} ids`);
    const found = await this.#read([...new Set<string>(ids)]);
    const own = found.flatMap((task) => (task?.owner === ownerOf(request) ? [task] : []));
    const stops = own.map((task) => this.#listen(task, notify));
    return { accepted: own.map(({ id }) => id), stop: () => stops.forEach((stop) => stop()) };
  }

  #listen(task: StoredTask, notify: Notify): () => void {
    let last: StoredTask | undefined;
    const tell: Listener = (changed = failed(last ?? task, 'The time of this task is over; begin again')) => {
      if (last !== undefined && changed.version <= last.version) return;
      last = changed;
      notify('notifications/tasks', toWire(changed));
      if (isFinal(changed)) stop();
    };
    const listeners = this.#listeners.get(task.id) ?? new Set();
    this.#listeners.set(task.id, listeners.add(tell));
    const stop = (): void => {
      listeners.delete(tell);
      if (listeners.size === 0) this.#listeners.delete(task.id);
    };
    this.#watch();
    tell(task);
    return stop;
  }

  #watch(): void {
    if (this.#timer !== undefined) return;
    this.#timer = setInterval(() => void this.#looks.run(), POLL_MS);
    unref(this.#timer);
  }

  // Finds what other processes changed, and what is over: one command for all tasks that run here or are listened to.
  async #look(): Promise<void> {
    const ids = [...new Set([...this.#runs.keys(), ...this.#listeners.keys()])];
    if (ids.length === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
      return;
    }
    for (const [i, task] of (await this.#read(ids)).entries()) {
      const id = ids[i] ?? '';
      this.#runs.get(id)?.compare(task);
      for (const tell of [...(this.#listeners.get(id) ?? [])]) tell(task);
    }
  }

  #newTask(owner: string): StoredTask {
    const now = Date.now();
    return {
      id: crypto.randomUUID(),
      owner,
      version: 1,
      expiresAt: now + this.#options.ttlMs,
      aliveUntil: now + LEASE_MS,
      createdAt: now,
      updatedAt: now,
      status: 'working',
    };
  }

  #created(task: StoredTask, run: TaskRun, answer: Promise<JsonText>): Reply {
    this.#runs.set(task.id, run);
    this.#watch();
    void run.store(answer);
    return new ShapedReply(CREATED, { resultType: 'task', ...toWire(task) });
  }

  #add(task: StoredTask): Promise<boolean> {
    return this.#tried(() => this.#store.add(task));
  }

  async #find(request: ExtensionRequest, id: unknown): Promise<StoredTask> {
    if (typeof id !== 'string') throw invalidParams('"taskId" must be a string');
    const [task] = await this.#read([id]);
    if (task?.owner === ownerOf(request)) return task;
    throw invalidParams(`there is no task ${quote(id)}; its time is over, or it never existed`);
  }

  /** These tasks, as far as they exist. One that nobody runs any more is failed. */
  async #read(ids: readonly string[]): Promise<readonly (StoredTask | undefined)[]> {
    const isAlive = (task: StoredTask): boolean => this.#runs.has(task.id) || task.aliveUntil > Date.now();
    return this.#tried(async () => {
      const found = await this.#store.getMany(ids);
      return Promise.all(
        found.map(async (task) =>
          task === undefined || isFinal(task) || isAlive(task) ? task : this.#change(task.id, abandoned),
        ),
      );
    });
  }

  async #change(id: string, edit: Parameters<Change>[0]): Promise<StoredTask | undefined> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const [kept] = await this.#store.getMany([id]);
      const edited = kept && edit(kept);
      if (kept === undefined || edited === undefined) return kept;
      const next = { ...edited, version: kept.version + 1, updatedAt: Date.now() };
      const outcome = await this.#store.replace(next);
      if (outcome === 'full') throw tooMany();
      if (outcome === 'changed') continue;
      for (const tell of this.#listeners.get(id) ?? []) tell(next);
      return next;
    }
    throw new RpcError(ErrorCode.InternalError, 'The server could not change the task; try again later');
  }

  async #tried<T>(use: () => Awaitable<T>): Promise<T> {
    try {
      const used = await use();
      if (this.#isAway) this.#report({ level: 'warning', message: 'the store of tasks is back' });
      this.#isAway = false;
      return used;
    } catch (error) {
      if (error instanceof RpcError) throw error;
      if (!this.#isAway) this.#report({ level: 'error', message: 'the store of tasks failed', error });
      this.#isAway = true;
      throw new RpcError(
        ErrorCode.InternalError,
        'The server cannot reach the place where it keeps tasks; try again later',
      );
    }
  }
}

function withAnswers(task: StoredTask, responses: JsonObject): StoredTask | undefined {
  const { inputRequests = {}, answers = {}, ...rest } = task;
  const open = Object.entries(inputRequests);
  const left = open.filter(([key]) => !Object.hasOwn(responses, key));
  if (isFinal(task) || left.length === open.length) return undefined;
  const given = open.flatMap(([key]) => (Object.hasOwn(responses, key) ? [[key, responses[key]]] : []));
  return {
    ...rest,
    ...(left.length === 0
      ? { status: 'working' as const }
      : { status: 'input_required' as const, inputRequests: Object.fromEntries(left) }),
    answers: { ...answers, ...Object.fromEntries(given) },
  };
}

function abandoned(task: StoredTask): StoredTask | undefined {
  if (isFinal(task) || task.aliveUntil > Date.now()) return undefined;
  return failed(task, 'The process that ran this task ended before the task did; begin again');
}

function failed(task: StoredTask, message: string): StoredTask {
  const { inputRequests: _open, answers: _answers, ...rest } = task;
  const error = { code: ErrorCode.InternalError, message };
  return { ...rest, version: task.version + 1, status: 'failed', message, error };
}

function ownerOf({ ctx: { caller } }: ExtensionRequest): string {
  return caller === undefined ? '' : JSON.stringify([caller.issuer, caller.subject]);
}

function tooMany(): RpcError {
  return new RpcError(
    McpErrorCode.Overloaded,
    'Server overloaded: there are too many tasks; try again later',
  );
}
