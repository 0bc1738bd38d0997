import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { defineServer, defineTool, RpcError, ToolError } from '@mcp/runtime';
import { connect, type ConnectOptions } from '@mcp/runtime/testing';
import { afterAll, describe, expect, test } from 'vitest';
import { allowedDirectories, pinDirectory, rootsFlag, type RootsMode } from '../src/index.ts';

const top = realpathSync(mkdtempSync(join(tmpdir(), 'mcp-workspace-')));
const at = (path: string): string => join(top, path);
for (const path of ['one/sub', 'one/sub2', 'one_evil', 'two', 'other'])
  mkdirSync(at(path), { recursive: true });
writeFileSync(at('one/file'), '');
afterAll(() => rmSync(top, { recursive: true }));

/** Relative to `top`, with slashes on Windows too. */
const shown = (path: string): string => path.slice(top.length + 1).replaceAll(sep, '/');

const serve = (
  mode: RootsMode,
  configured: readonly string[],
  warn: (message: string) => void = () => {},
) => {
  const allowed = allowedDirectories({
    configured: configured.map((path) => pinDirectory(at(path), 'cli')),
    mode,
    refuse: (problem, more) => new ToolError(problem, more),
    warn,
  });
  const list = defineTool({
    name: 'list',
    description: 'Lists what is allowed for a path.',
    inputSchema: { type: 'object', properties: { path: { type: 'string' } } },
    run: async ({ path }, ctx) =>
      (await allowed(ctx, path)).map((directory) => `${shown(directory.path)}\n`).join(''),
  });
  return defineServer({ name: 'test', version: '1', tools: [list], report: () => {} });
};

const withRoots = (...paths: string[]): ConnectOptions => ({
  capabilities: { roots: {} },
  answers: { 'roots/list': () => ({ roots: paths.map((path) => ({ uri: pathToFileURL(at(path)).href })) }) },
});

const REFUSES: ConnectOptions = {
  capabilities: { roots: {} },
  answers: {
    'roots/list': () => {
      throw new RpcError(-32601, 'no such method');
    },
  },
};

const answer = async (
  mode: RootsMode,
  configured: readonly string[],
  options: ConnectOptions,
  path?: string,
): Promise<string[]> => {
  await using client = await connect(serve(mode, configured), options);
  const given = { name: 'list', arguments: path === undefined ? {} : { path } };
  const result = await client.request('tools/call', given);
  return (result['content'] as { text: string }[])[0]?.text.trim().split('\n') ?? [];
};

const session = { revision: '2025-11-25' } as const;
const NOTHING = [expect.stringMatching(/^No directory is allowed: /)];

describe('narrow', () => {
  test.each<[string, readonly string[], readonly string[], readonly string[]]>([
    ['no root', ['one', 'two'], [], ['one', 'two']],
    ['a root elsewhere', ['one', 'two'], ['other'], ['one', 'two']],
    ['a name that begins the same', ['one'], ['one_evil'], ['one']],
    ['a file and nothing', ['one'], ['one/file', 'gone'], ['one']],
    ['the directory itself', ['one'], ['one'], ['one']],
    ['a root around all', ['one', 'two'], ['.'], ['one', 'two']],
    ['a root inside', ['one'], ['one/sub'], ['one/sub']],
    ['two roots inside', ['one'], ['one/sub2', 'one/sub'], ['one/sub2', 'one/sub']],
    ['a root inside and one elsewhere', ['one'], ['other', 'one/sub'], ['one/sub']],
    ['a root inside the second of two', ['one', 'two'], ['two'], ['two', 'one']],
    [
      'a directory in another, and a root beside it',
      ['one', 'one/sub'],
      ['one/sub2'],
      ['one/sub2', 'one/sub'],
    ],
    ['no directory of the command line', [], ['other'], ['other']],
  ])('%s', async (_, configured, roots, expected) => {
    expect(await answer('narrow', configured, { ...session, ...withRoots(...roots) })).toEqual(expected);
  });

  test('is the default', () => {
    expect(rootsFlag.default).toBe('narrow');
  });

  test('a client that fails to list its roots gets the directories of the command line, or none without them', async () => {
    expect(await answer('narrow', ['one'], { ...session, ...REFUSES })).toEqual(['one']);
    expect(await answer('narrow', [], { ...session, ...REFUSES })).toEqual([
      expect.stringMatching(/^The roots of the client are not known, so no directory is allowed\. /),
    ]);
  });

  test('the warning names at most three roots and contains no control characters', async () => {
    const warnings: string[] = [];
    const uris = [
      'file:///a\u001b[31m\nb',
      `file:///${'x'.repeat(1000)}`,
      'file:///c',
      'file:///d',
      'file:///e',
    ];
    const server = serve('narrow', ['one'], (message) => warnings.push(message));
    await using client = await connect(server, {
      ...session,
      capabilities: { roots: {} },
      answers: { 'roots/list': () => ({ roots: uris.map((uri) => ({ uri })) }) },
    });
    await client.request('tools/call', { name: 'list' });
    expect(warnings).toEqual([
      `the roots of a client (file:///a%1B[31mb, file:///${'x'.repeat(192)}, file:///c and 2 more) share nothing with ` +
        `the directories of the command line (${at('one')}), which stay allowed; --roots intersect refuses such a client`,
    ]);
  });
});

