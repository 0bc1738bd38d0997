// TaskRegistry: the tasks of one server: begins them, and serves tasks/get, tasks/update, tasks/cancel and
// notifications/tasks.
import {
  callerKey,
  ErrorCode,
  type JsonObject,
  McpErrorCode,
  type Report,
  RpcError,
  type Tool,
} from '../index.ts';
import {
  type Execution,
  type ExtensionRequest,
  invalidParams,
  isObject,
  type JsonText,
  ShapedReply,
} from '../extensions.ts';
import { Capacity } from '../limits/capacity.ts';
import { unref } from '../limits/expiry.ts';
import { quote } from '../text/quote.ts';
import type { TaskOptions } from './task-options.ts';
import { LEASE_MS, TaskRun, type Edit } from './task-run.ts';
import { isFinal, MemoryTaskStore, type StoredTask, type TaskStore } from './task-store.ts';
import { asking, CREATED, POLL_MS, toWire } from './task-wire.ts';

type Run = (execution?: Execution) => Promise<JsonText>;
type Reply = JsonText | ShapedReply;
type Notify = (method: string, params: JsonObject) => void;
/** Hears of the changes of a task; undefined when its time is over. */
type Listener = (task: StoredTask | undefined) => void;

const TTL_MS = 3_600_000;
const MAX_RUNNING = 2000;
const ANSWER_WITHIN_MS = 500;
const MAX_LISTENED = 1024;
const MAX_TRIES = 20;

/** The tasks of one server, in one process. */
export class TaskRegistry {
  readonly #store: TaskStore;
  readonly #options: Required<Omit<TaskOptions, 'store'>>;
  readonly #report: (report: Report) => void;
  readonly #running: Capacity;
  readonly #runs = new Map<string, TaskRun>();
  readonly #listeners = new Map<string, Set<Listener>>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isAway = false;

  constructor(options: TaskOptions, report: (report: Report) => void) {
    const { store = new MemoryTaskStore(), ...given } = options;
    this.#store = store;
    this.#options = { ttlMs: TTL_MS, maxRunning: MAX_RUNNING, answerWithinMs: ANSWER_WITHIN_MS, ...given };
    this.#report = report;
    this.#running = new Capacity(this.#options.maxRunning);
  }

