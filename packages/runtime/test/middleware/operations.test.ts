// withOperations: all of it together, around a server's own middleware.
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { defineServer, defineTool, forMethods, ToolError, type Middleware } from '../../src/index.ts';
import { auditLog, withOperations } from '../../src/middleware.ts';
import type { OperationOptions } from '../../src/middleware/operations.ts';
import { connect } from '../../src/testing/connect.ts';
import { call, failure, PLACES, success } from './fixture.ts';

// Longer than the default limit, 16 MiB.
const HUGE = 17_000_000;

const tools = [
  defineTool({ name: 'small', run: () => 'small' }),
  defineTool({ name: 'large', run: () => 'x'.repeat(HUGE) }),
  defineTool({ name: 'slow', run: (_, { signal }) => setTimeout(60_000, 'slow', { signal }) }),
  defineTool({
    name: 'leak',
    run: () => {
      throw new ToolError('no http://a:b@host/');
    },
  }),
];

const serve = (operations?: OperationOptions, middleware: readonly Middleware[] = []) =>
  defineServer(withOperations({ name: 'test', version: '1', tools, middleware }, operations));

describe.each(PLACES)('$revision over $transport', (place) => {
  test('has generous limits by default', async () => {
    await using client = await connect(serve(), place);
    for (let i = 0; i < 100; i++) expect(await call(client, 'small')).toMatchObject(success('small'));
    const { content } = await call(client, 'large');
    const [cut, ...more] = content as readonly { readonly text?: string }[];
    expect(cut?.text).toHaveLength(16 * 1024 * 1024);
    expect(cut?.text).toMatch(/^\[This result is cut/);
    expect(more).toEqual([]);
    expect(await call(client, 'leak')).toMatchObject(failure('no http://[hidden]@host/'));
  });

  test('accepts other limits, and the log records what they stop', async () => {
    const lines: string[] = [];
    const audit = auditLog({ write: (line) => lines.push(line) });
    const limits = { callsPerMinute: 3, timeoutMs: 20, maxOutputBytes: 1000, audit };
    await using client = await connect(serve(limits), place);
    expect(await call(client, 'slow')).toMatchObject({ isError: true });
    expect((await call(client, 'large'))['content']).toMatchObject([
      { text: expect.stringMatching(/^\[This result is cut: at most 1,000 bytes.*\n(?=.{800})x*$/) },
    ]);
    await call(client, 'small');
    expect(await call(client, 'small')).toMatchObject({
      content: [{ text: expect.stringContaining('Rate limit') }],
      isError: true,
    });
    expect(lines.map((line) => JSON.parse(line).outcome)).toEqual(['tool error', 'ok', 'ok', 'tool error']);
  });

  test('Infinity switches a limit off', async () => {
    const off = {
      callsPerMinute: Infinity,
      timeoutMs: Infinity,
      maxOutputBytes: Infinity,
    };
    await using client = await connect(serve(off), place);
    expect(await call(client, 'large')).toMatchObject(success('x'.repeat(HUGE)));
  });
});

test('runs the middleware of the server inside', async () => {
  const own: Middleware = forMethods(['tools/call'], async () => ({
    content: [{ type: 'text', text: 'y'.repeat(200) }],
  }));
  await using client = await connect(serve({ maxOutputBytes: 150 }, [own]));
  expect((await call(client, 'small'))['content']).toMatchObject([
    { text: expect.stringMatching(/^\[This result is cut: at most 150 bytes.*\ny+$/) },
  ]);
});

test('middleware for some methods leaves others to their fast path', async () => {
  const seen: string[] = [];
  const watch = forMethods(['tools/call'], ({ method }, next) => {
    seen.push(method);
    return next();
  });
  await using client = await connect(
    defineServer({ name: 'test', version: '1', tools, middleware: [watch] }),
  );
  await client.request('tools/list');
  await call(client, 'small');
  expect(seen).toEqual(['tools/call']);
});
