// Caching: how long clients may cache results, and whether they may share them (server/utilities/caching, from
// 2026-07-28).
import type { CacheHint } from '../protocol/types.ts';

/** For results that never change while the server runs and are the same for every client. One hour. */
export const STATIC: CacheHint = { ttlMs: 3_600_000, cacheScope: 'public' };

/** For results that may change at any moment. */
export const UNCACHED: CacheHint = { ttlMs: 0, cacheScope: 'private' };
