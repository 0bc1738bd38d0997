// Folders of a clone that look like a bare repository: the author of the files controls their configuration and index.
import { appendFileSync, renameSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Programs, toConfig } from '../hostile-repository.ts';
import { call, open, temporary, textOf, type Place, type Temporary } from '../setup.ts';
import { READS, sweep, WRITES } from './all-tools.ts';

/** Creates an honest clone in which `docs` is a bare repository with a filter. */
const clone = (nest: Temporary, program: string): Place => {
  const remote = nest.repository('remote');
  renameSync(nest.repository('inner', { 'x.txt': 'blob\n' }, 'inner').at('.git'), remote.at('docs'));
  appendFileSync(remote.at('docs/config'), toConfig({ 'filter.e.clean': program }));
  remote.write({
    'docs/objects/keep': '',
    'docs/refs/keep': '',
    'docs/x.txt': 'changed\n',
    'docs/info/attributes': '* filter=e\n',
  });
  remote.git('add', '--force', '.');
  remote.git('commit', '--quiet', '--message', 'with a folder');
  nest.git('clone', '--quiet', 'remote', 'clone');
  return nest.in('clone');
};

test('a bare repository among the files is not used: the repository around it is', async () => {
  using nest = temporary();
  using programs = new Programs();
  const made = clone(nest, programs.make('filter'));
  programs.take();
  await using client = await open(made.path);
  const below = { repo_path: made.at('docs') };
  const log = await textOf(call(client, 'git_log', below));
  expect(log).toContain('    with a folder');
  expect(log).not.toContain('inner');
  const calls = [...READS, ...WRITES];
  const inFolder = calls.map(([tool, args]) => [tool, { ...args, ...below }] as const);
  expect((await sweep(client, programs, [...inFolder, ...calls])).ran).toEqual([]);
  // Plain git runs it when given the work tree.
  nest.in('clone/docs').git('--git-dir=.', '--work-tree=.', 'diff', 'main');
  expect(programs.take()).toEqual(['filter']);
});

test('it is not listed, and nothing is fetched from it', async () => {
  using nest = temporary();
  using programs = new Programs();
  const made = clone(nest, programs.make('filter'));
  made.git('remote', 'set-url', 'origin', made.at('docs'));
  await using client = await open(nest.path);
  const { resources } = await client.request('resources/list', {});
  expect(JSON.stringify(resources)).not.toContain('docs');
  expect((await call(client, 'git_fetch', { repo_path: made.path })).isError).toBe(true);
});
