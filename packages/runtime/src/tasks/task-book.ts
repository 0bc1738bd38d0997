// TaskBook: the tasks of one server: begins them, and serves tasks/get, tasks/update, tasks/cancel and notifications/tasks.
import { ShapedReply, type Reply } from '../conversation/feature.ts';
import type { Report } from '../conversation/host.ts';
import { isRetry, type ServerRequest } from '../conversation/request.ts';
import type { Tool } from '../define/tool.ts';
import type { Execution } from '../conversation/execution.ts';
import { ErrorCode, RpcError } from '../jsonrpc/error.ts';
import { isObject, type JsonObject, type JsonText } from '../jsonrpc/json.ts';
import { invalidParams, McpErrorCode } from '../protocol/errors.ts';
import { unref } from '../stores/expiry.ts';
import type { Awaitable } from '../stores/nonce-store.ts';
import { quote } from '../text/quote.ts';
import type { TaskOptions } from './task-options.ts';
import { TaskRun, type Change } from './task-run.ts';
import { MemoryTaskStore, type StoredTask, type TaskStore } from './task-store.ts';
import { CREATED, isFinal, toWire } from './task-wire.ts';

type Run = (execution?: Execution<ServerRequest>) => Promise<JsonText>;
type Notify = (method: string, params: JsonObject) => void;
/** Hears of the changes of a task; undefined when its time is over. */
type Listener = (task: StoredTask | undefined) => void;

const DEFAULTS = {
  ...{ ttlMs: 3_600_000, leaseMs: 15_000, answerWithinMs: 500, pollIntervalMs: 1000 },
  ...{ maxPerCaller: 1000, maxRunning: 1000, maxResultChars: 4 * 1024 * 1024 },
};
const MAX_LISTENED = 1024;
const MAX_TRIES = 20;

/** The tasks of one server, in one process. */
export class TaskBook {
  readonly #store: TaskStore;
  readonly #options: Required<Omit<TaskOptions, 'store'>>;
  readonly #report: (report: Report) => void;
  readonly #runs = new Map<string, TaskRun>();
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #looking = new Set<string>();
  #timer: ReturnType<typeof setInterval> | undefined;
  #isAway = false;

  constructor(options: TaskOptions, report: (report: Report) => void) {
    const { store = new MemoryTaskStore(), ...given } = options;
    this.#store = store;
    this.#options = { ...DEFAULTS, ...given };
    this.#report = report;
  }