  /** Runs a tool: as a task when it takes long or asks, or when it has to be one. */
  async begin(request: ExtensionRequest, tool: Tool, run: Run): Promise<Reply> {
    const owner = ownerOf(request);
    const isRequired = tool.task === 'required';
    if (!this.#running.reserve(owner, 1)) {
      if (isRequired) throw tooMany();
      return run();
    }
    const task = this.#newTask(owner);
    const asksFirst = tool.asksFirst === true || bringsAnswers(request.params);
    const running = new TaskRun({
      request,
      asksFirst,
      answerWithinMs: this.#options.answerWithinMs,
      change: (edit) => this.#change(task.id, edit),
      ended: () => void this.#runs.delete(task.id),
    });
    const release = (): void => this.#running.release(owner, 1);
    // A required task exists before its tool begins.
    const isFirst = isRequired && !asksFirst;
    if (isFirst)
      await this.#add(task).catch((error: unknown) => {
        release();
        throw error;
      });
    const answer = run(running);
    void answer.then(release, release);
    if (isFirst) return this.#created(task, running, answer);
    const quick = await Promise.race([answer, running.due]);
    running.decide();
    if (quick !== undefined) return quick;
    const begun = running.message === undefined ? task : { ...task, message: running.message };
    try {
      request.ctx.signal.throwIfAborted();
      await this.#add(begun);
      return this.#created(begun, running, answer);
    } catch (error) {
      if (isRequired) {
        running.abort(new DOMException('It has to be a task, and cannot be one', 'AbortError'));
        throw error;
      }
      // An optional task runs as a normal call.
      running.stay();
      return answer;
    }
  }

  /** tasks/get. */
  async get(request: ExtensionRequest, { taskId }: JsonObject): Promise<JsonObject> {
    return toWire(await this.#find(request, taskId));
  }

  /** tasks/update: answers to keys that are not open are ignored. */
  async update(request: ExtensionRequest, { taskId, inputResponses }: JsonObject): Promise<JsonObject> {
    if (!isObject(inputResponses) || !Object.values(inputResponses).every(isObject))
      throw invalidParams(
        '"inputResponses" must be an object of objects, one for each key of "inputRequests"',
      );
    return this.#edit(request, taskId, (kept) => withAnswers(kept, inputResponses));
  }

  /** tasks/cancel: nothing changes where a task is over. */
  async cancel(request: ExtensionRequest, { taskId }: JsonObject): Promise<JsonObject> {
    return this.#edit(request, taskId, ({ inputRequests: _open, answers: _answers, ...kept }) =>
      isFinal(kept) ? undefined : { ...kept, status: 'cancelled', message: 'The client cancelled it' },
    );
  }

  async #edit(request: ExtensionRequest, id: unknown, edit: Edit): Promise<JsonObject> {
    const task = await this.#find(request, id);
    await this.#change(task.id, edit);
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
    const listener: Listener = (
      changed = failed(last ?? task, 'The time of this task is over; begin again'),
    ) => {
      if (last !== undefined && changed.version <= last.version) return;
      last = changed;
      notify('notifications/tasks', toWire(changed));
      if (isFinal(changed)) stop();
    };
    const listeners = this.#listeners.get(task.id) ?? new Set();
    this.#listeners.set(task.id, listeners.add(listener));
    const stop = (): void => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(task.id);
    };
    this.#watch();
    listener(task);
    return stop;
  }

  #watch(): void {
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => void this.#poll(), POLL_MS);
    unref(this.#timer);
  }

  // Finds changes of other processes and expired tasks: one command for all tasks that run here or have listeners.
  // The next poll waits for the store's answer to this one.
  async #poll(): Promise<void> {
    const ids = [...new Set([...this.#runs.keys(), ...this.#listeners.keys()])];
    const found = await this.#read(ids).catch(() => undefined);
    for (const [i, task] of found?.entries() ?? []) {
      const id = ids[i] ?? '';
      this.#runs.get(id)?.compare(task);
      try {
        for (const notify of [...(this.#listeners.get(id) ?? [])]) notify(task);
      } catch {
        // The stored value is no longer a task. tasks/get reports that.
        this.#listeners.delete(id);
      }
    }
    this.#timer = undefined;
    if (this.#runs.size + this.#listeners.size > 0) this.#watch();
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

  async #add(task: StoredTask): Promise<void> {
    if (!(await this.#tried(() => this.#store.add(task)))) throw tooMany();
  }

  async #find(request: ExtensionRequest, id: unknown): Promise<StoredTask> {
    if (typeof id !== 'string') throw invalidParams('"taskId" must be a string');
    const [task] = await this.#read([id]);
    if (task?.owner === ownerOf(request)) return task;
    throw invalidParams(`there is no task ${quote(id)}; its time is over, or it never existed`);
  }

  /** Returns these tasks if they exist. A task whose process is gone has failed. */
  async #read(ids: readonly string[]): Promise<readonly (StoredTask | undefined)[]> {
    const found = await this.#tried(() => this.#store.getMany(ids));
    return Promise.all(
      found.map(async (task) =>
        task === undefined || this.#runs.has(task.id) || abandoned(task) === undefined
          ? task
          : this.#change(task.id, abandoned),
      ),
    );
  }

  #change(id: string, edit: Edit): Promise<StoredTask | undefined> {
    return this.#tried(async () => {
      for (let tries = 0; tries < MAX_TRIES; tries++) {
        const [kept] = await this.#store.getMany([id]);
        const edited = kept && edit(kept);
        if (kept === undefined || edited === undefined) return kept;
        const next = { ...edited, version: kept.version + 1, updatedAt: Date.now() };
        const outcome = await this.#store.replace(next);
        if (outcome === 'full') throw tooMany();
        if (outcome === 'changed') continue;
        for (const notify of this.#listeners.get(id) ?? []) notify(next);
        return next;
      }
      throw new RpcError(ErrorCode.InternalError, 'The server could not change the task; try again later');
    });
  }

  async #tried<T>(use: () => T | Promise<T>): Promise<T> {
    try {
      const used = await use();
      if (this.#isAway) this.#report({ level: 'warning', message: 'the store of tasks is back' });
      this.#isAway = false;
      return used;
    } catch (error) {
      if (error instanceof RpcError) throw error;
      if (!this.#isAway) this.#report({ level: 'error', message: 'the store of tasks failed', error });
      this.#isAway = true;
      throw new RpcError(ErrorCode.InternalError, 'The task store is unreachable; try again later');
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
    ...asking(left),
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

function bringsAnswers(params: JsonObject): boolean {
  return 'requestState' in params || 'inputResponses' in params;
}

function ownerOf({ ctx: { caller } }: ExtensionRequest): string {
  return caller === undefined ? '' : callerKey(caller);
}

function tooMany(): RpcError {
  return new RpcError(
    McpErrorCode.Overloaded,
    'Server overloaded: there are too many tasks; try again later',
  );
}
