// Bodies that grow too large or never end, and connections to more hosts than the pool holds.
import * as zlib from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { answers, getFrom, reply, site, TestFetcher } from '../site.ts';

const { brotliCompressSync, deflateSync, gzipSync } = zlib;

const zeros = Buffer.alloc(20_000_000);
// Also available in Node 22.15 and newer.
const zstd = (zlib as { readonly zstdCompressSync?: (data: Buffer) => Buffer }).zstdCompressSync;
const BOMBS: readonly (readonly [encoding: string, bomb: Buffer])[] = [
  ['gzip', gzipSync(zeros)],
  ['deflate', deflateSync(zeros)],
  ['br', brotliCompressSync(zeros)],
  ['gzip, gzip', gzipSync(gzipSync(zeros))],
  ['gzip, br', brotliCompressSync(gzipSync(zeros))],
  ...(zstd === undefined ? [] : [['zstd', zstd(zeros)] as const]),
];

test.each(BOMBS)('a bomb of %s stops at the limit', async (encoding, bomb) => {
  expect(bomb.length).toBeLessThan(50_000);
  await expect(
    getFrom(reply(200, { 'content-encoding': encoding }, bomb), { maxBytes: 100_000 }),
  ).rejects.toMatchObject({ code: 'too_large', retryable: false });
});

test('an endless body is cut off, and its socket closed', async () => {
  await using page = await site((_request, response) => {
    const chunk = Buffer.alloc(10_000);
    const more = (): void => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', more);
    more();
  });
  const fetcher = new TestFetcher({ maxBytes: 50_000 });
  await expect(fetcher.get(page.origin)).rejects.toMatchObject({ code: 'too_large' });
  await vi.waitFor(() => expect(page.sockets.size).toBe(0), 20_000);
});

const names = Array.from({ length: 60 }, (_, index) => `host${index}.test`);
const resolve = answers(Object.fromEntries(names.map((name) => [name, ['127.0.0.1']])));

test('sockets of many hosts are closed, whatever keep-alive the server requests', async () => {
  await using page = await site(reply(200, { 'keep-alive': 'timeout=600' }, 'x'));
  const fetcher = new TestFetcher({ resolve });
  for (const name of names) await fetcher.get(`http://${name}:${page.port}/`);
  expect(page.connections).toBe(60);
  await vi.waitFor(() => expect(page.sockets.size).toBeLessThanOrEqual(32), 20_000);
  expect(page.sockets.size).toBeGreaterThan(0);
  await vi.waitFor(() => expect(page.sockets.size).toBe(0), { timeout: 20_000, interval: 100 });
});

test('concurrent calls to more hosts than the limit are all answered', async () => {
  await using page = await site({ '/': 'x' });
  const many = Array.from({ length: 150 }, (_, index) => `many${index}.test`);
  const everyName = answers(Object.fromEntries(many.map((name) => [name, ['127.0.0.1']])));
  const fetcher = new TestFetcher({ resolve: everyName });
  for (let round = 0; round < 2; round += 1) {
    const calls = many.map(async (name) => (await fetcher.get(`http://${name}:${page.port}/`)).status);
    expect(await Promise.all(calls)).toEqual(many.map(() => 200));
  }
});
