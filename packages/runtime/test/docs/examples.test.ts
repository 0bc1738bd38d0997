// The examples of the docs do what the docs say.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { LATEST_REVISION, REVISIONS } from '@mcp/runtime';
import { connect } from '@mcp/runtime/testing';
import { describe, expect, test } from 'vitest';
import { orders, priceLookups, server as restaurant } from './examples/asking.ts';
import { server as printer } from './examples/live-list.ts';
import { server as rocket } from './examples/long-work.ts';
import { measured, server as measuredServer } from './examples/middleware.ts';
import {
  durations,
  lines as logged,
  metered,
  other,
  server as reports,
  slow as slowNames,
  watched,
} from './examples/operations.ts';
import { server as translator } from './examples/prompts.ts';
import { changes, server as settingsServer, settings } from './examples/resources.ts';
import { server as weather } from './examples/migration.ts';
import { server as textServer } from './examples/tools.ts';

const textOf = (result: { readonly [member: string]: unknown }): unknown => {
  const [first] = Array.isArray(result['content']) ? (result['content'] as { text?: unknown }[]) : [];
  return first?.text;
};

describe('programs', () => {
  const run = async (name: string, input: readonly object[], args: readonly string[] = []) => {
    const script = join(import.meta.dirname, 'examples', name);
    const child = spawn(process.execPath, [script, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
    const lines: string[] = [];
    const answers = createInterface(child.stdout)[Symbol.asyncIterator]();
    // A client that needs the effect of a request waits for its answer: a server may run requests at the same time.
    for (const message of input) {
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
      if ('id' in message) lines.push((await answers.next()).value ?? '');
    }
    child.stdin.end();
    for (let line = await answers.next(); line.done !== true; line = await answers.next())
      lines.push(line.value);
    if (child.exitCode === null) await once(child, 'exit');
    return { lines, exitCode: child.exitCode };
  };

  test('the first server of the README adds, and tells the model about wrong arguments', async () => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': LATEST_REVISION,
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const add = (id: number, args: object) => ({
      id,
      method: 'tools/call',
      params: { name: 'add', arguments: args, _meta },
    });
    const { lines, exitCode } = await run('adder-server.ts', [add(1, { a: 2, b: 3 }), add(2, { a: 'x' })]);
    const results = lines
      .map((line) => JSON.parse(line) as { id: number; result: object })
      .toSorted((a, b) => a.id - b.id)
      .map(({ result }) => result);
    expect(results).toMatchObject([{ content: [{ type: 'text', text: '5' }] }, { isError: true }]);
    expect(exitCode).toBe(0);
  });

  test('the server of the README saves a note, completes its title and reads it', async () => {
    const clientInfo = { name: 'test', version: '1' };
    const { lines, exitCode } = await run('notes-server.ts', [
      {
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
      },
      { method: 'notifications/initialized' },
      {
        id: 2,
        method: 'tools/call',
        params: { name: 'save_note', arguments: { title: 'milk', text: 'Buy' } },
      },
      {
        id: 3,
        method: 'completion/complete',
        params: {
          ref: { type: 'ref/resource', uri: 'note:///{title}' },
          argument: { name: 'title', value: 'm' },
        },
      },
      { id: 4, method: 'resources/read', params: { uri: 'note:///milk' } },
      { id: 5, method: 'resources/read', params: { uri: 'note:///bread' } },
    ]);
    const answers = lines.map((line) => JSON.parse(line) as { id: number });
    expect(answers.toSorted((a, b) => a.id - b.id).slice(1)).toEqual([
      {
        jsonrpc: '2.0',
        id: 2,
        result: { content: [{ type: 'text', text: 'Saved. Notes: 1.' }] },
      },
      {
        jsonrpc: '2.0',
        id: 3,
        result: { completion: { values: ['milk'], total: 1, hasMore: false } },
      },
      {
        jsonrpc: '2.0',
        id: 4,
        result: { contents: [{ uri: 'note:///milk', mimeType: 'text/plain', text: 'Buy' }] },
      },
      {
        jsonrpc: '2.0',
        id: 5,
        error: {
          code: -32002,
          message: 'Resource not found: note:///bread',
          data: { uri: 'note:///bread' },
        },
      },
    ]);
    expect(exitCode).toBe(0);
  });
});

describe.each(REVISIONS)('in %s', (revision) => {
  test('tools answer, fill defaults, and explain what is wrong', async () => {
    await using client = await connect(textServer, { revision });
    const call = (name: string, args: object) =>
      client.request('tools/call', { name, arguments: { ...args } });
    expect(textOf(await call('repeat_text', { text: 'ab' }))).toBe('abab');
    expect(await call('repeat_text', { text: 'ab', time: 3 })).toMatchObject({ isError: true });
    expect(textOf(await call('statistics', { text: 'a b\nc' }))).toBe('{"characters":5,"words":3,"lines":2}');
    const link = revision >= '2025-06-18' ? 'resource_link' : 'text';
    expect(await call('find_chapter', { subject: 'tea' })).toMatchObject({
      content: [{ type: 'text' }, { type: link }],
    });
    expect(await call('divide', { dividend: 1, divisor: 0 })).toMatchObject({
      content: [{ type: 'text', text: 'divisor is 0; give any other number' }],
      isError: true,
    });
    expect(textOf(await call('greet', { name: 'Ada' }))).toBe('Hi Ada!');
  });

  test('resources are listed, completed and read', async () => {
    await using client = await connect(settingsServer, { revision });
    expect(await client.request('resources/list')).toMatchObject({
      resources: [
        { uri: 'settings:///' },
        { uri: 'settings:///language', name: 'language' },
        { uri: 'settings:///theme', name: 'theme' },
      ],
    });
    expect(await client.request('resources/read', { uri: 'settings:///theme' })).toMatchObject({
      contents: [{ text: settings.get('theme') }],
    });
    await expect(client.request('resources/read', { uri: 'settings:///size' })).rejects.toMatchObject({
      code: revision >= '2026-07-28' ? -32602 : -32002,
    });
  });

  test('the prompt is filled in and completed', async () => {
    await using client = await connect(translator, { revision });
    const got = await client.request('prompts/get', { name: 'translate', arguments: { text: 'Hei' } });
    expect(got).toMatchObject({
      messages: [{ role: 'user', content: { text: 'Translate to English. Keep the tone.\n\nHei' } }],
    });
    const completed = await client.request('completion/complete', {
      ref: { type: 'ref/prompt', name: 'translate' },
      argument: { name: 'language', value: 'F' },
    });
    expect(completed).toMatchObject({ completion: { values: ['Finnish', 'French'] } });
  });

  test('long work reports progress and stops when cancelled', async () => {
    await using client = await connect(rocket, { revision });
    const params = { name: 'count_down', arguments: { from: 3 } };
    await client.request('tools/call', params, { _meta: { progressToken: 'p' } });
    expect(client.notifications('notifications/progress').at(-1)).toMatchObject({
      params: { progressToken: 'p', progress: 3, total: 3 },
    });
    const slow = { name: 'count_down', arguments: { from: 1000 } };
    void client.request('tools/call', slow, { id: 'slow', _meta: { progressToken: 'q' } });
    await client.waitFor(({ params: sent }) => (sent as { progressToken?: unknown })?.progressToken === 'q');
    client.notify('notifications/cancelled', { requestId: 'slow' });
    await client.close();
    expect(client.received).not.toContainEqual(expect.objectContaining({ id: 'slow' }));
  });

  test('a live list changes', async () => {
    await using client = await connect(printer, { revision });
    const names = async () => (await client.request('tools/list'))['tools'];
    expect(await names()).toMatchObject([{ name: 'connect' }]);
    await client.request('tools/call', { name: 'connect' });
    expect(await names()).toMatchObject([{ name: 'disconnect' }]);
    await client.request('tools/call', { name: 'disconnect' });
  });

  test('middleware sees each request', async () => {
    await using client = await connect(measuredServer, { revision });
    measured.length = 0;
    await client.request('tools/call', { name: 'hello' });
    expect(measured).toEqual([expect.stringMatching(/^tools\/call of test-client: [\d.]+ ms$/)]);
  });

  test('limits cut long results, refuse calls that come too fast, and are logged', async () => {
    const params = (count: number) => ({ name: 'report', arguments: { lines: count } });
    logged.length = 0;
    await using client = await connect(reports, { revision });
    const long = await client.request('tools/call', params(10_000));
    // Below the notice, whole lines of 22 bytes: as many as fit.
    const cut =
      /^\[This result is cut: at most ([\d,]+) bytes of text .*\]\n((?:A line of the report\.\n)+)$/;
    const [, most, lines] = cut.exec(String(textOf(long))) ?? [];
    expect([most, lines?.length]).toEqual(['100,000', 4540 * 22]);
    expect(logged.map((line) => JSON.parse(line))).toMatchObject([{ target: 'report', outcome: 'ok' }]);
    await using otherClient = await connect(other, { revision });
    const other50 = cut.exec(String(textOf(await otherClient.request('tools/call', params(10_000)))));
    expect([other50?.[1], other50?.[2]?.length]).toEqual(['50,000', 2267 * 22]);
    const refused = await otherClient.request('tools/call', params(1));
    expect(textOf(refused)).toMatch(/^Rate limit: at most 1 calls of report in 10 s\. Try again in \d+ s\.$/);
  });

  test('stores the durations of requests by the called name', async () => {
    durations.clear();
    await using client = await connect(metered, { revision });
    await client.request('tools/call', { name: 'report', arguments: { lines: 1 } });
    await client.request('tools/call', { name: 'none' }).catch(() => {});
    expect([...durations.keys()].slice(-2)).toEqual(['tools/call report ok', 'tools/call undefined error']);
  });

  test('custom middleware finds the slow calls', async () => {
    slowNames.length = 0;
    await using client = await connect(watched, { revision });
    await client.request('tools/call', { name: 'report', arguments: { lines: 1 } });
    await client.request('tools/call', { name: 'nap' });
    // On a busy machine the other one may be slow as well.
    expect(slowNames).toContain('nap');
  });
});

describe.each(REVISIONS.filter((revision) => revision >= '2025-06-18'))('questions in %s', (revision) => {
  test('the dish is priced once and ordered after the answer', async () => {
    orders.length = 0;
    priceLookups.length = 0;
    await using client = await connect(restaurant, {
      revision,
      capabilities: { elicitation: {} },
      answers: { 'elicitation/create': () => ({ action: 'accept', content: { portions: 2 } }) },
    });
    const result = await client.request('tools/call', { name: 'order_dish', arguments: { dish: 'soup' } });
    expect(textOf(result)).toBe('Ordered 2 × soup.');
    expect({ orders, priceLookups }).toEqual({ orders: ['2 × soup'], priceLookups: ['soup'] });
  });
});

describe.each(REVISIONS)('questions to the model and for roots in %s', (revision) => {
  test('are answered, and the summary goes without a model', async () => {
    const roots = [{ uri: 'file:///projects/tea', name: 'tea' }];
    const message = { role: 'assistant', content: { type: 'text', text: 'Short.' }, model: 'm' };
    await using client = await connect(restaurant, {
      revision,
      capabilities: { roots: {}, sampling: {} },
      answers: { 'roots/list': () => ({ roots }), 'sampling/createMessage': () => message },
    });
    const call = (name: string, args = {}) => client.request('tools/call', { name, arguments: args });
    expect(textOf(await call('list_projects'))).toBe('tea: file:///projects/tea');
    expect(textOf(await call('summarize', { text: 'A long story' }))).toBe('Short.');
    await using plain = await connect(restaurant, { revision });
    const cut = await plain.request('tools/call', { name: 'summarize', arguments: { text: 'A long story' } });
    expect(textOf(cut)).toBe('A long story …');
  });
});

test('announces a change of a watched resource', async () => {
  await using client = await connect(settingsServer, { revision: '2025-11-25' });
  await client.request('resources/subscribe', { uri: 'settings:///' });
  changes.emit('change');
  const told = await client.waitFor(({ method }) => method === 'notifications/resources/updated');
  expect(told).toMatchObject({ params: { uri: 'settings:///' } });
});

test('announces a change of a live list', async () => {
  await using client = await connect(printer, { revision: '2025-11-25' });
  await client.request('tools/call', { name: 'connect' });
  const told = await client.waitFor(({ method }) => method === 'notifications/tools/list_changed');
  expect(told).not.toHaveProperty('id');
  await client.request('tools/call', { name: 'disconnect' });
});

test('the server migrated from the SDK answers as the page says', async () => {
  await using client = await connect(weather, { revision: '2025-11-25' });
  const call = (city: string) =>
    client.request('tools/call', { name: 'get_temperature', arguments: { city } });
  expect(await call('oslo')).toEqual({
    content: [{ type: 'text', text: '{"celsius":3}' }],
    structuredContent: { celsius: 3 },
  });
  expect(await call('paris')).toMatchObject({
    content: [{ type: 'text', text: 'Unknown city paris. Try oslo or cairo.' }],
    isError: true,
  });
  expect(await client.request('resources/read', { uri: 'weather://cities/cairo' })).toMatchObject({
    contents: [{ uri: 'weather://cities/cairo', text: 'cairo: 31 °C' }],
  });
  expect(
    await client.request('prompts/get', { name: 'compare', arguments: { first: 'oslo', second: 'cairo' } }),
  ).toEqual({
    messages: [{ role: 'user', content: { type: 'text', text: 'Compare the weather of oslo and cairo.' } }],
  });
});
