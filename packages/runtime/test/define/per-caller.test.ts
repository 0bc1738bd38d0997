// Per caller, tool and session: visible tools, changed params, time limits, and the end of session state.
import { describe, expect, test } from 'vitest';
import {
  defineServer,
  defineTool,
  sessionState,
  type Middleware,
  type Report,
  type ServerOptions,
} from '../../src/index.ts';
import { timeout } from '../../src/middleware.ts';
import { connect } from '../../src/testing/connect.ts';
import type { TestClient } from '../../src/testing/test-client.ts';
import { call, extra, failure, PLACES, success } from '../middleware/fixture.ts';

const info = { name: 'test', version: '1' };
const named = (name: string) => defineTool({ name, run: () => name });
const namesOf = async (client: TestClient): Promise<unknown> =>
  ((await client.request('tools/list'))['tools'] as readonly { name: string }[]).map(({ name }) => name);

describe.each(PLACES)('$revision over $transport', (place) => {
  test('a caller sees and calls the tools available to it, and reads why another is off', async () => {
    const tools = ['all', 'ann', 'bob', 'off'].map(named);
    const server = defineServer({
      ...info,
      tools,
      available: ({ name }, ctx) => {
        if (name === 'off') return `not for ${ctx.client.info?.name}`;
        return name === 'all' || name === ctx.client.info?.name || '';
      },
    });
    for (const [name, other] of [
      ['ann', 'bob'],
      ['bob', 'ann'],
    ] as const) {
      await using client = await connect(server, { ...place, clientInfo: { name, version: '1' } });
      expect(await namesOf(client)).toEqual(['all', name]);
      expect(await call(client, name)).toMatchObject(success(name));
      const unknown = client.request('tools/call', { name: other });
      await expect(unknown).rejects.toMatchObject({
        code: -32602,
        message: expect.stringContaining(`unknown tool "${other}"`),
      });
      await expect(client.request('tools/call', { name: 'off' })).rejects.toMatchObject({
        code: -32602,
        message: `Invalid params: tool "off" is off; not for ${name}`,
      });
    }
  });

  test('middleware can change the params that inner layers see', async () => {
    const echo = defineTool({
      name: 'echo',
      inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
      run: ({ text }) => text,
    });
    const seen: unknown[] = [];
    const change: Middleware = async ({ method, params }, next) =>
      method === 'tools/call' ? next({ ...params, arguments: { text: 'changed' } }) : next();
    const watch: Middleware = async ({ method, params, tool }, next) => {
      if (method === 'tools/call') seen.push(params['arguments'], tool?.name);
      return next();
    };
    const server = defineServer({ ...info, tools: [echo], middleware: [change, watch] });
    await using client = await connect(server, place);
    expect(await call(client, 'echo', { text: 'given' })).toEqual({ ...success('changed'), ...extra(place) });
    expect(seen).toEqual([{ text: 'changed' }, 'echo']);
  });

  test('a tool sets its own time limit', async () => {
    const slow = defineTool({ name: 'slow', timeoutMs: 20, run: () => new Promise<string>(() => {}) });
    const server = defineServer({ ...info, tools: [slow], middleware: [timeout({ ms: 60_000 })] });
    await using client = await connect(server, place);
    expect(await call(client, 'slow')).toMatchObject(
      failure(expect.stringMatching(/^Timed out after 20 ms\./)),
    );
  });
});

test.each(['memory', 'stdio', 'http'] as const)(
  'disposes of session state at the end of the session, over %s',
  async (transport) => {
    const disposed: unknown[] = [];
    const reports: Report[] = [];
    const state = sessionState(
      () => ({ count: 0 }),
      (held) => disposed.push(held),
    );
    const broken = sessionState(
      () => ({}),
      () => {
        throw new Error('cannot close');
      },
    );
    const count = defineTool({
      name: 'count',
      run: (_, ctx) => {
        broken(ctx);
        const held = state(ctx);
        if (held === undefined) return 'no session';
        held.count++;
        return String(held.count);
      },
    });
    const server = defineServer({ ...info, tools: [count], report: (report) => void reports.push(report) });
    const client = await connect(server, { transport, revision: '2025-11-25' });
    await call(client, 'count');
    expect(await call(client, 'count')).toEqual(success('2'));
    expect(disposed).toEqual([]);
    await client.close();
    await expect.poll(() => disposed).toEqual([{ count: 2 }]);
    expect(reports).toMatchObject([{ level: 'error', message: 'the end of a session failed' }]);
  },
);

test('a list that differs by caller is not cacheable', async () => {
  const perCaller = defineServer({
    ...info,
    tools: [named('all')],
    available: (_, { caller }) => caller === undefined || '',
  });
  await using client = await connect(perCaller);
  expect(await client.request('tools/list')).toMatchObject({ ttlMs: 0, cacheScope: 'private' });
  const tools = ['all', 'off'].map(named);
  const forAll = defineServer({ ...info, tools, available: ({ name }) => name === 'all' || 'broken' });
  await using other = await connect(forAll);
  expect(await other.request('tools/list')).toMatchObject({ ttlMs: 3_600_000, cacheScope: 'public' });
});

test('refuses an unknown option, and suggests the one that was meant', () => {
  const options: ServerOptions = { ...info };
  Object.assign(options, { tool: [] });
  expect(() => defineServer(options)).toThrow('server test: "tool" is not an option; did you mean "tools"?');
});
