// @mcp/runtime/stores: what a server keeps between requests, as interfaces, each with an implementation in memory.
export { MemoryBus, type Bus, type BusListener } from './stores/bus.ts';

export type { Awaitable } from './stores/awaitable.ts';

export { MemoryNonceStore, type NonceStore } from './stores/nonce-store.ts';

export {
  MemoryReplayStore,
  REPLAY_LIMITS,
  type ReplayLimits,
  type ReplayStore,
  type StoredEvent,
  type StreamKey,
} from './stores/replay-store.ts';
