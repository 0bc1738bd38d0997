// docs/operations.md: the texts of the limits begin as the table says, with the defaults of `withOperations`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { defineServer, defineTool, type JsonObject, type MiddlewareRequest } from '../../src/index.ts';
import { withOperations } from '../../src/middleware.ts';
import { connect } from '../../src/testing.ts';
import { root } from './documents.ts';
import { tableRowsIn } from './markdown.ts';

const rows = tableRowsIn(readFileSync(join(root, 'docs/operations.md'), 'utf8'));
const promised = (middleware: string): string =>
  rows.find(([name]) => name === `\`${middleware}\``)?.[1] ?? `no text of ${middleware}`;

const info = { name: 'test', version: '1.0.0' };

/** A request as middleware gets it. */
async function aRequest(): Promise<MiddlewareRequest> {
  const seen: MiddlewareRequest[] = [];
  const tools = [defineTool({ name: 'say', run: () => 'said' })];
  const look = (request: MiddlewareRequest, next: () => Promise<JsonObject>) => {
    seen.push(request);
    return next();
  };
  await using client = await connect(defineServer({ ...info, tools, middleware: [look] }));
  await client.request('tools/call', { name: 'say' });
  const [request] = seen;
  if (request === undefined) throw new Error('the middleware saw nothing');
  return request;
}

afterEach(() => vi.useRealTimers());

test('rateLimit', async () => {
  const tools = [defineTool({ name: 'say', run: () => 'said' })];
  await using client = await connect(defineServer(withOperations({ ...info, tools }, { callsPerMinute: 1 })));
  const say = () => client.request('tools/call', { name: 'say' });
  await say();
  // The number of calls is that of the table above, which is made from the sources.
  const [, most = ''] = rows.find(([what]) => what === 'Tool calls of one caller in a minute') ?? [];
  const [begin, end, ...others] = promised('rateLimit').split(most);
  expect(others).toEqual([]);
  expect(await say()).toMatchObject({
    content: [{ text: expect.stringMatching(`^${begin}1${end} Try again in `) }],
  });
});

test('timeout', async () => {
  const request = await aRequest();
  vi.useFakeTimers();
  const clocks = (withOperations(info).middleware ?? []).map((each) =>
    Promise.resolve(each(request, () => new Promise(() => {}))).catch((error: unknown) => String(error)),
  );
  await vi.advanceTimersByTimeAsync(300_000);
  expect(await Promise.race(clocks)).toContain(promised('timeout'));
});

test('responseLimit', async () => {
  const tools = [defineTool({ name: 'fill', run: () => 'x'.repeat(17 * 1024 * 1024) })];
  await using client = await connect(defineServer(withOperations({ ...info, tools })));
  const { content } = await client.request('tools/call', { name: 'fill' });
  const texts = (content as { readonly text?: string }[]).map(({ text = '' }) => text);
  expect(texts.some((text) => text.includes(promised('responseLimit')))).toBe(true);
});
