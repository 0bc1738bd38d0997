// Rounds of questions: keys, state between rounds, and how rounds end.
import { describe, expect, test } from 'vitest';
import { defineServer, defineTool, type Context } from '../../src/index.ts';
import { connect } from '../../src/testing/connect.ts';
import type { TestClient } from '../../src/testing/test-client.ts';

const info = { name: 'server', version: '1.0.0' };
const schema = { type: 'object', properties: { a: { type: 'string' } } } as const;
const capabilities = { elicitation: {}, roots: {} };
const accept = { action: 'accept', content: { a: 'yes' } };

const asking = (run: (ctx: Context) => unknown) =>
  defineServer({
    ...info,
    tools: [defineTool({ name: 'ask', run: async (_, ctx) => String(await run(ctx)) })],
  });
const elicit = async (ctx: Context, key: string) => ctx.ask.elicit(key, { message: `${key}?`, schema });
const opened = (
  revision: '2025-11-25' | '2026-07-28',
  run: (ctx: Context) => unknown,
  answer: unknown = accept,
) =>
  connect(asking(run), {
    revision,
    capabilities,
    answers: { 'elicitation/create': () => ({ ...Object(answer) }) },
  });
const textOf = async (client: TestClient): Promise<unknown> => {
  const { content } = await client.request('tools/call', { name: 'ask' });
  return Reflect.get(Object((content as readonly unknown[])[0]), 'text');
};

describe.each(['2025-11-25', '2026-07-28'] as const)('in %s', (revision) => {
  test.each(['', '1a', 'a b', 'a/b', 'a'.repeat(65), '__proto__'])('refuses the key %j', async (key) => {
    await using client = await opened(revision, (ctx) => elicit(ctx, key).catch((error: unknown) => error));
    expect(await textOf(client)).toBe(
      `TypeError: a key is 1 to 64 letters, digits, _ . - and begins with a letter, not ${JSON.stringify(key)}`,
    );
  });

  test('a key may be the name of a member of Object.prototype', async () => {
    let runs = 0;
    await using client = await opened(revision, async (ctx) => {
      const value = await ctx.once('constructor', () => ++runs);
      const { action } = await elicit(ctx, 'valueOf');
      return `${value} ${action}`;
    });
    expect({ text: await textOf(client), runs }).toEqual({ text: '1 accept', runs: 1 });
  });

  test('a key asks once', async () => {
    await using client = await opened(revision, async (ctx) => {
      const [first, second] = [await elicit(ctx, 'k'), await elicit(ctx, 'k')];
      return `${first.action} ${second.action}`;
    });
    expect(await textOf(client)).toBe('accept accept');
    expect(JSON.stringify(client.received).match(/elicitation\/create/g)).toHaveLength(1);
  });

  test.each([
    ['no content where fields are asked for', { action: 'accept' }, /does not match|malformed/],
    [
      'an action of its own',
      { action: 'perhaps' },
      /"action" must be accept, decline or cancel, not "perhaps"/,
    ],
  ])('refuses an answer with %s', async (_, answer, problem) => {
    await using client = await opened(
      revision,
      (ctx) => elicit(ctx, 'k').catch((error: unknown) => error),
      answer,
    );
    const outcome = await textOf(client).catch((error: unknown) => String(error));
    expect(outcome).toMatch(problem);
  });

  test('accepts missing content like empty content if the form has no fields', async () => {
    const none = { type: 'object', properties: {} } as const;
    const run = async (ctx: Context): Promise<string> =>
      JSON.stringify(await ctx.ask.elicit('k', { message: 'Sure?', schema: none }));
    await using client = await opened(revision, run, { action: 'accept' });
    expect(JSON.parse(String(await textOf(client)))).toEqual(
      accept.action === 'accept' ? { action: 'accept', content: {} } : {},
    );
  });

  test.each(['not a URL', 'http://example.com/', 'ftp://localhost/', 'file:///etc/passwd'])(
    'does not send the user to %s',
    async (url) => {
      const run = (ctx: Context): unknown =>
        ctx.ask.elicitUrl('k', { message: 'Go', url }).catch((error: unknown) => String(error));
      await using client = await connect(asking(run), {
        revision,
        capabilities: { elicitation: { url: {} } },
      });
      expect(await textOf(client)).toBe(
        `TypeError: the URL of an elicitation must be https:, not ${JSON.stringify(url)}`,
      );
    },
  );

  test.each([[5], [null], [{ name: 'no uri' }], [{ uri: 5 }]])('omits a root that is %j', async (root) => {
    const run = (ctx: Context): unknown => ctx.ask.roots().then(JSON.stringify);
    await using client = await connect(asking(run), {
      revision,
      capabilities,
      answers: { 'roots/list': () => ({ roots: [root, { uri: 'file:///a' }] }) },
    });
    expect(await textOf(client)).toBe('[{"uri":"file:///a"}]');
  });
});

