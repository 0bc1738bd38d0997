// Tasks at their limits: quick answers, questions before a task, bounds, callers, and store outages.
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { MemoryTaskStore, tasks, type TaskOptions, type TaskStore } from '../../src/tasks.ts';
import { defineServer, defineTool, ToolError, type Report } from '../../src/index.ts';
import { connect } from '../../src/testing/connect.ts';
import type { TestClient } from '../../src/testing/test-client.ts';
import { servingUsers } from '../http/serving-users.ts';
import { createServer } from './fixture.ts';
import { call as post, post as send, type Message } from './http-client.ts';

const ID = 'io.modelcontextprotocol/tasks';
const SPEAKS = { capabilities: { elicitation: {}, extensions: { [ID]: {} } } };
const open = (options: TaskOptions = {}): Promise<TestClient> => connect(createServer(options), SPEAKS);
const call = (client: TestClient, name: string, args: Message = {}, more: Message = {}): Promise<Message> =>
  client.request('tools/call', { name, arguments: args, ...more }, { answer: false });
/** Waits for the task to get this status. */
const becomes = (client: TestClient, taskId: unknown, status: string): Promise<Message> =>
  vi.waitFor(async () => {
    const task = await client.request('tasks/get', { taskId });
    expect(task).toMatchObject({ status });
    return task;
  }, 20_000);
const said = (text: string): Message => ({ content: [{ type: 'text', text }] });

test('answers a quick call normally, and turns a longer one into a task', async () => {
  await using client = await open({ answerWithinMs: 5000 });
  expect(await call(client, 'count', { label: 'a' })).toMatchObject({
    resultType: 'complete',
    ...said('counted a'),
  });
  await using hasty = await open({ answerWithinMs: 10 });
  const { taskId, statusMessage } = await call(hasty, 'count', { ms: 200, label: 'b' });
  expect(statusMessage).toBe('counting');
  const done = await becomes(hasty, taskId, 'completed');
  expect(done).toMatchObject({ result: said('counted b') });
  // It no longer counts.
  expect(done).not.toHaveProperty('statusMessage');
});

test('refuses a call of an unavailable tool with the reason instead of making a task', async () => {
  const task = 'required' as const;
  const wait = defineTool({ name: 'wait', task, run: () => sleep(1000, 'waited') });
  const server = defineServer({
    ...{ name: 'test', version: '1', tools: [wait], extensions: [tasks({ answerWithinMs: 10 })] },
    available: (_, { client }) => client.info?.name === 'ann' || 'only Ann waits',
  });
  const clientInfo = (name: string) => ({ ...SPEAKS, clientInfo: { name, version: '1' } });
  await using ann = await connect(server, clientInfo('ann'));
  expect(await call(ann, 'wait')).toMatchObject({ resultType: 'task' });
  await using bob = await connect(server, clientInfo('bob'));
  await expect(call(bob, 'wait')).rejects.toMatchObject({
    code: -32602,
    message: 'Invalid params: tool "wait" is off; only Ann waits',
  });
});

test('observes a quick failure as failed, and a task that fails later as started', async () => {
  const outcomes: unknown[] = [];
  const fail = defineTool({
    ...{
      name: 'fail',
      task: 'optional',
      inputSchema: { type: 'object', properties: { ms: { type: 'number' } } },
    },
    run: async ({ ms = 0 }) => {
      await sleep(ms);
      throw new ToolError('No.');
    },
  });
  const server = defineServer({
    ...{ name: 'test', version: '1', tools: [fail], extensions: [tasks({ answerWithinMs: 100 })] },
    observe: (event) => event.type === 'request' && outcomes.push(`${event.method} ${event.outcome}`),
  });
  await using client = await connect(server, SPEAKS);
  expect(await call(client, 'fail')).toMatchObject({ isError: true });
  const { taskId } = await call(client, 'fail', { ms: 200 });
  await becomes(client, taskId, 'completed');
  expect(outcomes.filter((outcome) => String(outcome).startsWith('tools/call'))).toEqual([
    'tools/call failed',
    'tools/call ok',
  ]);
});

test('a question makes a task at once', async () => {
  await using client = await open({ answerWithinMs: 60_000 });
  const { taskId } = await call(client, 'ask');
  expect(await becomes(client, taskId, 'input_required')).toMatchObject({ inputRequests: { word: {} } });
});

test('passes an invalid answer to the model without asking again', async () => {
  await using client = await open();
  const { taskId } = await call(client, 'ask');
  await becomes(client, taskId, 'input_required');
  await client.request('tasks/update', {
    taskId,
    inputResponses: { word: { action: 'accept', content: {} } },
  });
  expect(await becomes(client, taskId, 'completed')).toMatchObject({ result: { isError: true } });
});

