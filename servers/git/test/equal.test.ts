// For every kind of repository, the tools agree with plain git: texts literally, data with git's machine formats.
import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import type { TestClient } from '@mcp/runtime/testing';
import { describe, expect, test } from 'vitest';
import { decode, shownName } from '@mcp/git';
import { pagesOf } from './pages.ts';
import {
  addSubmodule,
  call,
  dataOf,
  diverged,
  open,
  repository,
  temporary,
  textsOf,
  type Temporary,
} from './setup.ts';

/** Returns all pages of a text. */
const textOfAll = async (client: TestClient, tool: string, args: object): Promise<string> =>
  (await pagesOf(client, tool, args))
    .map((page) => textsOf(page).find((text) => !text.startsWith('[')) ?? '')
    .join('');

const allOf = async (client: TestClient, tool: string, args: object, member: string): Promise<unknown> =>
  (await call(client, tool, args)).structuredContent?.[member];

/** Replaces bytes that are not UTF-8, as every JSON message does. */
const plain = (dir: Temporary, ...args: string[]): string =>
  execFileSync('git', ['-c', 'core.quotePath=false', ...args], {
    cwd: dir.path,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], LC_ALL: 'C' },
  }).toString('utf8');

const namesOf = (dir: Temporary, ...args: string[]): string[] =>
  decode(execFileSync('git', args, { cwd: dir.path }))
    .split('\0')
    .slice(0, -1)
    .map(shownName);

const odd = (dir: Temporary): void => {
  dir.write({
    'folder/a b.txt': 'one\n',
    'ü.txt': 'ü\n',
    bin: new Uint8Array([0, 1, 2, 255]),
    'quote".txt': 'x\n',
    'long.txt': 'a line of text\n'.repeat(500),
    'crlf.txt': 'a\r\nb\r\n',
    'no-end': 'no line feed',
  });
  writeFileSync(Buffer.concat([Buffer.from(dir.at('na')), Buffer.of(0xe9)]), Buffer.of(0xfc, 0x0a));
  dir.commit('names and bytes of all kinds');
  dir.git('mv', 'folder/a b.txt', 'folder/moved.txt');
  dir.git('mv', 'ü.txt', 'folder/ü.txt');
  dir.git('rm', '--quiet', 'bin');
  dir.write({ 'long.txt': 'another line of text\n'.repeat(700), 'a.txt': 'one\ntwo\n' });
  dir.commit('moves\n\n  and a body\n\n\nwith empty lines');
};

const KINDS: readonly (readonly [name: string, make: () => Temporary])[] = [
  [
    'names and bytes of all kinds',
    () => {
      const dir = repository();
      odd(dir);
      return dir;
    },
  ],
  [
    'SHA-256',
    () => {
      const dir = temporary();
      dir.git('init', '--quiet', '--object-format=sha256');
      dir.write({ 'a.txt': 'one\n' });
      dir.commit('first');
      odd(dir);
      return dir;
    },
  ],
  [
    'a merge',
    () => {
      const dir = diverged('a.txt', 'b.txt');
      dir.commit('without changes');
      dir.git('merge', '--quiet', '--no-edit', 'topic');
      dir.git('tag', '--annotate', '--message', 'tagged', 'v1');
      return dir;
    },
  ],
  [
    'a conflict',
    () => {
      const dir = diverged('a.txt', 'a.txt');
      expect(() => dir.git('merge', 'topic')).toThrow('Command failed: git merge topic');
      return dir;
    },
  ],
  [
    'a rebase under way',
    () => {
      const dir = diverged('a.txt', 'a.txt');
      expect(() => dir.git('rebase', 'topic')).toThrow('Command failed: git rebase topic');
      return dir;
    },
  ],
  [
    'a submodule',
    () => {
      const dir = repository();
      addSubmodule(dir).commit('inner second');
      return dir;
    },
  ],
  [
    'a linked worktree',
    () => {
      const main = repository();
      odd(main);
      mkdirSync(main.at('nest'));
      main.git('worktree', 'add', '--quiet', '-b', 'linked', 'linked');
      main.write({ 'linked/a.txt': 'changed here\n' });
      return {
        ...main,
        path: main.at('linked'),
        git: (...args) => main.git('-C', main.at('linked'), ...args),
      };
    },
  ],
];

/** The patch of all pages, the commits, and the counts. */
const reviewOf = async (client: TestClient, place: object): Promise<object> => {
  const pages = await pagesOf(client, 'git_review', { ...place, base: 'HEAD~1' });
  const [first = {}] = pages.map(({ structuredContent }) => structuredContent);
  const patch = pages.map(({ structuredContent }) => structuredContent?.['patch']).join('');
  const { total, files_changed, additions, deletions } = first;
  const hashes = (first['commits'] as { readonly hash: string }[]).map(({ hash }) => hash);
  return { patch, hashes, total, files_changed, additions, deletions };
};

