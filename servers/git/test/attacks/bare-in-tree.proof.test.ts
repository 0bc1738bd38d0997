// Folders of a clone that have all that a bare repository has: whoever wrote the files made their configuration and index.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { connect } from '@mcp/runtime/testing';
import { expect, test } from 'vitest';
import { ask, call, git, repository, serve, temporary, textsOf, type Temporary } from '../setup.ts';
import { callAll, READS, WRITES } from './all-tools.ts';

interface Clone extends Disposable {
  readonly nest: Temporary;
  readonly canary: string;
}

/** An honest clone of files of which `docs` is a bare repository with a filter and an index that names a secret. */
const clone = (): Clone => {
  const nest = temporary();
  const canary = nest.at('canary');
  nest.write({ 'secret.txt': 's3cret\n', 'remote/a.txt': 'one\n' });
  git(nest.path, 'init', '--quiet', 'remote');
  git(nest.path, 'init', '--quiet', '--template=', '--bare', 'remote/docs');
  const docs = nest.at('remote/docs');
  nest.write({
    'remote/docs/objects/keep': '',
    'remote/docs/refs/keep': '',
    'remote/docs/x.txt': 'changed\n',
  });
  const blob = execFileSync('git', ['hash-object', '-w', '--stdin'], {
    cwd: docs,
    input: 'blob\n',
    encoding: 'utf8',
  });
  git(docs, 'update-index', '--add', '--cacheinfo', `100644,${blob.trim()},x.txt`);
  const tree = git(docs, 'write-tree').trim();
  git(docs, 'update-ref', 'refs/heads/main', git(docs, 'commit-tree', '-m', 'inner', tree).trim());
  nest.write({ 'remote/docs/info/attributes': '* filter=e\n' });
  git(docs, 'config', 'filter.e.clean', `touch ${canary}; cat`);
  git(docs, 'config', 'core.bare', 'false');
  git(nest.at('remote'), 'add', '--force', '.');
  git(nest.at('remote'), 'commit', '--quiet', '--message', 'first');
  git(nest.path, 'clone', '--quiet', 'remote', 'clone');
  return { nest, canary, [Symbol.dispose]: () => nest[Symbol.dispose]() };
};

test('a bare repository among the files is not one: the repository around it is used', async () => {
  using made = clone();
  const docs = made.nest.at('clone/docs');
  await using client = await connect(serve([made.nest.at('clone')]), { revision: '2025-11-25' });
  const log = await call(client, 'git_log', { repo_path: docs });
  expect(textsOf(log)[0]).toContain('    first');
  expect(textsOf(log)[0]).not.toContain('inner');
  for (const [tool, args] of [...READS, ...WRITES]) await call(client, tool, { ...args, repo_path: docs });
  await callAll(client, [...READS, ...WRITES]);
  expect(existsSync(made.canary)).toBe(false);
});

test('plain git runs its program, when it is told where the files are', () => {
  using made = clone();
  git(made.nest.at('clone/docs'), '--git-dir=.', '--work-tree=.', 'diff', 'main');
  expect(existsSync(made.canary)).toBe(true);
});

test('it is not listed, and nothing is fetched from it', async () => {
  using made = clone();
  git(made.nest.at('clone'), 'remote', 'set-url', 'origin', made.nest.at('clone/docs'));
  await using client = await connect(serve([made.nest.path]), { revision: '2025-11-25' });
  const { resources } = await client.request('resources/list', {});
  expect(JSON.stringify(resources)).not.toContain('docs');
  const fetched = await call(client, 'git_fetch', { repo_path: made.nest.at('clone') });
  expect(fetched.isError).toBe(true);
});

test('git_diff compares files only where there is a work tree', async () => {
  using nest = temporary();
  using dir = repository({ config: 'one\n', HEAD: 'two\n' });
  git(nest.path, 'clone', '--quiet', '--bare', dir.path, 'bare.git');
  await using client = await connect(serve([nest.at('bare.git')]), { revision: '2025-11-25' });
  const bare = await call(client, 'git_diff', { target: 'HEAD' });
  expect(textsOf(bare)[0]).toBe(`${nest.at('bare.git')} is a bare repository: it has no files to work on.`);
  dir.git('commit', '--quiet', '--allow-empty', '--message', 'on.. and on');
  const own = await ask(dir, 'git_diff', { repo_path: dir.at('.git'), target: 'HEAD^{/on..}' });
  expect(textsOf(own)[0]).toContain('.git is a bare repository');
  dir.git('push', '--quiet', nest.at('bare.git'), 'main');
  const searched = await call(client, 'git_diff', { target: 'HEAD^{/on..}' });
  expect(textsOf(searched)[0]).toContain('is a bare repository');
  expect(textsOf(await call(client, 'git_diff', { target: 'HEAD~1..HEAD' }))).toEqual(['No changes.']);
});
