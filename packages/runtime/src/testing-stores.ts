// @mcp/runtime/testing/stores: what every implementation of a store must do, as cases for any test runner.
export { busCases } from './testing/stores/bus.ts';

export type { StoreCase } from './testing/stores/case.ts';

export { nonceCases } from './testing/stores/nonces.ts';
