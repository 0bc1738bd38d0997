// Several extensions on one server: their runners chain like middleware, and none replaces another's handlers.
import { defineServer, defineTool, DefinitionError, type Middleware, type Revision } from '@mcp/runtime';
import type { Extension, Feature } from '@mcp/runtime/extensions';
import { tasks } from '@mcp/runtime/tasks';
import { connect, type TestClient } from '@mcp/runtime/testing';
import { describe, expect, test, vi } from 'vitest';

const TASKS = 'io.modelcontextprotocol/tasks';

/** Records the start and end of tool calls. */
const around = (name: string, events: string[]): Extension => ({
  id: `com.example/${name}`,
  features: () => [
    {
      runners: {
        'tools/call': async (_, next) => {
          events.push(`${name} in`);
          const text = await next();
          events.push(`${name} out`);
          return text;
        },
      },
    },
  ],
});

/** Inspects tool calls and lets them run unchanged. */
const idle = (): Extension => ({
  id: 'com.example/idle',
  features: () => [{ runners: { 'tools/call': () => undefined } }],
});

const serve = (extensions: readonly Extension[], middleware: readonly Middleware[] = []) =>
  defineServer({
    ...{ name: 'test', version: '1', extensions, middleware },
    tools: [
      extensions.some(({ id }) => id === TASKS)
        ? defineTool({ name: 'work', task: 'required', run: () => 'done' })
        : defineTool({ name: 'work', run: () => 'done' }),
    ],
  });

const permutations = <T>(all: readonly T[]): readonly (readonly T[])[] =>
  all.length === 0
    ? [[]]
    : all.flatMap((one) => permutations(all.filter((other) => other !== one)).map((rest) => [one, ...rest]));

const NAMES = ['tasks', 'idle', 'a', 'b'] as const;
const ORDERS = permutations(NAMES)
  .flatMap((order) => [order.slice(0, 2), order.slice(0, 3), order])
  .filter((order, i, all) => all.findIndex((other) => other.join() === order.join()) === i);
const capabilities = { extensions: { [TASKS]: {} } };
const create = (name: (typeof NAMES)[number], events: string[]): Extension =>
  name === 'tasks' ? tasks() : name === 'idle' ? idle() : around(name, events);

/** The expected records: outermost first, and back. */
const expected = (order: readonly string[]): readonly string[] => {
  const noting = order.filter((name) => name === 'a' || name === 'b');
  return [...noting.map((name) => `${name} in`), ...noting.toReversed().map((name) => `${name} out`)];
};

/** Returns the answer of a call, following a task to its end. */
const work = async (client: TestClient): Promise<object> => {
  const { taskId, content } = await client.request('tools/call', { name: 'work' });
  if (taskId === undefined) return { isTask: false, content };
  const task = await vi.waitUntil(async () => {
    const now = await client.request('tasks/get', { taskId });
    return now['status'] === 'completed' && now;
  }, 20_000);
  return { isTask: true, content: Object(task['result']).content as unknown };
};

describe.each(['2025-11-25', '2026-07-28'] satisfies Revision[])('in %s', (revision) => {
  test.each(ORDERS.map((order) => [order.join(', '), order] as const))(
    'runners of extensions chain like middleware, the first extension outermost: %s',
    async (_, order) => {
      const events: string[] = [];
      const server = serve(order.map((name) => create(name, events)));
      await using client = await connect(server, { revision, capabilities });
      const isTask = revision === '2026-07-28' && order.includes('tasks');
      expect(await work(client)).toEqual({ isTask, content: [{ type: 'text', text: 'done' }] });
      // A task continues after the outer layers answer.
      const inOrder = (all: readonly string[]) => (isTask ? all.toSorted() : all);
      expect(inOrder(events)).toEqual(inOrder(expected(order)));
    },
  );
});

test('a runner may answer itself, so that inner runners, the middleware and the tool do not run', async () => {
  const events: string[] = [];
  const closed: Extension = {
    id: 'com.example/closed',
    features: () => [{ runners: { 'tools/call': () => Promise.resolve({ content: [] }) } }],
  };
  const seen: Middleware = (request, next) => {
    events.push(request.method);
    return next();
  };
  const server = serve([around('a', events), closed, around('b', events)], [seen]);
  await using client = await connect(server, { revision: '2025-11-25' });
  expect(await client.request('tools/call', { name: 'work' })).toEqual({ content: [] });
  expect(events.filter((event) => event !== 'initialize')).toEqual(['a in', 'a out']);
});

describe('a second handler is an error at definition', () => {
  const problem = (...all: readonly (readonly Feature[])[]): string => {
    const extensions = all.map((features, i) => ({ id: `com.example/e${i}`, features: () => features }));
    try {
      serve(extensions);
    } catch (error) {
      if (error instanceof DefinitionError) return error.message;
    }
    return '';
  };
  const method = { row: { from: 'client', first: '2026-07-28' }, shape: {}, handle: () => ({}) } as const;
  const methods = (name: string): Feature => ({ methods: { [name]: method } });
  const runner: Feature = { runners: { 'tools/call': () => undefined } };
  const filter: Feature = { filters: { ids: () => ({ accepted: [], stop: () => {} }) } };

  test.each(['tools/list', 'tools/call', 'ping'])('for %s, which the protocol defines', (name) => {
    expect(problem([methods(name)])).toBe(
      `method "${name}" has two handlers; an extension adds methods, and changes how others run with "runners"`,
    );
  });

  test('for a method of another extension, or of the same', () => {
    const message =
      'method "x/y" has two handlers; an extension adds methods, and changes how others run with "runners"';
    expect(problem([methods('x/y')], [methods('x/y')])).toBe(message);
    expect(problem([methods('x/y'), methods('x/y')])).toBe(message);
    expect(problem([methods('x/y')], [methods('x/z')])).toBe('');
  });

  test('for a runner of the same extension', () => {
    expect(problem([runner, runner])).toBe('extension "com.example/e0": "tools/call" has two runners');
    expect(problem([runner], [runner])).toBe('');
  });

  test('for a member of the filter of listen streams', () => {
    expect(problem([filter], [filter])).toBe('filter "ids" has two handlers');
    expect(problem([filter])).toBe('');
  });
});