describe('in 2026-07-28', () => {
  const params = { name: 'ask' };
  const ask = (client: TestClient, more: object = {}) =>
    client.request('tools/call', { ...params, ...more }, { answer: false });

  test('a request asks in at most 32 rounds', async () => {
    await using client = await opened('2026-07-28', async (ctx) => {
      for (let n = 1; ; n++) await elicit(ctx, `k${n}`);
    });
    let more: object = {};
    let rounds = 0;
    const failure = (async () => {
      for (;;) {
        const { inputRequests, requestState } = await ask(client, more);
        rounds++;
        const inputResponses = Object.fromEntries(
          Object.keys(Object(inputRequests)).map((key) => [key, accept]),
        );
        more = { inputResponses, requestState };
      }
    })();
    await expect(failure).rejects.toMatchObject({
      code: -32602,
      message: 'Invalid params: the request asked in more than 32 rounds',
    });
    expect(rounds).toBe(32);
  });

  test('the state between rounds is limited too', async () => {
    await using client = await opened('2026-07-28', async (ctx) => {
      await ctx.once('much', () => 'x'.repeat(256 * 1024));
      await elicit(ctx, 'k');
    });
    await expect(ask(client)).rejects.toMatchObject({
      code: -32602,
      message: 'Invalid params: the answers so far are too large to go on asking',
    });
  });

  test('refuses state of another version', async () => {
    await using client = await opened('2026-07-28', (ctx) => elicit(ctx, 'k'));
    const { requestState } = await ask(client);
    const other = String(requestState).replace(/^v1/, 'v2');
    expect(other).not.toBe(requestState);
    await expect(ask(client, { requestState: other, inputResponses: { k: accept } })).rejects.toMatchObject({
      code: -32602,
    });
  });

  test.each(['v1.', 'v1.AAAA', 'v1.****', `v1.${'A'.repeat(300_000)}`])(
    'refuses invalid state (%#)',
    async (requestState) => {
      await using client = await opened('2026-07-28', (ctx) => elicit(ctx, 'k'));
      await expect(ask(client, { requestState })).rejects.toMatchObject({ code: -32602 });
    },
  );
});

describe('in a session', () => {
  test('ignores members that belong to another revision', async () => {
    await using client = await opened('2025-11-25', (ctx) => elicit(ctx, 'k').then(({ action }) => action));
    const more = { requestState: 'x', inputResponses: 5 };
    const { content } = await client.request('tools/call', { name: 'ask', ...more });
    expect(content).toEqual([{ type: 'text', text: 'accept' }]);
  });

  test('a question ends with its call, and the handler can distinguish that from an answer', async () => {
    let outcome: unknown;
    const server = asking((ctx) => elicit(ctx, 'k').catch((error: unknown) => void (outcome = error)));
    await using client = await connect(server, { revision: '2025-11-25', capabilities });
    void client.request('tools/call', { name: 'ask' }, { id: 'call' }).catch(() => {});
    await client.waitFor(({ method }) => method === 'elicitation/create');
    client.notify('notifications/cancelled', { requestId: 'call', reason: 'enough' });
    await client.waitFor(({ method }) => method === 'notifications/cancelled');
    await expect.poll(() => outcome, { timeout: 20_000 }).toMatchObject({ name: 'AbortError' });
  });
});
