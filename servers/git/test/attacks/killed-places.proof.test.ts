// The server is killed while it makes or removes a directory, or another git does the same: what was there stays, and the
// next call works or says what to do.
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter } from 'node:path';
import { connect } from '@mcp/runtime/testing';
import { describe, expect, test } from 'vitest';
import { call, git, serve, temporary, textsOf, type Answer, type Temporary } from '../setup.ts';
import { killDuring } from './killing.ts';

/** A directory with a repository that has a linked worktree. */
const prepare = (): Temporary => {
  const dir = temporary();
  dir.git('init', '--quiet', 'main');
  dir.write({ 'main/a.txt': 'one\n' });
  const run = (...args: string[]): string => git(dir.at('main'), ...args);
  run('add', '.');
  run('commit', '--quiet', '--message', 'first');
  run('worktree', 'add', '--quiet', '-b', 'side', dir.at('side'));
  return dir;
};

/** A program in the place of git: where git would be in the middle of the command, it waits. */
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

const callIn = async (dir: Temporary, tool: string, args: object): Promise<Answer> => {
  await using client = await connect(serve([dir.path]), { revision: '2025-11-25' });
  return await call(client, tool, args);
};

const RUN = 'git "$@"';

describe('killed in the middle', () => {
  // Git makes the folder first, and the one for objects last.
  test.each([
    ['before the first file', ':', 'mkdir -p new/.git', /^Initialized git repository in /],
    [
      'before the last one',
      RUN,
      'rm -r new/.git/objects',
      /is there already.* Give another directory, or ask the user/,
    ],
    ['at the end', RUN, ':', /is in a repository already\. Use it/],
  ])('git_init, %s', async (_, before, after, next) => {
    using dir = prepare();
    const env = wrap(dir, 'init', before, after);
    const args = { path: dir.at('new') };
    await killDuring(dir, 'git_init', args, env);
    rmSync(dir.at('.git'), { recursive: true });
    expect(textsOf(await callIn(dir, 'git_init', args))[0]).toMatch(next);
  });

  test.each([
    ['before anything came', ':', ':'],
    ['before it is at its place', RUN, ':'],
  ])('git_clone, %s', async (_, before, after) => {
    using dir = prepare();
    const env = wrap(dir, 'clone', before, after);
    const args = { url: dir.at('main'), path: dir.at('copy') };
    await killDuring(dir, 'git_clone', args, env);
    rmSync(dir.at('.git'), { recursive: true });
    expect(existsSync(dir.at('copy'))).toBe(false);
    expect((await callIn(dir, 'git_clone', args)).isError).toBeUndefined();
    expect(readdirSync(dir.at('copy')).toSorted()).toEqual(['.git', 'a.txt']);
  });

  test.each([
    ['before the files', ':', ':'],
    ['after the files', ':', 'rm -r ../side'],
    ['at the end', RUN, ':'],
  ])('git_worktree_remove, %s', async (name, before, after) => {
    using dir = prepare();
    const env = wrap(dir, 'worktree remove', before, after);
    const args = { repo_path: dir.at('main'), path: dir.at('side') };
    await killDuring(dir, 'git_worktree_remove', args, env);
    rmSync(dir.at('.git'), { recursive: true });
    expect(git(dir.at('main'), 'fsck', '--no-dangling')).toBe('');
    expect(textsOf(await callIn(dir, 'git_worktree_remove', args))[0]).toMatch(
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
] as const)('%s, while another git does the same', async (tool, toArgs, other, place) => {
  using dir = prepare();
  const asked = callIn(dir, tool, toArgs(dir));
  const answers = await Promise.all([asked, callIn(dir, tool, toArgs(dir))]);
  try {
    dir.git(...other);
  } catch {
    // The tool was first.
  }
  expect(git(dir.at(place), 'fsck', '--no-dangling')).toBe('');
  const failed = answers.filter(({ isError }) => isError === true);
  for (const answer of failed)
    expect(textsOf(answer)[0]).toMatch(/Use it|Give another directory|git_worktrees|Try again|not empty/);
});

test('git_push to a branch that another git has locked says so', async () => {
  using dir = prepare();
  dir.git('clone', '--quiet', '--bare', 'main', 'there.git');
  git(dir.at('main'), 'remote', 'add', 'origin', dir.at('there.git'));
  git(dir.at('main'), 'commit', '--quiet', '--allow-empty', '--message', 'second');
  writeFileSync(dir.at('there.git/refs/heads/main.lock'), '');
  const args = { repo_path: dir.at('main') };
  await using client = await connect(serve([dir.path], { trust: true }), { revision: '2025-11-25' });
  expect(textsOf(await call(client, 'git_push', args))[0]).toMatch(
    /^Nothing was pushed[^]*rejected refs\/heads\/main: failed to update ref/,
  );
  rmSync(dir.at('there.git/refs/heads/main.lock'));
  expect(textsOf(await call(client, 'git_push', args))[0]).toMatch(/^Pushed to origin/);
});