describe('the other rules', () => {
  test.each<[RootsMode, readonly string[], readonly string[], readonly unknown[]]>([
    ['intersect', ['one', 'two'], ['one/sub'], ['one/sub']],
    ['intersect', ['one'], ['.'], ['one']],
    ['intersect', ['one'], [], NOTHING],
    ['intersect', ['one'], ['one_evil'], NOTHING],
    ['replace', ['one'], ['other'], ['other']],
    ['replace', ['one'], [], NOTHING],
    ['ignore', ['one'], ['other'], ['one']],
    ['ignore', [], ['other'], NOTHING],
  ])('%s: %j with the roots %j', async (mode, configured, roots, expected) => {
    expect(await answer(mode, configured, { ...session, ...withRoots(...roots) })).toEqual(expected);
  });

  test.each<[RootsMode, readonly string[], readonly string[], string]>([
    ['narrow', [], [], 'the server was started without one and the client has no roots'],
    [
      'narrow',
      [],
      ['gone'],
      'the server was started without one and no root of the client is a directory here',
    ],
    [
      'replace',
      ['one'],
      ['gone'],
      'only roots of the client count (--roots replace) and no root of the client is a directory here',
    ],
    ['replace', ['one'], [], 'only roots of the client count (--roots replace) and the client has no roots'],
    [
      'ignore',
      [],
      ['one'],
      'the server was started without one and roots of the client do not count (--roots ignore)',
    ],
  ])('%s: %j with the roots %j says why nothing is allowed', async (mode, configured, roots, why) => {
    expect(await answer(mode, configured, { ...session, ...withRoots(...roots) })).toEqual([
      expect.stringContaining(`No directory is allowed: ${why}. Ask the user`),
    ]);
  });

  test('intersect allows nothing to a client that fails to list its roots', async () => {
    expect(await answer('intersect', ['one'], { ...session, ...REFUSES })).toEqual([
      expect.stringMatching(/^The roots of the client are not known/),
    ]);
  });

  test.each<RootsMode>(['narrow', 'intersect', 'replace', 'ignore'])(
    '%s: a client without roots gets the directories of the command line',
    async (mode) => {
      expect(await answer(mode, ['one', 'two'], session)).toEqual(['one', 'two']);
      expect(await answer(mode, [], session)).toEqual(NOTHING);
    },
  );
});

test('narrow in 2026-07-28: only a relative path asks for the roots', async () => {
  const options = { revision: '2026-07-28', ...withRoots('one/sub') } as const;
  expect(await answer('narrow', ['one'], options)).toEqual(['one']);
  expect(await answer('narrow', ['one'], options, at('one/file'))).toEqual(['one']);
  expect(await answer('narrow', ['one'], options, '~/file')).toEqual(['one']);
  expect(await answer('narrow', ['one'], options, 'file')).toEqual(['one/sub']);
});

test.each([undefined, at('one/file'), '~/file', 'file'])(
  'intersect in 2026-07-28: the path %j is ignored',
  async (path) => {
    const options = (root: string) => ({ revision: '2026-07-28', ...withRoots(root) }) as const;
    expect(await answer('intersect', ['one'], options('one/sub'), path)).toEqual(['one/sub']);
    expect(await answer('intersect', ['one'], options('other'), path)).toEqual(NOTHING);
  },
);
