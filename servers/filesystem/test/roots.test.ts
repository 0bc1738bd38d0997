import { RpcError } from '@mcp/runtime';
import { connect, type TestClient } from '@mcp/runtime/testing';
import { describe, expect, test } from 'vitest';
import { readBy, textBy, withRoots, withRootsOf } from './client-roots.ts';
import { callBy, connectTo, errorOf, listenBy, serve, temporary, type Temporary } from './setup.ts';

interface Allowed {
  readonly path: string;
  readonly source?: string;
}

const allowed = async (client: TestClient) => {
  const { structuredContent, content } = await callBy(client, 'list_allowed_directories', {});
  const directories = structuredContent?.['directories'] as readonly Allowed[] | undefined;
  return directories ?? content[0]?.text;
};

const asked = (client: TestClient): number =>
  client.received.filter((message) => JSON.stringify(message).includes('"roots/list"')).length;

const SESSIONS = ['2025-06-18', '2025-11-25'] as const;

describe.each(SESSIONS)('in %s', (revision) => {
  /** Connects a client whose root is a directory inside the server's `root`. */
  const connectSub = (dir: Temporary) =>
    connect(serve([dir.at('root')]), { revision, ...withRoots(dir.at('root/sub')) });

  test.each([
    ['inside a directory', ['root/sub'], [['root/sub', 'root']]],
    ['around a directory', ['.'], [['root']]],
    ['equal to a directory', ['root'], [['root']]],
    [
      'beside and inside',
      ['other', 'root/sub', 'root/sub2'],
      [
        ['root/sub', 'root'],
        ['root/sub2', 'root'],
      ],
    ],
    ['with a file among them', ['root/a.txt', 'root/sub', 'missing'], [['root/sub', 'root']]],
  ])('roots %s narrow it', async (_, roots, expected) => {
    using dir = temporary({ 'root/sub/': '', 'root/sub2/': '', 'root/a.txt': '', 'other/': '' });
    const options = withRoots(...roots.map((root) => dir.at(root)));
    await using client = await connect(serve([dir.at('root')]), { revision, ...options });
    expect(await allowed(client)).toEqual(
      expected.map(([path = '', source]) => ({
        path: dir.at(path),
        ...(source === undefined ? {} : { source }),
      })),
    );
  });

  test('denies a file outside the roots, even if the command line allows it', async () => {
    using dir = temporary({ 'root/sub/in.txt': 'in', 'root/out.txt': 'out' });
    await using client = await connectSub(dir);
    expect(await textBy(client, dir.at('root/sub/in.txt'))).toBe('in');
    expect(await textBy(client, 'in.txt')).toBe('in');
    expect(errorOf(await readBy(client, dir.at('root/out.txt')))).toBe(
      `Access denied: ${dir.at('root/out.txt')} is outside the allowed directories (${dir.at('root/sub')}).`,
    );
    expect(asked(client)).toBe(1);
  });

  test('lists contain only files inside the roots', async () => {
    using dir = temporary({ 'root/sub/in.txt': '', 'root/out.txt': '' });
    await using client = await connectSub(dir);
    const { resources } = await client.request('resources/list');
    expect(resources).toMatchObject([{ name: 'sub' }, { name: 'in.txt' }]);
    expect(asked(client)).toBe(1);
  });

  test('asks for the roots again after they change', async () => {
    using dir = temporary({ 'one/': '', 'two/': '' });
    let current = 'one';
    const options = withRootsOf(() => [`file://${dir.at(current)}`]);
    await using client = await connect(serve([]), { revision, ...options });
    expect(await allowed(client)).toEqual([{ path: dir.at('one'), source: 'root' }]);
    current = 'two';
    expect(await allowed(client)).toEqual([{ path: dir.at('one'), source: 'root' }]);
    client.notify('notifications/roots/list_changed');
    expect(await allowed(client)).toEqual([{ path: dir.at('two'), source: 'root' }]);
    expect(asked(client)).toBe(2);
  });

  test('--roots intersect with nothing in common allows nothing, and the message says what to do', async () => {
    using dir = temporary({ 'root/': '', 'root_evil/': '' });
    await using client = await connect(serve([dir.at('root')], { roots: 'intersect' }), {
      revision,
      ...withRoots(dir.at('root_evil')),
    });
    expect(await allowed(client)).toBe(
      `No directory is allowed: those of the server (${dir.at('root')}) have nothing in common with the roots of ` +
        `the client (${dir.at('root_evil')}). Ask the user to open one of them in the client, or to start the ` +
        'server with --roots ignore.',
    );
  });

  test('--roots ignore does not ask', async () => {
    using dir = temporary({ 'root/': '' });
    const server = serve([dir.at('root')], { roots: 'ignore' });
    await using client = await connect(server, { revision, ...withRoots('/tmp') });
    expect(await allowed(client)).toEqual([{ path: dir.at('root') }]);
    expect(asked(client)).toBe(0);
  });

  test('--roots intersect allows nothing to a client that fails to list its roots', async () => {
    using dir = temporary({ 'root/': '' });
    await using client = await connect(serve([dir.at('root')], { roots: 'intersect' }), {
      revision,
      capabilities: { roots: {} },
      answers: {
        'roots/list': () => {
          throw new RpcError(-32603, 'no idea');
        },
      },
    });
    expect(await allowed(client)).toBe(
      'The roots of the client are not known, so no directory is allowed. ' +
        'The client did not answer roots/list: no idea',
    );
  });

  test('narrows subscriptions too, which also work with roots alone', async () => {
    using dir = temporary({ 'root/sub/in.txt': 'in', 'root/out.txt': 'out' });
    for (const directories of [[dir.at('root')], []]) {
      const server = serve(directories);
      await using other = await connect(server, { revision, ...withRoots(dir.at('root')) });
      await using client = await connect(server, { revision, ...withRoots(dir.at('root/sub')) });
      const subscribe = (to: TestClient, path: string) =>
        to.request('resources/subscribe', { uri: `file://${dir.at(path)}` });
      expect(await subscribe(other, 'root/out.txt')).toEqual({});
      expect(await subscribe(client, 'root/sub/in.txt')).toEqual({});
      await expect(subscribe(client, 'root/out.txt')).rejects.toMatchObject({ code: -32002 });
    }
  });

  test('narrows resources, prompts and completion too', async () => {
    using dir = temporary({ 'root/sub/in.txt': 'in', 'root/out.txt': 'out' });
    await using client = await connectSub(dir);
    const uri = `file://${dir.at('root/out.txt')}`;
    await expect(client.request('resources/read', { uri })).rejects.toMatchObject({ code: -32002 });
    const above = client.request('resources/read', { uri: `file://${dir.at('root')}` });
    await expect(above).rejects.toMatchObject({ code: -32002 });
    const prompt = { name: 'review-file', arguments: { path: dir.at('root/out.txt') } };
    await expect(client.request('prompts/get', prompt)).rejects.toMatchObject({ code: -32602 });
    const complete = (value: string) =>
      client.request('completion/complete', {
        ref: { type: 'ref/prompt', name: 'review-file' },
        argument: { name: 'path', value },
      });
    expect(await complete(dir.at('root/'))).toMatchObject({ completion: { values: [dir.at('root/sub/')] } });
    expect(await complete(dir.at('root/sub/'))).toMatchObject({
      completion: { values: [dir.at('root/sub/in.txt')] },
    });
  });
});

