import { expect, test } from 'vitest';
import { createResolver, type Resolve } from '../../src/guard/resolver.ts';

const answer = (address: string) => [{ address, family: 4 }];

test('names that hang do not block others, nor names requested after one of them ends', async () => {
  const held: (() => void)[] = [];
  const bySystem: Resolve = (name) =>
    name.startsWith('slow')
      ? new Promise((resolve) => held.push(() => resolve(answer('192.0.2.1'))))
      : fast(name);
  const fast: Resolve = async () => answer('192.0.2.2');
  const byRequest: Resolve = async () => answer('192.0.2.3');
  const resolve = createResolver({ bySystem, byRequest, mostBySystem: 3 });

  const slow = ['slow1', 'slow2', 'slow3'].map(resolve);
  expect(await resolve('other')).toEqual(answer('192.0.2.3'));
  held.shift()?.();
  expect(await slow[0]).toEqual(answer('192.0.2.1'));
  expect(await resolve('other')).toEqual(answer('192.0.2.2'));
  for (const end of held) end();
  expect(await Promise.all(slow)).toHaveLength(3);
});

test('a name that fails releases its slot', async () => {
  const bySystem: Resolve = async () => Promise.reject(new Error('no'));
  const byRequest: Resolve = async () => answer('192.0.2.3');
  const resolve = createResolver({ bySystem, byRequest, mostBySystem: 1 });
  for (let round = 0; round < 3; round += 1) await expect(resolve('x')).rejects.toThrow('no');
});
