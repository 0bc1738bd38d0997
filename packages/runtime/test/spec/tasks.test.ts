// Tasks: calls of tools that outlive their answer (extension io.modelcontextprotocol/tasks).
import { expect, vi } from 'vitest';
import { tasks, type TaskOptions } from '../../src/tasks.ts';
import { defineServer, defineTool, RpcError, ToolError, type McpServer } from '../../src/index.ts';
import type { TestClient } from '../../src/testing/test-client.ts';
import { verifies, type Bench, type Message } from './harness.ts';
import { notificationOf } from './messages.ts';

const ID = 'io.modelcontextprotocol/tasks';
const info = { name: 'test', version: '1' };
const _meta = { 'io.modelcontextprotocol/serverInfo': info };
const complete = { resultType: 'complete', _meta };
const SPEAKS = { capabilities: { elicitation: {}, extensions: { [ID]: {} } } };
const missing = { code: -32021, data: { requiredCapabilities: { extensions: { [ID]: {} } } } };
const unknown = { code: -32602, message: expect.stringContaining('there is no task') };
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
const UUID = expect.stringMatching(/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/);

/** A server whose tools wait for their release. */
class Fixture {
  finish = (): void => {};
  aborted = '';

  create(options: TaskOptions = {}): McpServer {
    const finished = new Promise<void>((resolve) => (this.finish = resolve));
    const wait = defineTool({
      name: 'wait',
      task: 'optional',
      run: async (_, ctx) => {
        ctx.signal.addEventListener('abort', () => (this.aborted = String(ctx.signal.reason)));
        ctx.progress(1, 2, 'half');
        await finished;
        return 'waited';
      },
    });
    const field = { type: 'object', properties: { x: { type: 'string' } }, required: ['x'] } as const;
    const ask = defineTool({
      name: 'ask',
      task: 'optional',
      run: async (_, ctx) => {
        const answers = ['one', 'two'].map((key) =>
          ctx.ask.elicit(key, { message: `${key}?`, schema: field }),
        );
        const given = await Promise.all(answers);
        return given.map((answer) => (answer.action === 'accept' ? answer.content.x : answer.action)).join();
      },
    });
    const plain = defineTool({ name: 'plain', run: () => 'plain' });
    const must = defineTool({ name: 'must', task: 'required', run: () => 'done' });
    const fail = defineTool({
      name: 'fail',
      task: 'required',
      run: () => Promise.reject(new ToolError('No.')),
    });
    const refuse = defineTool({
      name: 'refuse',
      task: 'required',
      run: () => Promise.reject(new RpcError(-32602, 'Not so.')),
    });
    return defineServer({
      ...info,
      tools: [wait, ask, plain, must, fail, refuse],
      extensions: [tasks({ answerWithinMs: 0, ...options })],
    });
  }
}

const call = (client: TestClient, name: string, more: Message = {}): Promise<Message> =>
  client.request('tools/call', { name, ...more });
const get = (client: TestClient, taskId: unknown): Promise<Message> =>
  client.request('tasks/get', { taskId });
const become = async (client: TestClient, taskId: unknown, status: string): Promise<Message> => {
  await vi.waitFor(async () => expect(await get(client, taskId)).toMatchObject({ status }), 20_000);
  return get(client, taskId);
};
const open = (bench: Bench, fixture = new Fixture()): Promise<TestClient> =>
  bench.connect(fixture.create(), SPEAKS);

verifies('TK-01', 'makes a task where the call declares the extension, and only there', async (bench) => {
  const fixture = new Fixture();
  const client = await bench.connect(fixture.create());
  expect(client.server['capabilities']).toMatchObject({ extensions: { [ID]: {} } });
  const declared = { 'io.modelcontextprotocol/clientCapabilities': SPEAKS.capabilities };
  expect(await call(client, 'wait', { _meta: declared })).toMatchObject({ resultType: 'task' });
  fixture.finish();
  const answer = await call(client, 'wait');
  expect(answer).toEqual({ ...complete, content: [{ type: 'text', text: 'waited' }] });
  expect(await call(client, 'plain', { _meta: declared })).toMatchObject({ resultType: 'complete' });
  await expect(call(client, 'must')).rejects.toMatchObject(missing);
});

