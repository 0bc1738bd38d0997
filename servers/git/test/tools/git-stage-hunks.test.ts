// git_browse_hunks and git_stage_hunks: what a person stages in the page beside git_status.
import { chmodSync, rmSync, symlinkSync } from 'node:fs';
import { connect, type TestClient } from '@mcp/runtime/testing';
import { describe, expect, test } from 'vitest';
import {
  ask,
  call,
  dataOf,
  git,
  open,
  repository,
  serve,
  temporary,
  textsOf,
  type Answer,
  type Temporary,
} from '../setup.ts';
import { stoppedAt } from './stopped-merge.ts';

interface Browsed {
  readonly stamp: string;
  readonly whole?: string;
  readonly remarks: readonly string[];
  readonly hunks: readonly { readonly id: string; readonly text: string; readonly cut: boolean }[];
  readonly total: number;
  readonly writable: boolean;
}

const browse = async (client: TestClient, path: string, staged = false): Promise<Browsed> =>
  (await dataOf(call(client, 'git_browse_hunks', { path, staged }))) as unknown as Browsed;

const stage = (client: TestClient, path: string, more: object): Promise<Answer> =>
  call(client, 'git_stage_hunks', { files: [path], ...more });

const count = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => `${from + index}\n`).join('');

const twoPlaces = (): Temporary => {
  const dir = repository({ 'a.txt': count(1, 40) });
  dir.write({ 'a.txt': `one\n${count(2, 29)}thirty\n${count(31, 40)}` });
  return dir;
};

interface Listed {
  readonly name: string;
  readonly annotations: { readonly readOnlyHint: boolean };
  readonly _meta: unknown;
}

const UI = { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } };
const APP_ONLY = ['git_browse_hunks', 'git_browse_conflict', 'git_stage_hunks', 'git_resolve_conflict'];

describe.each(['2025-06-18', '2025-11-25', '2026-07-28'] as const)('in %s', (revision) => {
  test.each([
    [UI, APP_ONLY],
    [{}, []],
  ])('extensions %j: lists %j', async (extensions, names) => {
    using dir = repository();
    await using client = await connect(serve([dir.path]), {
      revision,
      capabilities: { extensions },
    });
    const { tools } = (await client.request('tools/list')) as unknown as {
      readonly tools: readonly Listed[];
    };
    const listed = tools.filter(({ name }) => APP_ONLY.includes(name));
    expect(listed.map(({ name }) => name)).toEqual(names);
    // `--read-only` keeps what has this hint.
    for (const { name, annotations, _meta: meta } of listed) {
      expect(annotations.readOnlyHint).toBe(name.startsWith('git_browse_'));
      expect(meta).toEqual({ ui: { resourceUri: 'ui://git/status', visibility: ['app'] } });
    }
  });

  test('a hunk is staged and unstaged by its id', async () => {
    using dir = twoPlaces();
    await using client = await connect(serve([dir.path]), { revision });
    const { hunks, total, writable } = await browse(client, 'a.txt');
    expect([total, writable]).toEqual([2, true]);
    expect(hunks[1]?.text).toBe('@@ -27,7 +27,7 @@\n 27\n 28\n 29\n-30\n+thirty\n 31\n 32\n 33\n');
    const staged = await stage(client, 'a.txt', { hunk: hunks[1]?.id });
    expect(textsOf(staged)).toEqual(['Staged one hunk of a.txt']);
    expect(dir.git('show', ':a.txt')).toBe(`${count(1, 29)}thirty\n${count(31, 40)}`);
    const of = await browse(client, 'a.txt', true);
    const unstaged = await stage(client, 'a.txt', { hunk: of.hunks[0]?.id, unstage: true });
    expect(textsOf(unstaged)).toEqual(['Unstaged one hunk of a.txt']);
    expect(dir.git('diff', '--cached')).toBe('');
  });
});

test('the page of a server that only reads is told so', async () => {
  using dir = twoPlaces();
  await using client = await open(dir.path, { readOnly: true });
  expect((await browse(client, 'a.txt')).writable).toBe(false);
});

