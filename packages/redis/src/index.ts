// The public names of @mcp/redis.
export type { RedisCommands } from './commands.ts';
export { connectRedis, type RedisOptions, type RedisStores, type StoreState } from './connect.ts';
export { RedisNonceStore } from './nonce-store.ts';
export { RedisTaskStore } from './task-store.ts';