verifies('TK-02', 'answers with the flat task, which can be asked for at once', async (bench) => {
  const client = await open(bench);
  const created = await call(client, 'wait');
  expect(created).toEqual({
    ...{ resultType: 'task', _meta, taskId: UUID, status: 'working', statusMessage: 'half' },
    ...{ createdAt: TIME, lastUpdatedAt: TIME, ttlMs: 3_600_000, pollIntervalMs: 1000 },
  });
  expect(await get(client, created['taskId'])).toEqual({ ...created, resultType: 'complete' });
});

verifies(['TK-03', 'TK-05'], 'tells results, errors of tools and errors of the protocol', async (bench) => {
  const client = await open(bench);
  const ends = async (name: string, status: string): Promise<Message> =>
    become(client, (await call(client, name))['taskId'], status);
  const done = await ends('must', 'completed');
  expect(done).toEqual({
    ...{ ...complete, taskId: UUID, status: 'completed', createdAt: TIME, lastUpdatedAt: TIME },
    ...{ ttlMs: 3_600_000, pollIntervalMs: 1000 },
    result: { ...complete, content: [{ type: 'text', text: 'done' }] },
  });
  const isError = { content: [{ type: 'text', text: 'No.' }], isError: true };
  expect(await ends('fail', 'completed')).toMatchObject({ result: isError });
  const failed = await ends('refuse', 'failed');
  expect(failed).toMatchObject({ statusMessage: 'Not so.', error: { code: -32602, message: 'Not so.' } });
  expect(failed).not.toHaveProperty('result');
});

verifies(['TK-03', 'TK-04'], 'surfaces questions, and takes answers one by one', async (bench) => {
  const client = await open(bench);
  const { taskId } = await call(client, 'ask');
  const asking = await become(client, taskId, 'input_required');
  const requestedSchema = { type: 'object', properties: { x: { type: 'string' } }, required: ['x'] };
  const form = (message: string): object => ({
    method: 'elicitation/create',
    params: { mode: 'form', message, requestedSchema },
  });
  expect(asking['inputRequests']).toEqual({ one: form('one?'), two: form('two?') });
  const answer = (inputResponses: object): Promise<Message> =>
    client.request('tasks/update', { taskId, inputResponses });
  const accept = (x: string): object => ({ action: 'accept', content: { x } });
  expect(await answer({ one: accept('a'), three: accept('z') })).toEqual(complete);
  expect((await get(client, taskId))['inputRequests']).toEqual({ two: form('two?') });
  expect(await answer({ one: accept('b'), two: accept('c') })).toEqual(complete);
  expect(await become(client, taskId, 'completed')).toMatchObject({
    result: { content: [{ type: 'text', text: 'a,c' }] },
  });
  await expect(client.request('tasks/update', { taskId })).rejects.toMatchObject({ code: -32602 });
});

verifies(['TK-04', 'TK-05'], 'cancels in every state, and what is over stays as it is', async (bench) => {
  const fixture = new Fixture();
  const client = await open(bench, fixture);
  const cancel = (taskId: unknown): Promise<Message> => client.request('tasks/cancel', { taskId });
  const { taskId: working } = await call(client, 'wait');
  expect(await cancel(working)).toEqual(complete);
  expect(fixture.aborted).toContain('cancelled');
  const { taskId: asking } = await call(client, 'ask');
  await become(client, asking, 'input_required');
  await cancel(asking);
  const { taskId: done } = await call(client, 'must');
  const { taskId: wrong } = await call(client, 'refuse');
  const ends = [await become(client, done, 'completed'), await become(client, wrong, 'failed')];
  await cancel(done);
  await cancel(wrong);
  await cancel(working);
  fixture.finish();
  await client.request('tasks/update', { taskId: asking, inputResponses: { one: {}, two: {} } });
  expect([await get(client, done), await get(client, wrong)]).toEqual(ends);
  expect((await get(client, working))['status']).toBe('cancelled');
  expect(await get(client, asking)).toMatchObject({ status: 'cancelled' });
  expect(await get(client, asking)).not.toHaveProperty('inputRequests');
});

