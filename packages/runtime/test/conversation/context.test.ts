// Request context for authors: nothing internal, session state, questions in middleware, declared extensions.
import { describe, expect, test } from 'vitest';
import { defineServer, defineTool, isSuspension, sessionState, type Context } from '../../src/index.ts';
import { REVISIONS } from '../../src/protocol/revisions.ts';
import { connect, type TestClient } from '../../src/testing.ts';

const info = { name: 'test', version: '1.0.0' };
const LEGACY = REVISIONS.filter((revision) => revision !== '2026-07-28');

/** Lists all readable names of a value, including inherited ones except those of all objects. */
function namesOf(value: object): string[] {
  const names: string[] = [];
  for (let at: unknown = value; at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at))
    names.push(...Object.getOwnPropertyNames(at));
  return names.filter((name) => name !== 'constructor').toSorted();
}

describe('ctx', () => {
  test.each(REVISIONS)('%s: has exactly the documented members', async (revision) => {
    let seen: Context | undefined;
    const look = defineTool({ name: 'look', run: (_, ctx) => void (seen = ctx) });
    await using client = await connect(defineServer({ ...info, tools: [look] }), { revision });
    await client.request('tools/call', { name: 'look' });
    if (seen === undefined) throw new Error('the tool did not run');
    expect(namesOf(seen)).toEqual(
      [
        '_meta',
        'ask',
        'caller',
        'client',
        'disconnect',
        'headers',
        'log',
        'once',
        'progress',
        'requestId',
        'requireScopes',
        'revision',
        'session',
        'signal',
        'trace',
      ].toSorted(),
    );
    expect(namesOf(seen.client)).toEqual(['capabilities', 'info', 'supports']);
    expect(namesOf(seen.ask)).toEqual(['agree', 'elicit', 'elicitUrl', 'raw', 'roots', 'sample']);
    expect(seen.session === undefined ? undefined : namesOf(seen.session)).toEqual(
      revision === '2026-07-28' ? undefined : ['id', 'log', 'onClose'],
    );
  });
});

describe('sessionState', () => {
  const server = (): ReturnType<typeof defineServer> => {
    const visits = sessionState(() => ({ count: 0 }));
    const visit = defineTool({
      name: 'visit',
      run: (_, ctx) => {
        const state = visits(ctx);
        if (state === undefined) return 'no session';
        state.count++;
        return String(state.count);
      },
    });
    return defineServer({ ...info, tools: [visit] });
  };
  const call = async (client: TestClient): Promise<unknown> =>
    (await client.request('tools/call', { name: 'visit' }))['content'];

  test.each(LEGACY)('%s: is separate for each session', async (revision) => {
    const shared = server();
    await using one = await connect(shared, { revision });
    await using other = await connect(shared, { revision });
    expect(await call(one)).toEqual([{ type: 'text', text: '1' }]);
    expect(await call(one)).toEqual([{ type: 'text', text: '2' }]);
    expect(await call(other)).toEqual([{ type: 'text', text: '1' }]);
  });

  test('2026-07-28: there is no session', async () => {
    await using client = await connect(server());
    expect(await call(client)).toEqual([{ type: 'text', text: 'no session' }]);
  });
});

test('middleware distinguishes a question from a failure by isSuspension', async () => {
  const seen: boolean[] = [];
  const ask = defineTool({
    name: 'ask',
    run: async (_, ctx) => {
      const schema = { type: 'object', properties: { a: { type: 'string' } } } as const;
      const { action } = await ctx.ask.elicit('q', { message: 'A?', schema });
      if (action !== 'accept') throw new RangeError('declined');
      return 'ok';
    },
  });
  const watch = async (_: unknown, next: () => Promise<{ [key: string]: unknown }>): Promise<never> => {
    try {
      await next();
    } catch (error) {
      seen.push(isSuspension(error));
      throw error;
    }
    throw new Error('not reached');
  };
  const server = defineServer({
    ...info,
    tools: [ask],
    middleware: [Object.assign(watch, { methods: ['tools/call'] })],
  });
  await using client = await connect(server, { capabilities: { elicitation: {} } });
  const result = await client.request('tools/call', { name: 'ask' }, { answer: false });
  expect(result).toMatchObject({ resultType: 'input_required' });
  expect(seen).toEqual([true]);
});

describe('extensions', () => {
  const settings = { mimeTypes: ['text/html'] };
  const extensions = [{ id: 'io.modelcontextprotocol/ui', settings }];

  test.each(REVISIONS)('%s: are among the capabilities if the revision has them', async (revision) => {
    await using client = await connect(defineServer({ ...info, logging: false, extensions }), { revision });
    const isKnown = revision >= '2025-11-25';
    expect(client.server['capabilities']).toEqual(
      isKnown ? { extensions: { 'io.modelcontextprotocol/ui': settings } } : {},
    );
  });

  test.each([
    ['extensions must be a list of { id, settings }', { 'com.example/a': {} }],
    ['extension "ui": an id is a prefix and a name, like com.example/name', [{ id: 'ui' }]],
    ['extension "com.example/a": its settings must be an object', [{ id: 'com.example/a', settings: true }]],
    ['extension "com.example/a" is given twice', [{ id: 'com.example/a' }, { id: 'com.example/a' }]],
  ])('are refused if a client could not read them: %s', (problem, bad) => {
    const options: Parameters<typeof defineServer>[0] = { ...info };
    Object.assign(options, { extensions: bad });
    expect(() => defineServer(options)).toThrow(problem);
  });
});
