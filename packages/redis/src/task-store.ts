// RedisTaskStore: tasks in hashes that expire. Two short scripts decide inside Redis, so that of two writers one wins.
import type { StoredTask, TaskStore } from '@mcp/runtime/extensions';
import { PREFIX, type RedisCommands } from './commands.ts';

// An owner has a sorted set of its tasks by the time when they are over, in milliseconds of Redis' own clock.
const ADD = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local ttl = tonumber(ARGV[3])
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
if redis.call('ZCARD', KEYS[2]) >= tonumber(ARGV[4]) then return 0 end
redis.call('HSET', KEYS[1], 'version', ARGV[1], 'task', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ttl)
redis.call('ZADD', KEYS[2], now + ttl, KEYS[1])
if redis.call('PTTL', KEYS[2]) < ttl then redis.call('PEXPIRE', KEYS[2], ttl) end
return 1`;

// The version is the fencing token: who slept through the end of its lease writes on top of one that is gone.
const REPLACE = `
if redis.call('HGET', KEYS[1], 'version') ~= ARGV[4] then return 0 end
redis.call('HSET', KEYS[1], 'version', ARGV[1], 'task', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1`;

/** Keeps tasks in Redis, for all processes of a server. They outlive a process, and are forgotten when their time is over. */
export class RedisTaskStore implements TaskStore {
  readonly #redis: RedisCommands;
  readonly #prefix: string;

  /** Keys begin with `prefix`, by default `mcp:`. */
  constructor(redis: RedisCommands, prefix: string = PREFIX) {
    this.#redis = redis;
    this.#prefix = prefix;
  }

  /** False when the owner has `most` tasks. Rejects when Redis does not answer, or has no memory left. */
  async add(task: StoredTask, most: number): Promise<boolean> {
    const keys = [this.#keyOf(task.id), `${this.#prefix}tasks-of:${task.owner}`];
    return this.#run(ADD, keys, [...valuesOf(task), String(most)]);
  }

  /** The task as it was kept last. Rejects when Redis does not answer. */
  async get(id: string): Promise<StoredTask | undefined> {
    const text = await this.#redis.sendCommand(['HGET', this.#keyOf(id), 'task']);
    return typeof text === 'string' ? (JSON.parse(text) as StoredTask) : undefined;
  }

  /** False when another version than the one before is kept. Rejects when Redis does not answer. */
  async replace(task: StoredTask): Promise<boolean> {
    return this.#run(REPLACE, [this.#keyOf(task.id)], [...valuesOf(task), String(task.version - 1)]);
  }

  #keyOf(id: string): string {
    return `${this.#prefix}task:${id}`;
  }

  async #run(script: string, keys: readonly string[], values: readonly string[]): Promise<boolean> {
    const reply = await this.#redis.sendCommand(['EVAL', script, String(keys.length), ...keys, ...values]);
    return Number(reply) === 1;
  }
}

function valuesOf(task: StoredTask): string[] {
  const ttl = Math.max(0, Math.ceil(task.expiresAt - Date.now()));
  return [String(task.version), JSON.stringify(task), String(ttl)];
}
