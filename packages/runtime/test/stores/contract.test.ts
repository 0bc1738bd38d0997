// Every store keeps its contract: those in memory, and those of another process over TCP.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MemoryBus, MemoryNonceStore } from '../../src/stores.ts';
import { busCases, nonceCases, type StoreCase } from '../../src/testing-stores.ts';
import { RemoteStores, startStores } from './remote.ts';

function keeps<S>(cases: readonly StoreCase<S>[], connect: () => readonly [one: S, other: S]): void {
  test.each(cases)('$name', async ({ run }) => {
    await expect(run(...connect())).resolves.toBeUndefined();
  });
}

const twice =
  <S>(store: S): (() => readonly [S, S]) =>
  () => [store, store];

describe('in memory', () => {
  describe('nonces', () => {
    keeps(nonceCases, twice(new MemoryNonceStore()));
  });
  describe('bus', () => {
    keeps(busCases, twice(new MemoryBus()));
  });
});

describe('in another process', () => {
  const connections: RemoteStores[] = [];
  let stores: Awaited<ReturnType<typeof startStores>> | undefined;
  beforeAll(async () => {
    stores = await startStores();
    connections.push(new RemoteStores(stores.port), new RemoteStores(stores.port));
  });
  afterAll(() => {
    for (const connection of connections) connection[Symbol.dispose]();
    stores?.[Symbol.dispose]();
  });
  const both = <S>(pick: (stores: RemoteStores) => S): readonly [S, S] => {
    const [one, other] = connections;
    if (one === undefined || other === undefined) throw new Error('there are no connections');
    return [pick(one), pick(other)];
  };
  describe('nonces', () => {
    keeps(nonceCases, () => both((own) => own.nonces));
  });
  describe('bus', () => {
    keeps(busCases, () => both((own) => own.bus));
  });
});

describe('a case', () => {
  test('fails on a store that does nothing', async () => {
    const nothing = { use: () => false };
    const failures = await Promise.all(
      nonceCases.map(({ run }) => run(nothing, nothing).then(() => undefined, String)),
    );
    expect(failures.filter((failure) => failure !== undefined)).toHaveLength(nonceCases.length);
  });
});
