// Failures: middleware sees them as thrown; outside it they become results or errors, once.
import { expect, test, vi } from 'vitest';
import {
  defineResource,
  defineServer,
  defineTool,
  RpcError,
  ToolError,
  type McpServer,
  type Middleware,
  type Report,
} from '../../src/index.ts';
import { withOperations } from '../../src/middleware.ts';
import { connect } from '../../src/testing/connect.ts';
import { call, extra, failure, PLACES } from '../middleware/fixture.ts';

const bug = new RangeError('the password is 1234');
const fail = (name: string, error: Error) =>
  defineTool({
    name,
    run: () => {
      throw error;
    },
  });
const tools = [
  fail('bug', bug),
  fail('told', new ToolError('Told.')),
  fail('protocol', new RpcError(7, 'Seven.')),
  defineTool({
    name: 'strict',
    inputSchema: { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] },
    run: () => 'x',
  }),
];

/** Makes a server that records what its middleware sees and what it reports. */
function watched(): { readonly seen: unknown[]; readonly reports: Report[]; readonly server: McpServer } {
  const seen: unknown[] = [];
  const reports: Report[] = [];
  const watch: Middleware = async (request, next) => {
    try {
      return await next();
    } catch (error) {
      if (request.method === 'tools/call') seen.push(error);
      throw error;
    }
  };
  const options = {
    name: 'test',
    version: '1',
    tools,
    middleware: [watch],
    report: (report: Report) => void reports.push(report),
  };
  return { seen, reports, server: defineServer(withOperations(options)) };
}

test.each(PLACES)('$revision over $transport: middleware sees what a tool threw', async (place) => {
  const { seen, reports, server } = watched();
  await using client = await connect(server, place);
  const masked = { content: [{ type: 'text', text: expect.stringMatching(/^Internal error \(/) }] };
  expect(await call(client, 'bug')).toEqual({ ...masked, isError: true, ...extra(place) });
  expect(await call(client, 'told')).toEqual({ ...failure('Told.'), ...extra(place) });
  await expect(call(client, 'protocol')).rejects.toMatchObject({ code: 7 });
  expect(await call(client, 'strict')).toMatchObject(
    failure(expect.stringMatching(/^Invalid arguments for tool strict:/)),
  );
  expect(seen).toEqual([bug, expect.any(ToolError), expect.any(RpcError), expect.any(ToolError)]);
  // The bug is reported once, outside all middleware.
  expect(reports).toMatchObject([{ level: 'error', message: 'tool bug failed', error: bug }]);
});

test.each(PLACES)('$revision over $transport: middleware refuses by throwing', async (place) => {
  const refuse: Middleware = async () => {
    throw new ToolError('Closed on Sundays.');
  };
  const resources = [defineResource({ uri: 'test:///a', name: 'a', read: () => 'a' })];
  const server = defineServer({
    name: 'test',
    version: '1',
    tools,
    resources,
    middleware: [Object.assign(refuse, { methods: ['tools/call', 'resources/read'] })],
  });
  await using client = await connect(server, place);
  expect(await call(client, 'told')).toEqual({ ...failure('Closed on Sundays.'), ...extra(place) });
  await expect(client.request('resources/read', { uri: 'test:///a' })).rejects.toMatchObject({
    code: -32603,
    message: 'Closed on Sundays.',
  });
});

test('a tool with an asynchronous schema does not start after its cancellation', async () => {
  let ran = 0;
  let check = (): void => {};
  const checked = new Promise<void>((resolve) => (check = resolve));
  const inputSchema = {
    '~standard': {
      version: 1,
      vendor: 'test',
      validate: async (value: unknown) => {
        await checked;
        return { value };
      },
      jsonSchema: { input: () => ({ type: 'object' }), output: () => ({ type: 'object' }) },
    },
  } as const;
  const count = defineTool({ name: 'count', inputSchema, run: () => String(ran++) });
  const reports: Report[] = [];
  const report = (entry: Report): void => void reports.push(entry);
  await using client = await connect(defineServer({ name: 'test', version: '1', tools: [count], report }), {
    revision: '2025-11-25',
  });
  const { length } = client.sent;
  void call(client, 'count');
  const { id } = client.sent[length] as { readonly id: number };
  client.notify('notifications/cancelled', { requestId: id });
  await vi.waitFor(() => expect(reports).toHaveLength(1), 20_000);
  check();
  await client.request('ping');
  expect(ran).toBe(0);
  expect(reports).toMatchObject([{ level: 'debug' }]);
});
