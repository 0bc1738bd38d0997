// @mcp/runtime/testing/stores: what every implementation of a store must do, as cases for any test runner.
export { busCases, nonceCases, type StoreCase } from './testing/stores.ts';