test('what changed since it was shown is refused, and nothing is staged', async () => {
  using dir = twoPlaces();
  await using client = await open(dir.path);
  const { hunks, stamp } = await browse(client, 'a.txt');
  const [first, second] = hunks;
  dir.write({ 'a.txt': `one\n${count(2, 29)}THIRTY\n${count(31, 40)}` });
  const says =
    /^a\.txt has changed since its changes were shown\. Nothing was staged or unstaged\. Look at it/;
  for (const more of [{ hunk: second?.id }, { stamp }, { hunk: first?.id, stamp }, { hunk: 'x' }]) {
    const answer = await stage(client, 'a.txt', more);
    expect([answer.isError, textsOf(answer)[0]]).toEqual([true, expect.stringMatching(says)]);
  }
  expect(dir.git('diff', '--cached')).toBe('');
  // The other hunk is as it was shown.
  expect((await stage(client, 'a.txt', { hunk: first?.id })).isError).toBeUndefined();
  expect(dir.git('show', ':a.txt')).toBe(`one\n${count(2, 40)}`);
  // Staged already.
  expect((await stage(client, 'a.txt', { hunk: first?.id })).isError).toBe(true);
});

test('whole files are staged and unstaged: new, deleted, moved ones, and with odd names', async () => {
  const odd = ['ü b.txt', '-n', '"q".txt', 'a\tb', ':(top)x', 'sub/*', '\u202egpj.txt'];
  using dir = repository({ 'a.txt': 'one\n', 'gone.txt': 'x\n' });
  dir.write(Object.fromEntries(odd.map((name) => [name, 'new\n'])));
  rmSync(dir.at('gone.txt'));
  await using client = await open(dir.path);
  const status = (await dataOf(call(client, 'git_status'))) as {
    readonly untracked: readonly string[];
  };
  const files = ['gone.txt', ...status.untracked.map((name) => (name === 'sub/' ? 'sub/*' : name))];
  expect((await call(client, 'git_stage_hunks', { files })).isError).toBeUndefined();
  const staged = dir.git('write-tree');
  dir.git('add', '--all');
  expect(staged).toBe(dir.git('write-tree'));
  for (const file of files) await stage(client, file, { unstage: true });
  expect(dir.git('diff', '--cached')).toBe('');
});

test('before the first commit files are staged and unstaged too', async () => {
  using dir = temporary();
  dir.git('init', '--quiet');
  dir.write({ 'a.txt': 'one\n' });
  await using client = await open(dir.path);
  expect((await stage(client, 'a.txt', {})).isError).toBeUndefined();
  expect((await browse(client, 'a.txt', true)).whole).toBe('It is a new file.');
  expect((await stage(client, 'a.txt', { unstage: true })).isError).toBeUndefined();
  expect(dir.git('ls-files')).toBe('');
});

test('a submodule is staged whole, and nothing in it is touched', async () => {
  using dir = repository();
  using inner = repository({ 'b.txt': 'one\n' });
  dir.git('-c', 'protocol.file.allow=always', 'submodule', 'add', '--quiet', inner.path, 'sub');
  dir.commit('sub');
  const hash = inner.commit('second');
  git(dir.at('sub'), '-c', 'protocol.file.allow=always', 'fetch', '--quiet');
  git(dir.at('sub'), 'checkout', '--quiet', hash);
  await using client = await open(dir.path);
  const { whole, hunks } = await browse(client, 'sub');
  expect(whole).toBe('It is a submodule.');
  expect((await stage(client, 'sub', { hunk: hunks[0]?.id })).isError).toBe(true);
  expect((await stage(client, 'sub', {})).isError).toBeUndefined();
  expect(dir.git('ls-files', '--stage', 'sub')).toContain(hash);
});

test('one hunk of a file with an odd name', async () => {
  const names = ['ü b.txt', '-n', '"q".txt', 'a\tb', 'a b/c d', ':(top)x', '*', '\u202egpj.txt'];
  const all = (text: string) => Object.fromEntries(names.map((name) => [name, text]));
  using dir = repository(all(count(1, 20)));
  dir.write(all(`one\n${count(2, 19)}twenty\n`));
  await using client = await open(dir.path);
  for (const name of names) {
    const { hunks } = await browse(client, name);
    const answer = await stage(client, name, { hunk: hunks[1]?.id });
    expect({ name, texts: textsOf(answer), isError: answer.isError }).toMatchObject({ isError: undefined });
    expect(dir.git('diff', '--cached', '--numstat', '-z')).toBe(`1\t1\t${name}\0`);
    dir.git('reset', '--quiet');
  }
});