verifies('TK-06', 'refuses undeclared use, unknown tasks and what there is no longer', async (bench) => {
  const fixture = new Fixture();
  const server = fixture.create();
  const [client, other] = [await bench.connect(server, SPEAKS), await bench.connect(server)];
  const { taskId } = await call(client, 'wait');
  for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
    const of = (id: unknown): object => ({ taskId: id, inputResponses: {} });
    await expect(other.request(method, { ...of(taskId) })).rejects.toMatchObject(missing);
    await expect(client.request(method, { ...of('none') })).rejects.toMatchObject(unknown);
    await expect(client.request(method, { inputResponses: {} })).rejects.toMatchObject({
      code: expect.any(Number),
    });
  }
  const listen = other.request('subscriptions/listen', { notifications: { taskIds: [] } });
  await expect(listen).rejects.toMatchObject(missing);
  for (const method of ['tasks/result', 'tasks/list'])
    await expect(client.request(method, { taskId })).rejects.toMatchObject({ code: -32601 });
  expect(await call(client, 'plain', { task: { ttl: 1 } })).toMatchObject({ resultType: 'complete' });
});

verifies('TK-07', 'notifies of whole tasks on the streams that asked for them', async (bench) => {
  const fixture = new Fixture();
  const client = await open(bench, fixture);
  const [{ taskId }, { taskId: other }] = [await call(client, 'wait'), await call(client, 'must')];
  void client
    .request('subscriptions/listen', { notifications: { taskIds: [taskId, 'none'] } }, { id: 'stream' })
    .catch(() => {});
  const acknowledged = await client.waitFor(
    ({ method }) => method === 'notifications/subscriptions/acknowledged',
  );
  expect(acknowledged).toMatchObject({ params: { notifications: { taskIds: [taskId] } } });
  await become(client, other, 'completed');
  fixture.finish();
  const told = await client.waitFor((message) => Object(message['params']).status === 'completed');
  const { _meta: own, resultType: _type, ...task } = await get(client, taskId);
  expect(own).toEqual(_meta);
  expect(told).toEqual(
    notificationOf('notifications/tasks', {
      ...task,
      _meta: { 'io.modelcontextprotocol/subscriptionId': 'stream' },
    }),
  );
  expect(
    client.notifications('notifications/tasks').map(({ params }) => Object(params).taskId),
  ).not.toContain(other);
  expect(client.notifications('notifications/progress')).toEqual([]);
});

verifies('TK-08', 'gives each task an id of its own', async (bench) => {
  const client = await open(bench);
  const made = await Promise.all(Array.from({ length: 20 }, () => call(client, 'wait')));
  expect(new Set(made.map(({ taskId }) => taskId)).size).toBe(20);
  expect(made.map(({ taskId }) => taskId)).toEqual(made.map(() => UUID));
});

verifies('TK-09', 'runs tools as ever, and has none of the methods', async (bench) => {
  const fixture = new Fixture();
  const client = await open(bench, fixture);
  expect(client.server['capabilities']).not.toHaveProperty('extensions');
  expect(client.server['capabilities']).not.toHaveProperty('tasks');
  fixture.finish();
  expect(await call(client, 'wait')).toEqual({ content: [{ type: 'text', text: 'waited' }] });
  expect(await call(client, 'must')).toEqual({ content: [{ type: 'text', text: 'done' }] });
  for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel', 'tasks/result', 'tasks/list'])
    await expect(client.request(method, { taskId: 'x' })).rejects.toMatchObject({ code: -32601 });
});
