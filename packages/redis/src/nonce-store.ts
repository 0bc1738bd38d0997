// RedisNonceStore: used nonces, shared by all processes.
import type { NonceStore } from '@mcp/runtime';
import { PREFIX, type RedisCommands } from './commands.ts';

/** Records in Redis which sealed state was used (2026-07-28, basic/patterns/mrtr), with one key for each nonce. */
export class RedisNonceStore implements NonceStore {
  readonly #redis: RedisCommands;
  readonly #prefix: string;

  /** Keys begin with `prefix`, by default `mcp:`. */
  constructor(redis: RedisCommands, prefix: string = PREFIX) {
    this.#redis = redis;
    this.#prefix = prefix;
  }

  /** Rejects if Redis does not answer. The nonce may already be spent; refusing it later is the safe failure. */
  async use(nonce: string, ttlMs: number): Promise<boolean> {
    const ttl = String(Math.max(1, Math.ceil(ttlMs)));
    const reply = await this.#redis.sendCommand([
      'SET',
      `${this.#prefix}nonce:${nonce}`,
      '1',
      'NX',
      'PX',
      ttl,
    ]);
    return reply === 'OK';
  }
}