const plainReview = (dir: Temporary): object => {
  const range = ['HEAD~1...HEAD'] as const;
  const hashes = plain(dir, 'rev-list', '--abbrev-commit', 'HEAD~1..HEAD').trim().split('\n');
  const counts = plain(dir, 'diff', '--numstat', ...range)
    .split('\n')
    .slice(0, -1);
  const sum = (index: number): number =>
    counts.reduce((all, line) => all + (Number(line.split('\t')[index]) || 0), 0);
  return {
    patch: plain(dir, 'diff', '--ignore-submodules=dirty', ...range),
    hashes,
    total: hashes.length,
    files_changed: counts.length,
    additions: sum(0),
    deletions: sum(1),
  };
};

const allowed = ({ path }: Temporary): string => path.replace(/\/linked$/, '');

describe.each(KINDS)('%s', (_, make) => {
  test('matches git', async () => {
    using dir = make();
    await using client = await open(allowed(dir), { maxOutputBytes: 5000 });
    const place = { repo_path: dir.path };
    const hashes = plain(dir, 'rev-list', '--abbrev-commit', 'HEAD').trim().split('\n');
    const { commits } = (await dataOf(call(client, 'git_log', { ...place, limit: 100, oneline: false }))) as {
      commits: { hash: string }[];
    };
    expect(commits.map(({ hash }) => hash)).toEqual(hashes);
    expect(`${(await textOfAll(client, 'git_log', place)).trimEnd()}\n`).toBe(
      plain(dir, 'log', '--decorate', '--abbrev-commit'),
    );
    for (const revision of hashes) {
      const show = ['show', '--decorate', '--abbrev-commit', '--diff-merges=first-parent', revision];
      expect(await textOfAll(client, 'git_show', { ...place, revision })).toBe(plain(dir, ...show));
    }
    // For a tag, git shows the commit.
    for (const tag of plain(dir, 'tag', '--list').split('\n').slice(0, -1))
      expect(await textOfAll(client, 'git_show', { ...place, revision: tag })).toBe(
        plain(dir, 'show', '--decorate', '--abbrev-commit', '--diff-merges=first-parent', `${tag}^{commit}`),
      );
    expect(await textOfAll(client, 'git_diff_unstaged', place)).toBe(
      plain(dir, 'diff', '--ignore-submodules=dirty') || 'No changes.',
    );
    expect(await textOfAll(client, 'git_diff', { ...place, target: 'HEAD' })).toBe(
      plain(dir, 'diff', '--ignore-submodules=dirty', 'HEAD') || 'No changes.',
    );
    expect(await textOfAll(client, 'git_blame', { ...place, path: 'a.txt' })).toBe(
      plain(dir, 'blame', '--date=short', 'HEAD', '--', 'a.txt').trimEnd(),
    );
    expect(await allOf(client, 'git_ls_files', place, 'files')).toEqual(
      namesOf(dir, 'ls-files', '--deduplicate', '-z'),
    );
    expect(await reviewOf(client, place)).toEqual(plainReview(dir));
    const conflicts = (await allOf(client, 'git_conflicts', place, 'conflicts')) as { path: string }[];
    expect(conflicts.map(({ path }) => path)).toEqual(
      namesOf(dir, 'diff', '--name-only', '--diff-filter=U', '-z'),
    );
    const [first = ''] = textsOf(await call(client, 'git_status', place));
    // Git also quotes names with spaces here.
    expect(first).toBe(
      plain(dir, 'status', '--short', '--branch')
        .trimEnd()
        .replaceAll(/"([^"\\]* [^"\\]*)"/g, '$1'),
    );
  });
});

test('a repository that was moved works too', async () => {
  using nest = temporary();
  const dir = repository();
  odd(dir);
  renameSync(dir.path, nest.at('moved'));
  await using client = await open(nest.path);
  expect(await textOfAll(client, 'git_log', { repo_path: 'moved' })).toContain(
    'names and bytes of all kinds',
  );
});

test('git_add accepts the patch that git_diff prints, for files of all kinds', async () => {
  using dir = repository();
  odd(dir);
  dir.write({
    'quote".txt': 'y\n',
    'folder/ü.txt': 'ü\nü\n',
    'crlf.txt': 'a\r\nc\r\n',
    'no-end': 'another line, without its end',
    'a.txt': 'one\nthree\n',
    'folder/moved.txt': '',
  });
  await using client = await open(dir.path);
  const [patch] = textsOf(await call(client, 'git_diff', {}));
  const { structuredContent } = await call(client, 'git_add', { patch });
  expect(structuredContent?.['staged']).toEqual(namesOf(dir, 'diff', '--cached', '--name-only', '-z'));
  const tree = dir.git('write-tree');
  dir.git('add', '--update');
  expect(tree).toBe(dir.git('write-tree'));
});
