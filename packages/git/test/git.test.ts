// Git as used by a program that is not a server: through the public names of the package alone.
import { pinDirectory } from '@mcp/directories/allowed-directory';
import { expect, test } from 'vitest';
import {
  Collected,
  createGit,
  GitError,
  HEAD,
  toBranchName,
  toRevision,
  type GitPolicy,
  type GitRequest,
} from '../src/index.ts';
import { repository, temporary } from './setup.ts';

const POLICY: GitPolicy = {
  ...{ trust: 'untrusted', sandbox: 'off', timeoutMs: 20_000, maxMemory: 2 ** 30 },
  ...{ remoteHosts: [], protectedBranches: ['main'] },
};

/** Creates a request for one directory that records its progress. */
const requestFor = (path: string) => {
  const told: string[] = [];
  const directories = [pinDirectory(path, 'cli')];
  const request: GitRequest = {
    signal: new AbortController().signal,
    allowed: () => Promise.resolve({ directories, reach: directories }),
    progress: (_done, _total, message) => void told.push(message),
  };
  return { told, git: createGit(POLICY).for(request) };
};

test('a repository is read, streamed and changed', async () => {
  using dir = repository();
  await using opened = await requestFor(dir.path).git.open();
  const hash = dir.git('rev-parse', 'HEAD').trim();
  expect(await opened.head()).toEqual({ branch: 'main' });
  expect(await opened.resolve('HEAD', 'revision')).toBe(hash);
  expect(await opened.read({ name: 'log', options: ['--format=%s'], operands: [HEAD] })).toEqual({
    ...{ code: 0, errors: '', text: 'first\n' },
  });
  const output = new Collected(2);
  await opened.stream(
    { name: 'cat-file', options: ['-p'], operands: [toRevision('HEAD:a.txt', 'file')] },
    output.add,
  );
  expect([output.bytes.toString(), output.isCut]).toEqual(['one\n', true]);
  await opened.change((run) => run({ name: 'branch', operands: [toBranchName('topic', 'name')] }));
  expect(dir.git('rev-parse', 'topic').trim()).toBe(hash);
});

test('a failure without a message reports its exit code', async () => {
  using dir = repository();
  await using opened = await requestFor(dir.path).git.open();
  const work = {
    name: 'rev-parse',
    options: ['--quiet', '--verify'],
    operands: [toRevision('gone', 'revision')],
  } as const;
  await expect(opened.read(work)).rejects.toThrow(
    'git rev-parse failed: it ended with 1 and did not say why.',
  );
});

test('an attempt changes nothing', async () => {
  using dir = repository();
  await using opened = await requestFor(dir.path).git.open();
  const work = {
    name: 'commit-tree',
    options: ['-mtried'],
    operands: [toRevision('HEAD^{tree}', 'tree')],
  } as const;
  const { text } = await opened.attempt((read) => read({ ...work, settings: AUTHOR }));
  expect(text).toMatch(/^[0-9a-f]{40}\n$/);
  expect(await opened.find(text.trim(), 'commit')).toBeUndefined();
});

const AUTHOR = [
  ['user.name', 'Ada'],
  ['user.email', 'ada@example.org'],
] as const;

test('refusals have a code and a hint', async () => {
  using nest = temporary();
  nest.repository('outside');
  nest.repository('inside');
  const { git } = requestFor(nest.at('inside'));
  const problemOf = async (work: Promise<unknown>) => {
    const error: unknown = await work.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    return error instanceof GitError ? { code: error.code, problem: error.problem, hint: error.hint } : error;
  };
  const outside = nest.at('outside');
  expect(await problemOf(git.open(outside))).toEqual({
    code: 'access_denied',
    problem: `${outside} is not a git repository inside the allowed directories (${nest.at('inside')}).`,
    hint: undefined,
  });
  await using opened = await git.open();
  expect(await problemOf(opened.resolve('HEAD~9', 'revision'))).toEqual({
    code: 'not_found',
    problem: 'revision: there is no "HEAD~9" in this repository.',
    hint: 'Look with git_branch or git_log.',
  });
  expect(await problemOf(Promise.resolve().then(() => toRevision('--output=x', 'revision')))).toEqual({
    code: undefined,
    problem: 'revision is "--output=x", which begins with "-". Give a branch, tag or commit.',
    hint: undefined,
  });
});

test('a repository is created and cloned, and the clone reports its progress', async () => {
  using nest = temporary();
  const source = nest.repository('source');
  const { git, told } = requestFor(nest.path);
  expect(await git.init(nest.at('made'), { branch: toBranchName('trunk', 'branch'), bare: false })).toBe(
    nest.at('made'),
  );
  await using made = await git.open(nest.at('made'));
  expect(await made.head()).toEqual({ branch: 'trunk' });
  const cloned = await git.clone({ url: source.path, path: nest.at('clone'), options: [] });
  expect(cloned).toEqual({ path: nest.at('clone'), url: source.path });
  expect(told.some((message) => message.startsWith('Receiving objects: 100%'))).toBe(true);
  await using clone = await git.open(nest.at('clone'));
  expect(await clone.remotes.list()).toMatchObject([{ name: 'origin' }]);
  source.write({ 'b.txt': 'two\n' });
  const hash = source.commit('second');
  const fetched = await git.fetch(clone, await clone.remotes.find(), { dryRun: false });
  expect(fetched).toMatchObject({ remote: 'origin', refs: [{ change: 'updated', to: hash }], rejected: [] });
  expect(await git.names()).toEqual(['clone', 'made', 'source'].map((name) => nest.at(name)));
});

test('the first of several addresses of a remote is used, as in git', async () => {
  using dir = repository();
  const urls = ['https://one.example/a', 'https://two.example/b'];
  for (const url of urls) dir.git('config', '--add', 'remote.origin.url', url);
  await using opened = await requestFor(dir.path).git.open();
  expect(await opened.remotes.list()).toEqual([{ name: 'origin', fetch: urls[0], push: urls[0] }]);
  expect(dir.git('remote', '-v')).toContain(`${urls[0]} (fetch)`);
});
