import { mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { connect } from '@mcp/runtime/testing';
import { describe, expect, test } from 'vitest';
import {
  call,
  dataOf,
  git,
  open,
  repository,
  serve,
  temporary,
  textOf,
  textsOf,
  type Temporary,
} from './setup.ts';

const OUTSIDE =
  /^The git directory of this repository, or a part of it, is outside of the allowed directories\./;

/** Two repositories side by side, of which one is allowed. */
const neighbours = (): Temporary => {
  const nest = temporary();
  for (const name of ['inside', 'private']) nest.repository(name, { 'a.txt': `${name}\n` }, name);
  return nest;
};

const answerOf = async (nest: Temporary, path?: string): Promise<string> => {
  await using client = await open(nest.at('inside'));
  const answer = await call(client, 'git_log', path === undefined ? {} : { repo_path: path });
  return textsOf(answer).join('\n');
};

describe('refuses to open', () => {
  test.each([
    ['a neighbour', (nest: Temporary) => nest.at('private')],
    ['what does not exist', (nest: Temporary) => nest.at('missing')],
    ['a name that begins the same', (nest: Temporary) => nest.at('inside_evil')],
    ['the folder above', (nest: Temporary) => nest.path],
    ['a way out', (nest: Temporary) => nest.at('inside/../private')],
    ['a link that leads out', (nest: Temporary) => nest.at('inside/link')],
    ['a link that leads nowhere', (nest: Temporary) => nest.at('inside/dead')],
    ['a file', (nest: Temporary) => nest.at('inside/a.txt')],
  ])('%s, with the same answer for all of them', async (_, toPath) => {
    using nest = neighbours();
    symlinkSync('../private', nest.at('inside/link'));
    symlinkSync('../nowhere', nest.at('inside/dead'));
    const path = toPath(nest);
    expect(await answerOf(nest, path)).toBe(
      `${path} is not a git repository inside the allowed directories (${nest.at('inside')}).`,
    );
  });

  test('a folder whose repository lies above the allowed directory', async () => {
    using dir = repository({ 'sub/a.txt': 'one\n' });
    await using client = await open(dir.at('sub'));
    expect(textsOf(await call(client, 'git_status'))).toEqual([
      `${dir.at('sub')} is not a git repository inside the allowed directories (${dir.at('sub')}).`,
    ]);
  });
});

describe.each(['../private/.git', '../nowhere/.git'])('metadata that points to %s', (target) => {
  const replaceGit = (nest: Temporary, make: (path: string) => void): void => {
    renameSync(nest.at('inside/.git'), nest.at('kept'));
    make(nest.at('inside/.git'));
  };

  test.each<[string, (nest: Temporary) => void]>([
    ['a .git file', (nest) => replaceGit(nest, (path) => writeFileSync(path, `gitdir: ${target}\n`))],
    ['a .git link', (nest) => replaceGit(nest, (path) => symlinkSync(target, path))],
    ['commondir', (nest) => nest.write({ 'inside/.git/commondir': `../${target}\n` })],
  ])('%s is refused', async (_, prepare) => {
    using nest = neighbours();
    prepare(nest);
    expect(await answerOf(nest)).toMatch(OUTSIDE);
  });

  test.each(['objects', 'refs', 'HEAD', 'config', 'logs', 'packed-refs', 'index', 'info'])(
    'a link replacing %s is refused',
    async (name) => {
      using nest = neighbours();
      const path = nest.at('inside/.git', name);
      rmSync(path, { recursive: true, force: true });
      symlinkSync(`../${target}/${name}`, path);
      expect(await answerOf(nest)).toBe(
        `"${path}" is a link to "../${target}/${name}". Git would read and write what it leads to, so the repository is ` +
          'not used. Ask the user to look at the link, and to remove it or to put a file or directory of the repository ' +
          'in its place.',
      );
    },
  );
});

test('core.worktree is ignored', async () => {
  using nest = neighbours();
  git(nest.at('inside'), 'config', 'core.worktree', nest.at('private'));
  await using client = await open(nest.at('inside'));
  expect(await call(client, 'git_status')).toMatchObject({ structuredContent: { clean: true } });
});

test('a linked worktree works when both directories are allowed, and only worktrees inside are listed', async () => {
  using nest = neighbours();
  git(nest.at('inside'), 'worktree', 'add', '--quiet', '-b', 'topic', nest.at('linked'));
  expect(await answerOf(nest, nest.at('linked'))).toMatch(/is not a git repository inside/);
  await using alone = await open(nest.at('linked'));
  expect(await textOf(call(alone, 'git_status'))).toMatch(OUTSIDE);
  await using both = await open([nest.at('linked'), nest.at('inside')]);
  expect(await call(both, 'git_status', { repo_path: nest.at('linked') })).toMatchObject({
    structuredContent: { branch: 'topic', clean: true },
  });
  await using client = await open(nest.at('inside'));
  expect(await dataOf(call(client, 'git_worktrees'))).toMatchObject({
    worktrees: [{ path: nest.at('inside'), branch: 'main' }],
    outside: 1,
  });
});

test('a submodule whose git directory is outside is not read, and nothing is written', async () => {
  using nest = neighbours();
  nest.write({
    'inside/sub/.git': 'gitdir: ../../private/.git\n',
    'inside/.gitmodules': '[submodule "sub"]\n\tpath = sub\n\turl = ./sub\n',
  });
  await using client = await open(nest.at('inside'));
  // An index without the submodule is inspected first.
  await call(client, 'git_status');
  git(nest.at('inside'), 'update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},sub`);
  const head = git(nest.at('private'), 'rev-parse', 'HEAD').trim();
  for (const tool of ['git_status', 'git_diff_unstaged'])
    expect(JSON.stringify(await call(client, tool))).not.toContain(head);
  expect(await textOf(call(client, 'git_add', { files: ['.'] }))).toMatch(OUTSIDE);
});

test('a repository outside is neither cloned nor fetched from, bare or not', async () => {
  using nest = neighbours();
  mkdirSync(nest.at('clones'));
  git(nest.path, 'clone', '--quiet', '--bare', 'private', 'private.git');
  const objects = git(nest.at('inside'), 'count-objects');
  await using client = await open([nest.at('inside'), nest.at('clones')]);
  for (const name of ['private', 'private/.git', 'private.git', 'missing']) {
    git(nest.at('inside'), 'config', 'remote.origin.url', nest.at(name));
    for (const [tool, args] of [
      ['git_clone', { url: nest.at(name), path: nest.at('clones/new') }],
      ['git_fetch', { repo_path: nest.at('inside') }],
      ['git_pull', { repo_path: nest.at('inside'), branch: 'main' }],
    ] as const)
      expect([`${name} ${tool}`, await textOf(call(client, tool, args))]).toEqual([
        `${name} ${tool}`,
        expect.stringMatching(/^The address .* is not one that this server connects to/),
      ]);
  }
  expect(git(nest.at('inside'), 'count-objects')).toBe(objects);
  expect(readdirSync(nest.at('clones'))).toEqual([]);
});

describe('without directories on the command line', () => {
  test('the roots of the client are allowed', async () => {
    using nest = neighbours();
    await using client = await connect(serve([]), {
      revision: '2025-11-25',
      capabilities: { roots: {} },
      answers: { 'roots/list': () => ({ roots: [{ uri: pathToFileURL(nest.at('inside')).href }] }) },
    });
    expect(await call(client, 'git_status')).toMatchObject({ structuredContent: { clean: true } });
    expect((await call(client, 'git_status', { repo_path: nest.at('private') })).isError).toBe(true);
  });

  test('roots that are not directories allow nothing', async () => {
    await using client = await connect(serve([]), {
      revision: '2025-11-25',
      capabilities: { roots: {} },
      answers: { 'roots/list': () => ({ roots: [{ uri: 'https://example.org/' }] }) },
    });
    expect(await textOf(call(client, 'git_status'))).toMatch(
      /^No directory is allowed: the server was started without one and the client has no roots/,
    );
  });

  test('a client without roots gets the repository that the server was started in, and no other', async () => {
    using nest = neighbours();
    await using client = await open([]);
    expect((await call(client, 'git_log', { limit: 1 })).isError).toBeUndefined();
    expect((await call(client, 'git_log', { repo_path: nest.at('inside') })).isError).toBe(true);
  });
});

test('repo_path is required with several directories', async () => {
  using nest = neighbours();
  await using client = await open([nest.at('inside'), nest.at('private')]);
  expect(textsOf(await call(client, 'git_status'))).toEqual([
    `repo_path is missing. Several directories are allowed: ${nest.at('inside')}, ${nest.at('private')}. Say which one.`,
  ]);
  expect(await call(client, 'git_status', { repo_path: nest.at('private') })).toMatchObject({
    structuredContent: { branch: 'main' },
  });
});