test('a tool that asks first asks in its call, and becomes a task once it has the answer', async () => {
  await using client = await open({ answerWithinMs: 100 });
  const question = await call(client, 'ask_first');
  expect(question).toMatchObject({ resultType: 'input_required', inputRequests: { word: {} } });
  const inputResponses = { word: { action: 'accept', content: { x: 'yes' } } };
  const { requestState } = question;
  const created = await call(client, 'ask_first', {}, { inputResponses, requestState });
  expect(created).toMatchObject({ resultType: 'task' });
  expect(created).not.toHaveProperty('requestState');
  const done = await becomes(client, created['taskId'], 'completed');
  expect(done).toMatchObject({ result: said('The word is yes.') });
});

test('a call cancelled before it becomes a task never becomes one', async () => {
  const store = new MemoryTaskStore();
  const add = vi.spyOn(store, 'add');
  const events: string[] = [];
  const hang = defineTool({
    name: 'hang',
    task: 'optional',
    run: (_, ctx) => {
      events.push('begun');
      ctx.signal.addEventListener('abort', () => events.push('aborted'));
      return new Promise<string>(() => {});
    },
  });
  const server = defineServer({
    ...{ name: 'test', version: '1', tools: [hang] },
    extensions: [tasks({ store, answerWithinMs: 60_000 })],
  });
  await using client = await connect(server, SPEAKS);
  void client.request('tools/call', { name: 'hang' }, { id: 'hang' }).catch(() => {});
  await vi.waitFor(() => expect(events).toEqual(['begun']), 20_000);
  client.notify('notifications/cancelled', { requestId: 'hang' });
  await vi.waitFor(() => expect(events).toEqual(['begun', 'aborted']), 20_000);
  expect(add).not.toHaveBeenCalled();
});

test('beyond a limit, an optional task runs as a normal call and a required one is refused', async () => {
  for (const options of [{ maxRunning: 1 }, { store: new MemoryTaskStore(40_000) }]) {
    await using client = await open({ ...options, answerWithinMs: 0 });
    const { taskId } = await call(client, 'count', { ms: 60_000 });
    expect(taskId).toEqual(expect.any(String));
    expect(await call(client, 'count', { ms: 50, label: 'c' })).toMatchObject(said('counted c'));
    await expect(call(client, 'long')).rejects.toMatchObject({ code: -31000 });
    await client.request('tasks/cancel', { taskId });
  }
});

test('reports a result of more than 4,194,304 characters as an error that says so', async () => {
  await using client = await open();
  const { taskId } = await call(client, 'long', { characters: 4_194_300 });
  const text = expect.stringMatching(
    /^The result has 4194\d\d\d characters, and a task keeps 4194304 at most\. The tool has done its work\. Ask for less/,
  );
  const result = { isError: true, content: [{ type: 'text', text }] };
  expect(await becomes(client, taskId, 'completed')).toMatchObject({ result });
});

test('reports a result that exceeds the capacity of the store as an error that says so', async () => {
  await using client = await open({ store: new MemoryTaskStore(400_000) });
  const { taskId } = await call(client, 'long', { characters: 300_000 });
  const text = expect.stringMatching(/^The result cannot be stored: .* The tool has done its work\./);
  const result = { isError: true, content: [{ type: 'text', text }] };
  expect(await becomes(client, taskId, 'completed')).toMatchObject({ result });
  expect(await becomes(client, (await call(client, 'long'))['taskId'], 'completed')).toMatchObject({
    result: said('x'.repeat(10_000)),
  });
});

test('a status message has at most 1,000 characters', async () => {
  const speak = defineTool({
    name: 'speak',
    task: 'required',
    run: async (_, ctx) => {
      ctx.progress(1, 2, `${'x'.repeat(998)}${'👍'.repeat(1_000_000)}`);
      await sleep(60_000, undefined, { signal: ctx.signal });
    },
  });
  const server = defineServer({ name: 'test', version: '1', tools: [speak], extensions: [tasks()] });
  await using client = await connect(server, SPEAKS);
  const { taskId } = await call(client, 'speak');
  await vi.waitFor(
    async () =>
      expect(await client.request('tasks/get', { taskId })).toMatchObject({
        statusMessage: `${'x'.repeat(998)}…`,
      }),
    20_000,
  );
});

test('calls of one caller take at most half of `maxRunning`, even before they are tasks', async () => {
  const slow = defineTool({
    name: 'slow',
    task: 'optional',
    run: async (_, ctx) => {
      await sleep(300, undefined, { signal: ctx.signal });
      return 'slept';
    },
  });
  const server = defineServer({
    ...{ name: 'test', version: '1', tools: [slow] },
    extensions: [tasks({ maxRunning: 10, answerWithinMs: 50 })],
  });
  await using http = await servingUsers(server);
  const call60 = Array.from({ length: 60 }, () => post(http.url, 'slow', {}, { 'x-user': 'ann' }));
  const answers = await Promise.all(call60);
  expect(answers.filter(({ taskId }) => taskId !== undefined)).toHaveLength(5);
  expect(answers.filter(({ resultType }) => resultType === 'complete')).toHaveLength(55);
});