const WHOLE: readonly (readonly [string, string, (dir: Temporary) => void])[] = [
  ['a new file', 'It is a new file.', (dir) => dir.git('add', '--intent-to-add', 'new.txt')],
  ['a deleted file', 'It is deleted.', (dir) => rmSync(dir.at('new.txt'))],
  ['a mode', 'Only its mode is another one.', (dir) => chmodSync(dir.at('new.txt'), 0o755)],
  ['a binary file', 'It is binary.', (dir) => dir.write({ 'new.txt': new Uint8Array([0, 1, 2]) })],
  [
    'a link in place of a file',
    'It is of another type now.',
    (dir) => {
      rmSync(dir.at('new.txt'));
      symlinkSync('/etc/passwd', dir.at('new.txt'));
    },
  ],
  [
    'a filter',
    'A filter changes it when it is staged.',
    (dir) => dir.write({ 'new.txt': 'two\n', '.gitattributes': '*.txt filter=anything\n' }),
  ],
];

test.each(WHOLE)('%s can only be staged whole', async (what, reason, change) => {
  using dir = repository(what === 'a new file' ? { 'a.txt': 'one\n' } : { 'new.txt': 'one\n' });
  if (what === 'a new file') dir.write({ 'new.txt': 'one\n' });
  change(dir);
  await using client = await open(dir.path);
  const { whole, hunks, stamp } = await browse(client, 'new.txt');
  expect(whole).toBe(reason);
  for (const { id } of hunks) {
    const answer = await stage(client, 'new.txt', { hunk: id });
    expect([answer.isError, textsOf(answer)[0]]).toEqual([
      true,
      expect.stringMatching(/has no single hunks/),
    ]);
  }
  expect(dir.git('diff', '--cached')).toBe('');
  expect((await stage(client, 'new.txt', { stamp })).isError).toBeUndefined();
  const staged = dir.git('write-tree');
  dir.git('add', '--all', '.');
  if (what === 'a filter') dir.git('reset', '--quiet', '.gitattributes');
  expect(staged).toBe(dir.git('write-tree'));
});

test('lines of a file whose mode changed too are staged without the mode', async () => {
  using dir = twoPlaces();
  chmodSync(dir.at('a.txt'), 0o755);
  await using client = await open(dir.path);
  const { hunks, remarks } = await browse(client, 'a.txt');
  expect(remarks).toEqual(['old mode 100644', 'new mode 100755']);
  await stage(client, 'a.txt', { hunk: hunks[0]?.id });
  expect(dir.git('ls-files', '--stage')).toMatch(/^100644 /);
  expect(dir.git('diff', '--cached', '--numstat')).toBe('1\t1\ta.txt\n');
});

test('a file in conflict is not staged with its markers', async () => {
  using dir = stoppedAt('one\n', ['three\n', 'two\n']);
  const before = dir.git('ls-files', '--stage');
  for (const unstage of [false, true]) {
    const answer = await ask(dir, 'git_stage_hunks', { files: ['.'], unstage });
    expect(textsOf(answer)).toEqual(['a.txt is in conflict. Nothing was changed. Resolve it first.']);
  }
  expect(dir.git('ls-files', '--stage')).toBe(before);
});

test.each([
  [['../x'], /outside the repository/],
  [['.git/config'], /inside \.git/],
  [['missing.txt'], /did not match any file/],
])('%j is refused', async (files, says) => {
  using dir = repository();
  const answer = await ask(dir, 'git_stage_hunks', { files });
  expect([answer.isError, textsOf(answer)[0]]).toEqual([true, expect.stringMatching(says)]);
});

test('with --confirm the user is asked before something is unstaged, and not before it is staged', async () => {
  using dir = twoPlaces();
  const settings = { confirm: 'destructive' } as const;
  expect((await ask(dir, 'git_stage_hunks', { files: ['a.txt'] }, settings)).isError).toBeUndefined();
  const answer = await ask(dir, 'git_stage_hunks', { files: ['a.txt'], unstage: true }, settings);
  expect(textsOf(answer)[0]).toMatch(/^Not done: Unstage "a\.txt"\. The user has to agree/);
});
