// @mcp/runtime/stores: what a server keeps between requests, as interfaces, each with an implementation in memory.
export { MemoryBus, type Bus, type BusListener } from './stores/bus.ts';

export { MemoryNonceStore, type Awaitable, type NonceStore } from './stores/nonce-store.ts';