test('the id of a task is a string', async () => {
  await using client = await open();
  const error = { code: -32602, message: 'Invalid params: "taskId" must be a string' };
  for (const taskId of [undefined, null, 1, ['x'], {}])
    for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel'])
      await expect(client.request(method, { taskId, inputResponses: {} })).rejects.toMatchObject(error);
});

test('stops and forgets a task that still runs when its time is over', async () => {
  await using client = await open({ ttlMs: 300, answerWithinMs: 0 });
  const { taskId, ttlMs } = await call(client, 'count', { ms: 600_000 });
  expect(ttlMs).toBe(300);
  await vi.waitFor(
    () => expect(client.request('tasks/get', { taskId })).rejects.toMatchObject({ code: -32602 }),
    20_000,
  );
});

test('a caller learns nothing of the tasks of another', async () => {
  await using http = await servingUsers(createServer({ answerWithinMs: 0, maxRunning: 2 }));
  const [ann, bob] = [{ 'x-user': 'ann' }, { 'x-user': 'bob' }];
  const { taskId } = await post(http.url, 'count', { ms: 60_000 }, ann);
  const other = await post(http.url, 'count', { ms: 60_000 }, bob);
  expect(other).toMatchObject({ resultType: 'task' });
  const unknown = { code: -32602, message: expect.stringContaining('there is no task') };
  for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
    await expect(send(http.url, method, { taskId, inputResponses: {} }, bob)).rejects.toMatchObject(unknown);
    const header = { ...ann, 'mcp-name': 'another' };
    await expect(send(http.url, method, { taskId, inputResponses: {} }, header)).rejects.toMatchObject({
      code: -32020,
      status: 400,
    });
  }
  expect(await send(http.url, 'tasks/get', { taskId }, ann)).toMatchObject({ status: 'working' });
  for (const [id, user] of [
    [taskId, ann],
    [other['taskId'], bob],
  ] as const)
    await send(http.url, 'tasks/cancel', { taskId: id }, user);
});

describe('while the store is unreachable', () => {
  const away = (): never => {
    throw new Error('the store is away');
  };

  test('calls that need not be tasks run, and others are refused', async () => {
    const reports: Report[] = [];
    const store: TaskStore = { add: away, getMany: away, replace: away };
    const server = createServer({ store, answerWithinMs: 0 });
    server.redefine((options) => ({ ...options, report: (report) => reports.push(report) }));
    await using client = await connect(server, SPEAKS);
    expect(await call(client, 'count', { ms: 20, label: 'd' })).toMatchObject(said('counted d'));
    const error = { code: -32603, message: expect.stringContaining('store is unreachable') };
    await expect(call(client, 'long')).rejects.toMatchObject(error);
    await expect(client.request('tasks/get', { taskId: 'x' })).rejects.toMatchObject(error);
    expect(reports).toContainEqual(
      expect.objectContaining({ level: 'error', message: 'the store of tasks failed' }),
    );
    expect(await call(client, 'ask')).toMatchObject({ isError: true });
  });

  test('a task that ends meanwhile stores its result once the store is back', async () => {
    const memory = new MemoryTaskStore();
    let isAway = false;
    const store: TaskStore = {
      add: (task) => memory.add(task),
      getMany: (ids) => (isAway ? away() : memory.getMany(ids)),
      replace: (task) => (isAway ? away() : memory.replace(task)),
    };
    const server = createServer({ store, answerWithinMs: 0 });
    server.redefine((options) => ({ ...options, report: () => {} }));
    await using client = await connect(server, SPEAKS);
    const { taskId } = await call(client, 'count', { ms: 50, label: 'e' });
    isAway = true;
    await expect(client.request('tasks/get', { taskId })).rejects.toMatchObject({ code: -32603 });
    await expect(vi.waitFor(() => client.request('tasks/get', { taskId }), 200)).rejects.toThrow(
      'store is unreachable',
    );
    isAway = false;
    expect(await becomes(client, taskId, 'completed')).toMatchObject({ result: said('counted e') });
  });

  test('an answer is not lost if the store applies a change without confirming it', async () => {
    const memory = new MemoryTaskStore();
    let isSilent = false;
    const replace: TaskStore['replace'] = (task) => {
      const isTaken = memory.getMany([task.id])[0]?.answers !== undefined && task.answers === undefined;
      const outcome = memory.replace(task);
      if (!isTaken || isSilent) return outcome;
      isSilent = true;
      return away();
    };
    const store: TaskStore = {
      add: (task) => memory.add(task),
      getMany: (ids) => memory.getMany(ids),
      replace,
    };
    await using client = await connect(createServer({ store }), SPEAKS);
    const { taskId } = await call(client, 'ask');
    await becomes(client, taskId, 'input_required');
    const inputResponses = { word: { action: 'accept', content: { x: 'yes' } } };
    await client.request('tasks/update', { taskId, inputResponses });
    expect(await becomes(client, taskId, 'completed')).toMatchObject({ result: said('The word is yes.') });
    expect(isSilent).toBe(true);
  });
});
