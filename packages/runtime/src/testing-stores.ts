// @mcp/runtime/testing/stores: what every implementation of a store must do, as cases for any test runner.
export { busCases } from './store-cases/bus.ts';
export type { StoreCase } from './store-cases/case.ts';
export { nonceCases } from './store-cases/nonces.ts';
export { replayCases } from './store-cases/replay.ts';
export { sessionCases } from './store-cases/sessions.ts';
