// The server is killed while it creates or removes a directory, or another git does the same: existing files survive,
// and the next call works or says what to do.
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ask, call, git, open, temporary, textOf, textsOf, type Temporary } from '../setup.ts';
import { proofRuns } from '../proofs/random.ts';
import { killDuring } from './killing.ts';

/** Creates a directory with a repository that has a linked worktree. */
const prepare = (): Temporary => {
  const dir = temporary();
  dir.repository('main').git('worktree', 'add', '--quiet', '-b', 'side', dir.at('side'));
  return dir;
};

/** Replaces git by a program that waits where git would be in the middle of the command. */
const wrap = (dir: Temporary, command: string, before: string, after: string): NodeJS.ProcessEnv => {
  mkdirSync(dir.at('bin'));
  mkdirSync(dir.at('.git'));
  const path = process.env['PATH'] ?? '';
  const waits = `${after}; : > '${dir.at('.git/waits')}'; exec sleep 60`;
  const script = `#!/bin/sh\nPATH='${path}'\ncase " $* " in *' ${command} '*) ${before}; ${waits};; esac\nexec git "$@"\n`;
  writeFileSync(dir.at('bin/git'), script);
  chmodSync(dir.at('bin/git'), 0o755);
  return { PATH: `${dir.at('bin')}${delimiter}${path}` };
};

const RUN = 'git "$@"';

/** Returns the first moment, or all with `PROOF_RUNS=100`. */
const some = <const Row>(rows: readonly Row[]): readonly Row[] => rows.slice(0, proofRuns(1));

describe('killed in the middle', () => {
  test.each(
    some([
      [
        'before the last one',
        RUN,
        'rm -r new/.git/objects',
        /is there already.* Give another directory, or ask the user/,
      ],
      ['before the first file', ':', 'mkdir -p new/.git', /^Initialized git repository in /],
      ['at the end', RUN, ':', /is in a repository already\. Use it/],
    ]),
  )('git_init, %s', async (_, before, after, next) => {
    using dir = prepare();
    const env = wrap(dir, 'init', before, after);
    const args = { path: dir.at('new') };
    await killDuring(dir, 'git_init', args, { env });
    rmSync(dir.at('.git'), { recursive: true });
    expect(await textOf(ask(dir, 'git_init', args))).toMatch(next);
  });

  test.each(
    some([
      ['before it is at its place', RUN, ':'],
      ['before anything came', ':', ':'],
    ]),
  )('git_clone, %s', async (_, before, after) => {
    using dir = prepare();
    const env = wrap(dir, 'clone', before, after);
    const args = { url: dir.at('main'), path: dir.at('copy') };
    await killDuring(dir, 'git_clone', args, { env });
    rmSync(dir.at('.git'), { recursive: true });
    expect(existsSync(dir.at('copy'))).toBe(false);
    expect(readdirSync(dir.path).filter((name) => name.startsWith('.mcp-clone-'))).toHaveLength(1);
    expect((await ask(dir, 'git_clone', args)).isError).toBeUndefined();
    expect(readdirSync(dir.at('copy')).toSorted()).toEqual(['.git', 'a.txt']);
    // The leftovers of the killed server are gone.
    expect(readdirSync(dir.path).filter((name) => name.startsWith('.mcp-clone-'))).toEqual([]);
  });

  test('git_worktree_add, during checkout: the worktree belongs to the repository', async () => {
    using dir = prepare();
    const env = wrap(dir, 'checkout', ':', ':');
    const args = { repo_path: dir.at('main'), path: dir.at('new'), branch_name: 'new', create: true };
    await killDuring(dir, 'git_worktree_add', args, { env, isTrusting: false });
    expect(readFileSync(dir.at('new/.git'), 'utf8')).toBe(`gitdir: ${dir.at('main/.git/worktrees/new')}\n`);
    expect(git(dir.at('new'), 'branch', '--show-current')).toBe('new\n');
  });

  test.each(
    some([
      ['after the files', ':', 'rm -r ../side'],
      ['before the files', ':', ':'],
      ['at the end', RUN, ':'],
    ]),
  )('git_worktree_remove, %s', async (name, before, after) => {
    using dir = prepare();
    const env = wrap(dir, 'worktree remove', before, after);
    const args = { repo_path: dir.at('main'), path: dir.at('side') };
    await killDuring(dir, 'git_worktree_remove', args, { env });
    rmSync(dir.at('.git'), { recursive: true });
    expect(git(dir.at('main'), 'fsck', '--no-dangling')).toBe('');
    expect(await textOf(ask(dir, 'git_worktree_remove', args))).toMatch(
      name === 'at the end'
        ? /is not a linked worktree .* Look with git_worktrees\./
        : /^Removed the worktree at /,
    );
    expect(git(dir.at('main'), 'worktree', 'list', '--porcelain').match(/^worktree /gm)).toHaveLength(1);
    expect(git(dir.at('main'), 'log', '--format=%s', 'side')).toBe('first\n');
  });
});

test.each([
  ['git_init', (dir: Temporary) => ({ path: dir.at('new') }), ['init', '--quiet', 'new'], 'new'],
  [
    'git_clone',
    (dir: Temporary) => ({ url: dir.at('main'), path: dir.at('new') }),
    ['clone', '--quiet', 'main', 'new'],
    'new',
  ],
  [
    'git_worktree_remove',
    (dir: Temporary) => ({ repo_path: dir.at('main'), path: dir.at('side') }),
    ['-C', 'main', 'worktree', 'remove', '../side'],
    'main',
  ],
] as const)('%s, while another git runs the same command', async (tool, toArgs, other, place) => {
  using dir = prepare();
  const asked = ask(dir, tool, toArgs(dir));
  const answers = await Promise.all([asked, ask(dir, tool, toArgs(dir))]);
  try {
    dir.git(...other);
  } catch {
    // The tool came first.
  }
  expect(git(dir.at(place), 'fsck', '--no-dangling')).toBe('');
  const failed = answers.filter(({ isError }) => isError === true);
  for (const answer of failed)
    expect(textsOf(answer)[0]).toMatch(/Use it|Give another directory|git_worktrees|Try again|not empty/);
});

test('git_push to a branch that another git has locked reports the lock', async () => {
  using dir = prepare();
  dir.git('clone', '--quiet', '--bare', 'main', 'there.git');
  git(dir.at('main'), 'remote', 'add', 'origin', dir.at('there.git'));
  git(dir.at('main'), 'commit', '--quiet', '--allow-empty', '--message', 'second');
  writeFileSync(dir.at('there.git/refs/heads/main.lock'), '');
  const args = { repo_path: dir.at('main') };
  await using client = await open(dir.path, { trust: true });
  expect(await textOf(call(client, 'git_push', args))).toMatch(
    /^Nothing was pushed[^]*rejected refs\/heads\/main: failed to update ref/,
  );
  rmSync(dir.at('there.git/refs/heads/main.lock'));
  expect(await textOf(call(client, 'git_push', args))).toMatch(/^Pushed to origin/);
});
