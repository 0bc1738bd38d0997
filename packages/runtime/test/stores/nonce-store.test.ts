// Nonce stores: the contract for the one in memory, one in another process over TCP, and the guide's folder store.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { MemoryNonceStore, type NonceStore } from '../../src/stores/nonce-store.ts';
import { FolderNonceStore } from '../docs/examples/stores.ts';
import { RemoteStores, startStores } from './remote.ts';

const SHORT_MS = 50;
const LONG_MS = 60_000;
const ending: (() => unknown)[] = [];
let folder = '';
let port = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nonces-'));
  const stores = await startStores();
  port = stores.port;
  ending.push(
    () => rm(folder, { recursive: true }),
    () => stores[Symbol.dispose](),
  );
});
afterAll(async () => {
  for (const end of ending.toReversed()) await end();
});

const remote = (): NonceStore => {
  const stores = new RemoteStores(port);
  ending.push(() => stores[Symbol.dispose]());
  return stores.nonces;
};
const memory = new MemoryNonceStore();

describe.each<[string, () => NonceStore]>([
  ['in memory', () => memory],
  ['in another process', remote],
  ['in a folder', () => new FolderNonceStore(folder)],
])('%s', (_, open) => {
  test('a nonce can be used once, on any connection', async () => {
    const [one, other, nonce] = [open(), open(), crypto.randomUUID()];
    expect([await one.use(nonce, LONG_MS), await one.use(nonce, LONG_MS)]).toEqual([true, false]);
    expect(await other.use(nonce, LONG_MS)).toBe(false);
    expect(await one.use(crypto.randomUUID(), LONG_MS)).toBe(true);
  });

  test('exactly one of many simultaneous uses wins', async () => {
    const [one, other, nonce] = [open(), open(), crypto.randomUUID()];
    const uses = Array.from({ length: 20 }, async (_item, i) =>
      (i % 2 === 0 ? one : other).use(nonce, LONG_MS),
    );
    expect((await Promise.all(uses)).filter(Boolean)).toHaveLength(1);
  });

  test('a nonce is forgotten when its time is over', async () => {
    const [store, nonce] = [open(), crypto.randomUUID()];
    await store.use(nonce, SHORT_MS);
    await vi.waitFor(async () => expect(await store.use(nonce, SHORT_MS)).toBe(true), 10_000);
  });
});
