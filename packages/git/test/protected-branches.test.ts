// No command removes commits from a protected branch, whichever code runs it: the check is where commands run.
import { pinDirectory } from '@mcp/directories/allowed-directory';
import { expect, test } from 'vitest';
import type { BranchName, Option, Revision } from '../src/arguments/arguments.ts';
import { PrivateFolder } from '../src/process/private-folder.ts';
import type { Work } from '../src/process/work.ts';
import { openInside, type Repository } from '../src/repository.ts';
import { repository, type Temporary } from './setup.ts';

const openIn = async (dir: Temporary, protectedBranches: readonly string[]): Promise<Repository> => {
  const opened = await openInside(dir.path, {
    directories: [pinDirectory(dir.path, 'cli')],
    options: {
      ...{ trust: 'untrusted', remoteHosts: [], timeoutMs: 20_000, sandbox: 'off', maxMemory: 2 ** 30 },
      protectedBranches,
    },
    signal: new AbortController().signal,
    folder: new PrivateFolder(),
  });
  if (opened === undefined) throw new Error('not opened');
  return opened;
};

const [MAIN, OLDER] = ['main' as BranchName, 'older' as Revision];
const REF = 'refs/heads/main' as Revision;
const quiet = (...options: Option[]): Option[] => ['--quiet', ...options];

/** On main, with two commits that a remote branch also has. */
const published = (): Temporary => {
  const dir = repository();
  dir.write({ 'a.txt': 'two\n' });
  dir.commit('second');
  dir.git('branch', 'older', 'HEAD~1');
  dir.git('update-ref', 'refs/remotes/origin/main', 'main');
  return dir;
};

const DROPPING: readonly (readonly [name: string, work: Work, head?: 'older'])[] = [
  ['reset', { name: 'reset', options: quiet('--soft'), operands: [OLDER] }],
  ['reset that may drop', { name: 'reset', options: quiet(), operands: [OLDER], dropsUnpublished: true }],
  ['update-ref', { name: 'update-ref', operands: [REF, OLDER] }],
  ['update-ref -d', { name: 'update-ref', options: ['-d'], operands: [REF] }],
  ['commit --amend', { name: 'commit', options: quiet('--amend', '--allow-empty', '--no-edit') }],
  ['branch --force', { name: 'branch', options: ['--force'], operands: [MAIN, OLDER] }, 'older'],
  ['branch -f', { name: 'branch', options: ['-f'], operands: [MAIN, OLDER] }, 'older'],
  ['branch --delete', { name: 'branch', options: ['--delete', '--force'], operands: [MAIN] }, 'older'],
  ['branch -D', { name: 'branch', options: ['-D'], operands: [MAIN] }, 'older'],
  ['branch -m', { name: 'branch', options: ['-m'], operands: [MAIN, 'other' as BranchName] }, 'older'],
  ['checkout -B', { name: 'checkout', options: quiet('-B'), operands: [MAIN, OLDER] }, 'older'],
  [
    'a command that is not known',
    {
      name: 'fast-import',
      options: quiet('--force'),
      input: 'reset refs/heads/main\nfrom refs/heads/older\n',
    },
    'older',
  ],
];

test.each(DROPPING.map(([name, work, head = 'main']) => [name, work, head] as const))(
  '%s is undone, and its caller gets an error',
  async (_name, work, head) => {
    const run = async (protectedBranches: readonly string[]): Promise<string> => {
      using dir = published();
      dir.git('checkout', '--quiet', head);
      const tip = dir.git('rev-parse', 'main');
      await using opened = await openIn(dir, protectedBranches);
      const said = await opened
        .change((each) => each(work))
        .then(
          () => 'done',
          (error: unknown) => String(error),
        );
      const now = dir.git('for-each-ref', '--format=%(objectname)', 'refs/heads/main');
      return `${now === tip ? 'kept' : 'taken'}, ${said}`;
    };
    expect(await run(['main'])).toMatch(/^kept, .*would have removed commits from a protected branch: main/);
    // The control: without protection the commits go.
    expect(await run([])).toBe('taken, done');
  },
);

test('commits that no remote branch has may be removed if the caller has checked it', async () => {
  using dir = published();
  dir.write({ 'a.txt': 'three\n' });
  dir.commit('third');
  await using opened = await openIn(dir, ['main']);
  const work = { name: 'reset', options: quiet('--soft'), operands: ['HEAD~1' as Revision] };
  await expect(opened.change((run) => run(work))).rejects.toThrow(/protected branch: main/);
  await opened.change((run) => run({ ...work, dropsUnpublished: true }));
  expect(dir.git('rev-parse', 'main')).toBe(dir.git('rev-parse', 'origin/main'));
});
