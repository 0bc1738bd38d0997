// Bodies in transit share a limit, and those of one client do not block the pages of another.
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from '@mcp/runtime/testing';
import { expect, test } from 'vitest';
import { callTool, serve, textsOf } from './setup.ts';
import { site } from './site.ts';

const CALLS = 64;
const CHUNK = Buffer.alloc(100_000, 'a ');
const MOST_GROWTH = 300_000_000;
const TIMEOUT_SECONDS = 10;

const everywhere = async () => [{ address: '127.0.0.1', family: 4 }];

test.each([
  // Below the limit of a single body.
  ['that never end', false, 98],
  // Another client waits at least until one of these is converted.
  ['that are whole pages', true, 20],
])(
  `${CALLS} calls of fetch_many with bodies %s: another client is served meanwhile`,
  { timeout: 180_000 },
  async (_name, ends, chunks) => {
    const send = async (response: ServerResponse): Promise<void> => {
      for (let sent = 0; sent < chunks && !response.destroyed; sent += 1)
        if (!response.write(CHUNK)) await delay(1);
      if (ends) response.end();
    };
    await using page = await site((request, response) => {
      response.setHeader('content-type', 'text/html');
      if (request.url === '/good') response.end('<p>good');
      else void send(response);
    });
    const server = serve({ 'ignore-robots-txt': true, timeout: TIMEOUT_SECONDS }, everywhere);
    await using hostile = await connect(server, { revision: '2025-11-25' });
    await using other = await connect(server, { revision: '2025-11-25' });
    const before = process.memoryUsage.rss();
    let most = before;
    const done = new AbortController();
    const calls = Array.from({ length: CALLS }, (_, call) => {
      const urls = Array.from({ length: 10 }, (_each, at) => `http://h${call}-${at}.test:${page.port}/`);
      return callTool(hostile, 'fetch_many', { urls });
    });
    const ended = Promise.allSettled(calls).then(() => done.abort());
    const waits: number[] = [];
    const start = performance.now();
    while (!done.signal.aborted) {
      const begin = performance.now();
      const [text] = textsOf(
        await callTool(other, 'fetch', {
          url: `http://good${waits.length}.test:${page.port}/good`,
          fresh: true,
        }),
      );
      expect(text).toContain('good');
      waits.push(performance.now() - begin);
      most = Math.max(most, process.memoryUsage.rss());
      await delay(50);
    }
    await ended;
    console.log(
      `memory +${Math.round((most - before) / 1e6)} MB, another client waited ${Math.round(Math.max(...waits))} ms at most`,
    );
    expect(most - before).toBeLessThan(MOST_GROWTH);
    // A blocked client gets one answer, at the end.
    expect(waits.length).toBeGreaterThan(2);
    expect(Math.max(...waits)).toBeLessThan(0.8 * (performance.now() - start));
  },
);

test('slow expressions do not block pages', { timeout: 120_000 }, async () => {
  await using page = await site({
    '/slow': `<p>${'a'.repeat(60_000)}!`,
    '/large': `<p>large</p>${'<p>b</p>'.repeat(12_000)}`,
  });
  const server = serve({ 'ignore-robots-txt': true });
  await using hostile = await connect(server, { revision: '2025-11-25' });
  await using other = await connect(server, { revision: '2025-11-25' });
  await callTool(hostile, 'fetch', { url: `${page.origin}/slow` });
  const finds = Array.from({ length: 8 }, () =>
    callTool(hostile, 'fetch', { url: `${page.origin}/slow`, find: '(a+)+b', regex: true }),
  );
  let isOver = false;
  const all = Promise.allSettled(finds).then(() => (isOver = true));
  const [text] = textsOf(await callTool(other, 'fetch', { url: `${page.origin}/large` }));
  expect(text).toContain('large');
  expect(isOver).toBe(false);
  await all;
});
