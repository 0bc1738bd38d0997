// A repository with a prepared git directory, and files and a repository beside it that it must not reach.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { call, copyOf, diverged, open, temporary, type Answer, type Temporary } from '../setup.ts';
import { READS as ALL_READS } from './all-tools.ts';

/** The content of every file outside. */
export const SECRET = 'machine example.org password s3cret';

/** `inside` is allowed, on a branch `work` beside main and topic. `outside` is not allowed. */
export interface Planted extends Disposable {
  readonly nest: Temporary;
  /** Returns a path in the git directory of `inside`. */
  entry(name: string): string;
  /** Replaces an entry with a link; disposing restores it. */
  link(name: string, target: string): Disposable;
  /** Replaces an entry with a pipe, like `link`. */
  pipe(name: string): Disposable;
  /** Runs plain git in `inside`. */
  git(...args: string[]): string;
  /** Returns everything outside, by path, with its content, as JSON. */
  outside(): string;
  /** Calls tools of one server in order. */
  calls(calls: readonly (readonly [tool: string, args: object])[]): Promise<Answer[]>;
}

export const plant = (): Planted => {
  const nest = copyOf('planted', () => {
    const made = temporary();
    renameSync(diverged('a.txt', 'b.txt').path, made.at('inside'));
    made.in('inside').git('checkout', '--quiet', '-b', 'work');
    made.write({ 'inside/new.txt': 'new\n', 'outside/.netrc': `${SECRET}\n`, 'outside/folder/keep': SECRET });
    return made;
  });
  const entry = (name: string): string => nest.at('inside/.git', name);
  const replace = (name: string, make: (path: string) => void): Disposable => {
    const path = entry(name);
    const aside = nest.at('aside');
    const wasThere = existsSync(path);
    if (wasThere) renameSync(path, aside);
    const made = mkdirSync(dirname(path), { recursive: true });
    make(path);
    return {
      [Symbol.dispose]: () => {
        rmSync(made ?? path, { recursive: true });
        if (wasThere) renameSync(aside, path);
      },
    };
  };
  return {
    nest,
    entry,
    link: (name, target) => replace(name, (path) => symlinkSync(target, path)),
    pipe: (name) => replace(name, (path) => execFileSync('mkfifo', [path])),
    git: (...args) => nest.in('inside').git(...args),
    outside: () => contentsOf(nest.at('outside')),
    calls: async (calls) => {
      await using client = await open(nest.at('inside'));
      const answers: Answer[] = [];
      for (const [tool, args] of calls) answers.push(await call(client, tool, args));
      return answers;
    },
    [Symbol.dispose]: () => nest[Symbol.dispose](),
  };
};

const contentsOf = (directory: string): string =>
  JSON.stringify(
    readdirSync(directory, { recursive: true, withFileTypes: true })
      .map((found) => [join(found.parentPath, found.name), found.isFile()] as const)
      .map(([path, isFile]) => [path, isFile ? readFileSync(path, 'latin1') : '']),
  );

/** Writing calls; each works in a repository that was not prepared. */
export const WRITES: readonly (readonly [tool: string, args: object])[] = [
  ['git_add', { patch: '--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1 @@\n+new\n' }],
  ['git_add', { files: ['new.txt'] }],
  ['git_commit', { message: 'planted message' }],
  ['git_commit', { amend: true, message: 'planted again' }],
  ['git_create_branch', { branch_name: 'x/y' }],
  ['git_tag', { action: 'create', tag_name: 'x/v1', message: 'planted tag' }],
  ['git_cherry_pick', { revision: 'topic' }],
  ['git_revert', { revision: 'HEAD' }],
  ['git_rebase', { revision: 'topic' }],
  ['git_merge', { revision: 'main' }],
  ['git_checkout', { branch_name: 'x/y' }],
  ['git_stash', { action: 'push', include_untracked: true }],
];

/** Reading calls, for this branch and another one. */
export const READS: readonly (readonly [tool: string, args: object])[] = [
  ...ALL_READS,
  ['git_diff', { target: 'topic' }],
  ['git_log', { ref: 'topic' }],
  ['git_review', { base: 'topic' }],
  ['git_show', { revision: 'topic' }],
  ['git_show', { revision: 'topic', path: 'a.txt' }],
  ['git_blame', { path: 'a.txt', revision: 'topic' }],
  ['git_ls_files', { revision: 'topic' }],
  ['git_reflog', { ref: 'topic' }],
  ['git_grep', { pattern: 'main', revision: 'topic' }],
  ['git_grep', { pattern: 'password' }],
];
