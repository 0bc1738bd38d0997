import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { connect } from '@mcp/runtime/testing';
import { describe, expect, test } from 'vitest';
import { textBy, withRoots, withRootsOf } from './client-roots.ts';
import { connectTo, serve, temporary, type Temporary } from './setup.ts';

const REVISIONS = ['2025-06-18', '2025-11-25', '2026-07-28'] as const;

const world = (): Temporary =>
  temporary({ 'proj/a.txt': 'a', 'proj/sub/a.txt': 'sub', 'notes/n.txt': 'n', 'other/o.txt': 'o' });

describe.each(REVISIONS)('by default, in %s', (revision) => {
  test.each<[string, (dir: Temporary) => string[]]>([
    ['no roots', () => []],
    ['a folder elsewhere', (dir) => [pathToFileURL(dir.at('other')).href]],
    ['a folder that is not there', () => ['file:///gone']],
    ['a root on another machine', () => ['file://elsewhere/proj']],
  ])(
    'a client with %s uses the directory of the command line, by both forms of a path',
    async (_, toUris) => {
      using dir = world();
      await using client = await connect(serve([dir.at('proj')]), {
        revision,
        ...withRootsOf(() => toUris(dir)),
      });
      expect(await textBy(client, 'a.txt')).toBe('a');
      expect(await textBy(client, dir.at('proj/a.txt'))).toBe('a');
      expect(await textBy(client, dir.at('other/o.txt'))).toMatch(/^Access denied: /);
    },
  );

  test('a root narrows only the directory that contains it, and relative paths start there', async () => {
    using dir = world();
    const options = { revision, ...withRoots(dir.at('proj/sub')) };
    await using client = await connect(serve([dir.at('notes'), dir.at('proj')]), options);
    expect(await textBy(client, 'a.txt')).toBe('sub');
    expect(await textBy(client, dir.at('notes/n.txt'))).toBe('n');
  });
});

test('paths outside the root are refused in a session', async () => {
  using dir = world();
  const options = { revision: '2025-11-25', ...withRoots(dir.at('proj/sub')) } as const;
  await using client = await connect(serve([dir.at('proj'), dir.at('notes')]), options);
  expect(await textBy(client, dir.at('proj/a.txt'))).toBe(
    `Access denied: ${dir.at('proj/a.txt')} is outside the allowed directories ` +
      `(${dir.at('proj/sub')}, ${dir.at('notes')}).`,
  );
});

test('reports roots outside all directories to the operator once, whatever the number of clients', async () => {
  using dir = world();
  const warnings: string[] = [];
  const server = serve([dir.at('proj')], { warn: (message) => warnings.push(message) });
  for (const uris of [[], [pathToFileURL(dir.at('other')).href], ['file:///else']]) {
    await using client = await connectTo(server, { ...withRootsOf(() => uris) });
    expect(await textBy(client, 'a.txt')).toBe('a');
    expect(await textBy(client, 'a.txt')).toBe('a');
  }
  expect(warnings).toEqual([
    `the roots of a client (file://${dir.at('other')}) share nothing with the directories of the command line ` +
      `(${dir.at('proj')}), which stay allowed; --roots intersect refuses such a client`,
  ]);
});

// This is normal for a host in a project with a server for other folders.
test.each([
  ['warning', false],
  ['info', true],
])('the program with --log-level %s says it on stderr: %s', async (level, isSaid) => {
  using dir = world();
  const program = join(import.meta.dirname, '../src/main.ts');
  await using client = await connect(
    { command: process.execPath, args: [program, '--log-level', level, dir.at('proj')] },
    { revision: '2025-11-25', ...withRoots(dir.at('other')) },
  );
  expect(await textBy(client, 'a.txt')).toBe('a\n');
  // The line goes into another pipe than the answer. Closing waits for both.
  await client.close();
  expect(client.stderr.includes(`file://${dir.at('other')}) share nothing with`)).toBe(isSaid);
});
