// Names in the directory of a linked worktree: those that git creates there in any state, and no others.
import { chmodSync, readdirSync } from 'node:fs';
import { pinDirectory } from '@mcp/directories/allowed-directory';
import { expect, test } from 'vitest';
import { checkGitDirectories } from '../src/location/git-directory.ts';
import { temporary, type Place, type Temporary } from './setup.ts';

const FOLDER = '.git/worktrees/linked';

/** Creates a repository with a linked worktree, whose branches `one` and `two` have changed the same file. */
const plant = (): Disposable & { readonly main: Place; readonly linked: Place; check(): Promise<void> } => {
  const made: Temporary = temporary();
  const main = made.repository('main', { 'a.txt': 'first\n' });
  main.git('worktree', 'add', '--quiet', '-b', 'one', made.at('linked'));
  const linked = made.in('linked');
  linked.write({ 'a.txt': 'one\n' });
  linked.commit('one');
  linked.git('checkout', '--quiet', '-b', 'two', 'main');
  linked.write({ 'a.txt': 'two\n' });
  linked.git('commit', '--quiet', '--all', '--message', 'two');
  const place = { gitDir: main.at('.git'), commonDir: main.at('.git') };
  const limits = { signal: new AbortController().signal, timeoutMs: 10_000 };
  return {
    ...{ main, linked },
    check: () => checkGitDirectories(place, [pinDirectory(made.path, 'cli')], limits),
    [Symbol.dispose]: () => made[Symbol.dispose](),
  };
};

/** Runs plain git in it, which stops partway. */
const stops = (linked: Place, ...args: string[]): void => {
  expect(() => linked.git(...args)).toThrow('Command failed: git');
};

const STATES: { readonly [state: string]: readonly [begin: (linked: Place) => void, name: string] } = {
  'as it was made': [() => {}, 'commondir'],
  locked: [(linked) => linked.git('worktree', 'lock', '--reason', 'abroad', linked.path), 'locked'],
  'a merge in conflict': [(linked) => stops(linked, 'merge', 'one'), 'MERGE_HEAD'],
  'a squashed merge': [(linked) => linked.git('merge', '--squash', '-s', 'ours', 'one'), 'SQUASH_MSG'],
  'a cherry-pick in conflict': [(linked) => stops(linked, 'cherry-pick', 'one'), 'CHERRY_PICK_HEAD'],
  'several in conflict': [(linked) => stops(linked, 'cherry-pick', 'main..one', 'main..two'), 'sequencer'],
  'a revert in conflict': [
    (linked) => {
      linked.write({ 'a.txt': 'three\n' });
      linked.git('commit', '--quiet', '--all', '--message', 'three');
      stops(linked, 'revert', 'HEAD~1');
    },
    'REVERT_HEAD',
  ],
  'a rebase in conflict': [(linked) => stops(linked, 'rebase', '--merge', 'one'), 'rebase-merge'],
  'a rebase by patches': [(linked) => stops(linked, 'rebase', '--apply', 'one'), 'rebase-apply'],
  'a bisection': [(linked) => linked.git('bisect', 'start', 'HEAD', 'main'), 'BISECT_LOG'],
  'a fetch': [(linked) => linked.git('fetch', '--quiet', '.', 'one'), 'FETCH_HEAD'],
  'a reset': [(linked) => linked.git('reset', '--quiet', '--hard', 'main'), 'ORIG_HEAD'],
  'a sparse checkout': [(linked) => linked.git('sparse-checkout', 'set', 'docs'), 'config.worktree'],
  'a split index': [(linked) => linked.git('update-index', '--split-index'), 'index'],
  'a description that is edited': [
    (linked) => linked.git('-c', 'core.editor=:', 'branch', '--edit-description'),
    'EDIT_DESCRIPTION',
  ],
  'notes in conflict': [
    (linked) => {
      for (const [ref, text] of Object.entries({ x: 'x', y: 'y' }))
        linked.git('notes', `--ref=${ref}`, 'add', '-m', text);
      stops(linked, 'notes', '--ref=x', 'merge', 'y');
    },
    'NOTES_MERGE_WORKTREE',
  ],
  'a ref of its own': [(linked) => linked.git('update-ref', 'refs/worktree/x', 'HEAD'), 'refs'],
  'a submodule': [
    (linked) =>
      linked.git(
        '-c',
        'protocol.file.allow=always',
        'submodule',
        '--quiet',
        'add',
        linked.at('../main'),
        'sub',
      ),
    'modules',
  ],
  'a warning of git gc in the background': [
    (linked) =>
      linked.write({
        [`../main/${FOLDER}/gc.log`]: 'warning: There are too many unreachable loose objects\n',
      }),
    'gc.log',
  ],
  'a stash that was killed': [
    (linked) =>
      linked.write({
        [`../main/${FOLDER}/index.stash.17514`]: '',
        [`../main/${FOLDER}/index.stash.17514.lock`]: '',
      }),
    'index.stash.17514',
  ],
  'a shallow fetch that was killed': [
    (linked) => linked.write({ [`../main/${FOLDER}/shallow_aB3dE6`]: '' }),
    'shallow_aB3dE6',
  ],
  'a lock that was left': [(linked) => linked.write({ [`../main/${FOLDER}/index.lock`]: '' }), 'index.lock'],
  'an editor that was killed': [
    (linked) => linked.write({ [`../main/${FOLDER}/.COMMIT_EDITMSG.swp`]: '', [`../main/${FOLDER}/x~`]: '' }),
    'x~',
  ],
};

test.each(Object.entries(STATES))('a linked worktree with %s is accepted', async (_state, [begin, name]) => {
  using planted = plant();
  begin(planted.linked);
  expect(readdirSync(planted.main.at(FOLDER))).toContain(name);
  await expect(planted.check()).resolves.toBeUndefined();
});

const PLANTED = [
  'hooks/pre-commit',
  'objects/info/alternates',
  'config',
  'packed-refs',
  'main',
  'x.txt',
  'info.lock',
];

test.each(PLANTED)('%s is refused', async (path) => {
  using planted = plant();
  planted.main.write({ [`${FOLDER}/${path}`]: '' });
  if (path.startsWith('hooks')) chmodSync(planted.main.at(FOLDER, path), 0o755);
  await expect(planted.check()).rejects.toThrow(
    `${JSON.stringify(planted.main.at(FOLDER, path.split('/')[0] ?? ''))} is not what git keeps for a linked worktree`,
  );
});