  /** Runs a tool: as a task when it takes long or asks, or when it has to be one. */
  async begin(request: ServerRequest, tool: Tool, run: Run): Promise<Reply> {
    const isRequired = tool.task === 'required';
    if (this.#runs.size >= this.#options.maxRunning) {
      if (isRequired) throw tooMany();
      return run();
    }
    const asksFirst = tool.asksFirst === true || isRetry(request.params);
    const task = this.#newTask(request);
    const change: Change = (edit) => this.#tried(() => this.#change(task.id, edit));
    const running = new TaskRun({ ...this.#options, request, asksFirst, change });
    // A task that has to be one is there before its tool begins.
    if (isRequired && !asksFirst) {
      if (!(await this.#add(task))) throw tooMany();
      return this.#keep(task, running, run(running));
    }
    const answer = run(running);
    const quick = await Promise.race([answer, running.due]);
    running.decide();
    if (quick !== undefined) return quick;
    const begun = running.message === undefined ? task : { ...task, message: running.message };
    // What need not be a task goes on without one.
    if (!request.call.settled && (await this.#add(begun).catch(() => false)))
      return this.#keep(begun, running, answer);
    if (isRequired) running.abort(new DOMException('There are too many tasks', 'AbortError'));
    running.stay();
    return answer;
  }

  /** tasks/get. */
  async get(request: ServerRequest, id: unknown): Promise<JsonObject> {
    return toWire(await this.#find(request, id), this.#options.pollIntervalMs);
  }

  /** tasks/update: answers to keys that are not open are ignored. */
  async update(request: ServerRequest, id: unknown, responses: unknown): Promise<JsonObject> {
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
  async cancel(request: ServerRequest, id: unknown): Promise<JsonObject> {
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
    request: ServerRequest,
    ids: unknown,
    notify: Notify,
  ): Promise<{ accepted: string[]; stop(): void }> {
    if (!Array.isArray(ids) || ids.length > MAX_LISTENED || !ids.every((id) => typeof id === 'string'))
      throw invalidParams(`"notifications.taskIds" must be a list of at most ${MAX_LISTENED} ids`);
    const found = await Promise.all([...new Set<string>(ids)].map((id) => this.#known(request, id)));
    const stops = found.flatMap((task) => (task === undefined ? [] : [this.#listen(task, notify)]));
    const accepted = found.flatMap((task) => task?.id ?? []);
    return { accepted, stop: () => stops.forEach((stop) => stop()) };
  }

  #listen(task: StoredTask, notify: Notify): () => void {
    let last: StoredTask | undefined;
    const tell: Listener = (changed = failed(last ?? task, 'The time of this task is over; begin again')) => {
      if (last !== undefined && changed.version <= last.version) return;
      last = changed;
      notify('notifications/tasks', toWire(changed, this.#options.pollIntervalMs));
      if (isFinal(changed)) stop();
    };
    const listeners = this.#listeners.get(task.id) ?? new Set();
    this.#listeners.set(task.id, listeners.add(tell));
    if (this.#timer === undefined) {
      this.#timer = setInterval(() => this.#look(), this.#options.pollIntervalMs);
      unref(this.#timer);
    }
    const stop = (): void => {
      listeners.delete(tell);
      if (listeners.size === 0) this.#listeners.delete(task.id);
      if (this.#listeners.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
    tell(task);
    return stop;
  }

  // Finds changes in other processes: once for each task, whatever listens, and not again before the store has answered.
  #look(): void {
    for (const [id, listeners] of this.#listeners) {
      if (this.#runs.has(id) || this.#looking.has(id)) continue;
      this.#looking.add(id);
      void this.#read(id)
        .then(
          (kept) => [...listeners].forEach((tell) => tell(kept)),
          () => {},
        )
        .finally(() => this.#looking.delete(id));
    }
  }

  #newTask(request: ServerRequest): StoredTask {
    const now = Date.now();
    const { caller } = request;
    return {
      id: crypto.randomUUID(),
      owner: caller === undefined ? '' : JSON.stringify([caller.issuer, caller.subject]),
      version: 1,
      expiresAt: now + this.#options.ttlMs,
      aliveUntil: now + this.#options.leaseMs,
      createdAt: now,
      updatedAt: now,
      status: 'working',
    };
  }

  #keep(task: StoredTask, run: TaskRun, answer: Promise<JsonText>): Reply {
    this.#runs.set(task.id, run);
    void run.keep(answer).then(() => this.#runs.delete(task.id));
    return new ShapedReply(CREATED, {
      resultType: 'task',
      ...toWire(task, this.#options.pollIntervalMs),
    });
  }

  #add(task: StoredTask): Promise<boolean> {
    return this.#tried(() => this.#store.add(task, this.#options.maxPerCaller));
  }

  async #find(request: ServerRequest, id: unknown): Promise<StoredTask> {
    if (typeof id !== 'string') throw invalidParams('"taskId" must be a string');
    const task = await this.#known(request, id);
    if (task !== undefined) return task;
    throw invalidParams(`there is no task ${quote(id)}; its time is over, or it never existed`);
  }

  /** A task of the caller. */
  async #known(request: ServerRequest, id: string): Promise<StoredTask | undefined> {
    const task = await this.#read(id);
    return task?.owner === this.#newTask(request).owner ? task : undefined;
  }

  /** A task. One that nobody runs any more is failed. */
  async #read(id: string): Promise<StoredTask | undefined> {
    const task = await this.#tried(() => this.#store.get(id));
    if (task === undefined || isFinal(task) || this.#runs.has(id) || task.aliveUntil > Date.now())
      return task;
    return this.#tried(() => this.#change(id, abandoned));
  }

  async #change(id: string, edit: Parameters<Change>[0]): Promise<StoredTask | undefined> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const kept = await this.#store.get(id);
      const edited = kept && edit(kept);
      if (kept === undefined || edited === undefined) return kept;
      const next = { ...edited, version: kept.version + 1, updatedAt: Date.now() };
      if (!(await this.#store.replace(next))) continue;
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

function tooMany(): RpcError {
  return new RpcError(
    McpErrorCode.Overloaded,
    'Server overloaded: there are too many tasks; try again later',
  );
}