test.each([...SESSIONS, '2026-07-28'] as const)(
  '--roots replace allows only the roots if the client supports roots (%s)',
  async (revision) => {
    using dir = temporary({ 'cli/a.txt': 'cli', 'root/b.txt': 'root' });
    const server = serve([dir.at('cli')], { roots: 'replace' });
    await using client = await connect(server, { revision, ...withRoots(dir.at('root')) });
    expect(await allowed(client)).toEqual([{ path: dir.at('root'), source: 'root' }]);
    expect(await textBy(client, 'b.txt')).toBe('root');
    expect(errorOf(await readBy(client, dir.at('cli/a.txt')))).toBeDefined();
    await using without = await connect(server, { revision });
    expect(await allowed(without)).toEqual([{ path: dir.at('cli') }]);
    await using none = await connect(server, { revision, ...withRoots() });
    expect(await allowed(none)).toContain('No directory is allowed');
  },
);

describe('in 2026-07-28', () => {
  const revision = '2026-07-28';

  test('a relative path starts at the roots, so it asks for them; an absolute one does not', async () => {
    using dir = temporary({ 'cli/a.txt': 'cli', 'cli/sub/a.txt': 'sub' });
    const server = serve([dir.at('cli')]);
    await using client = await connect(server, { revision, ...withRoots(dir.at('cli/sub')) });
    expect(await textBy(client, dir.at('cli/a.txt'))).toBe('cli');
    expect(asked(client)).toBe(0);
    expect(await textBy(client, 'a.txt')).toBe('sub');
    expect(asked(client)).toBe(1);
    // Completion cannot ask.
    const complete = await client.request('completion/complete', {
      ref: { type: 'ref/prompt', name: 'review-file' },
      argument: { name: 'path', value: 's' },
    });
    expect(complete).toMatchObject({ completion: { values: ['sub/'] } });
    expect(asked(client)).toBe(1);
  });

  test('does not ask for roots when directories are configured', async () => {
    using dir = temporary({ 'root/': '' });
    await using client = await connect(serve([dir.at('root')]), { revision, ...withRoots('/tmp') });
    expect(await allowed(client)).toEqual([{ path: dir.at('root') }]);
    expect(asked(client)).toBe(0);
  });

  test('without directories each call asks once', async () => {
    using dir = temporary({ 'root/a.txt': 'text' });
    const options = withRoots(dir.at('root'));
    await using client = await connect(serve([]), { revision, ...options });
    const call = { name: 'read_text_file', arguments: { path: 'a.txt' } };
    const first = await client.request('tools/call', call, { answer: false });
    expect(first).toMatchObject({ resultType: 'input_required', requestState: expect.any(String) });
    expect(Object.values(first['inputRequests'] ?? {})).toEqual([{ method: 'roots/list' }]);
    const result = await client.request('tools/call', call);
    expect(result).toMatchObject({ resultType: 'complete', content: [{ type: 'text', text: 'text' }, {}] });
    expect(asked(client)).toBe(2);
    const uri = `file://${dir.at('root/a.txt')}`;
    const { contents } = await client.request('resources/read', { uri });
    expect(contents).toMatchObject([{ uri, mimeType: 'text/plain', text: 'text' }]);
    const prompt = await client.request('prompts/get', { name: 'review-file', arguments: { path: 'a.txt' } });
    expect(prompt).toMatchObject({ messages: [{}, { content: { resource: { text: 'text' } } }] });
  });

  test('lists, completion and subscriptions never ask', async () => {
    using dir = temporary({ 'root/a.txt': 'text' });
    await using client = await connect(serve([]), { revision, ...withRoots(dir.at('root')) });
    expect(await client.request('resources/list')).toMatchObject({ resources: [] });
    expect(await client.request('resources/templates/list')).toMatchObject({ resourceTemplates: [{}] });
    const completion = {
      ref: { type: 'ref/resource', uri: 'file:///{+path}' },
      argument: { name: 'path', value: '' },
    };
    expect(await client.request('completion/complete', completion)).toMatchObject({
      completion: { values: [] },
    });
    const resourceSubscriptions = [`file://${dir.at('root/a.txt')}`];
    expect(await listenBy(client, { resourceSubscriptions })).toMatchObject({
      params: { notifications: { resourceSubscriptions: [] } },
    });
    expect(asked(client)).toBe(0);
  });
});

test.each(['2025-11-25', '2026-07-28'] as const)(
  'without directories and roots refuses everything and says what to do (%s)',
  async (revision) => {
    const text =
      'No directory is allowed: the server was started without one and the client has no roots. ' +
      'Ask the user to add directories to the arguments of the server, or to open a folder in the client.';
    for (const options of [{}, withRoots()]) {
      await using client = await connect(serve([]), { revision, ...options });
      expect(await allowed(client)).toBe(text);
      expect(errorOf(await readBy(client, '/etc/passwd'))).toBe(text);
    }
  },
);

test('resolves a root that is a link before comparing it', async () => {
  using dir = temporary({ 'root/': '', 'outside/': '' });
  dir.link('../outside', 'root/link');
  const server = serve([dir.at('root')], { roots: 'intersect' });
  await using client = await connectTo(server, withRoots(dir.at('root/link')));
  expect(await allowed(client)).toContain('nothing in common');
});
