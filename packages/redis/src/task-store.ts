// RedisTaskStore: tasks as strings that expire. Two scripts run inside Redis, so that only one of two writers wins.
import type { StoredTask, TaskStore } from '@mcp/runtime/tasks';
import { PREFIX, type RedisCommands } from './commands.ts';

// KEYS: the task; all tasks by expiry; the bytes of each owner (`of:`), each task (`task:`) and all together (`total`).
// `hold` releases expired tasks, then reserves a new amount for the task, unless its owner would exceed half of
// `most`, or all owners together `most`.
const CAPACITY = `
local version, task, ttl, owner, most = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4], tonumber(ARGV[5])
local size, reserved = #task + 1024, 16384
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function booked(field) return tonumber(redis.call('HGET', KEYS[3], field) or 0) end
local function book(whose, change)
  if redis.call('HINCRBY', KEYS[3], 'of:' .. whose, change) <= 0 then redis.call('HDEL', KEYS[3], 'of:' .. whose) end
  redis.call('HINCRBY', KEYS[3], 'total', change)
end
local function hold(amount)
  for _, key in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', now, 'LIMIT', 0, 100)) do
    local whose = redis.call('HGET', KEYS[3], 'owner:' .. key)
    book(whose, -booked('task:' .. key))
    redis.call('HDEL', KEYS[3], 'task:' .. key, 'owner:' .. key)
    redis.call('ZREM', KEYS[2], key)
  end
  local change = amount - booked('task:' .. KEYS[1])
  local isFull = booked('of:' .. owner) + change > most / 2 or booked('total') + change > most
  if change > 0 and isFull then return false end
  book(owner, change)
  redis.call('HSET', KEYS[3], 'task:' .. KEYS[1], amount, 'owner:' .. KEYS[1], owner)
  redis.call('ZADD', KEYS[2], now + ttl, KEYS[1])
  return true
end`;

// The value is the version, a space, and the task.
const ADD = `${CAPACITY}
if not hold(math.max(size, reserved)) then return 'full' end
redis.call('SET', KEYS[1], version .. ' ' .. task, 'PX', ttl)
return 'stored'`;

// The version is the fencing token: a process that slept past its lease has an old one.
const REPLACE = `${CAPACITY}
local before = (version - 1) .. ' '
if redis.call('GETRANGE', KEYS[1], 0, #before - 1) ~= before then return 'changed' end
local amount = ARGV[6] == 'final' and size or math.max(size, booked('task:' .. KEYS[1]))
if not hold(amount) then return 'full' end
redis.call('SET', KEYS[1], version .. ' ' .. task, 'PX', ttl)
return 'stored'`;

const MAX_BYTES = 256 * 1024 * 1024;

/** Stores tasks in Redis, for all processes of a server. Tasks outlive a process, and are deleted when they expire. */
export class RedisTaskStore implements TaskStore {
  readonly #redis: RedisCommands;
  readonly #prefix: string;
  readonly #maxBytes: number;

  /**
   * Keys begin with `prefix`, by default `mcp:`. All tasks together take at most `maxBytes` (default 256 MiB), those of
   * one owner half of it. A running task takes at least 16 KiB, a finished one its length.
   */
  constructor(redis: RedisCommands, prefix: string = PREFIX, maxBytes: number = MAX_BYTES) {
    this.#redis = redis;
    this.#prefix = prefix;
    this.#maxBytes = maxBytes;
  }

  /** Stores a new task, or returns false without capacity. Rejects if Redis does not answer, or has no memory left. */
  async add(task: StoredTask): Promise<boolean> {
    return (await this.#run(ADD, task)) === 'stored';
  }

  /** Reads tasks with one command. Rejects if Redis does not answer. */
  async getMany(ids: readonly string[]): Promise<readonly (StoredTask | undefined)[]> {
    if (ids.length === 0) return [];
    const texts = (await this.#redis.sendCommand(['MGET', ...ids.map((id) => this.#keyOf(id))])) as unknown[];
    return texts.map((text) => (typeof text === 'string' ? toTask(text) : undefined));
  }

  /** Replaces the previous version of a task. Rejects if Redis does not answer, or has no memory left. */
  async replace(task: StoredTask): Promise<'stored' | 'changed' | 'full'> {
    const outcome = await this.#run(REPLACE, task);
    return outcome === 'stored' || outcome === 'full' ? outcome : 'changed';
  }

  #keyOf(id: string): string {
    return `${this.#prefix}task:${id}`;
  }

  #run(script: string, task: StoredTask): Promise<unknown> {
    const keys = [this.#keyOf(task.id), `${this.#prefix}task-ends`, `${this.#prefix}task-bytes`];
    const ttl = Math.max(1, Math.ceil(task.expiresAt - Date.now()));
    const isFinal = ['completed', 'failed', 'cancelled'].includes(task.status);
    const values = [task.version, JSON.stringify(task), ttl, task.owner, this.#maxBytes];
    return this.#redis.sendCommand([
      ...['EVAL', script, `${keys.length}`, ...keys],
      ...[...values.map(String), isFinal ? 'final' : 'running'],
    ]);
  }
}

// Another program may have written a record, which must not hide the tasks.
function toTask(text: string): StoredTask | undefined {
  try {
    const task = JSON.parse(text.slice(text.indexOf(' '))) as StoredTask | null;
    return typeof task?.version === 'number' && typeof task.owner === 'string' ? task : undefined;
  } catch {
    return undefined;
  }
}
