// Another process keeps swapping a repository for a link to one outside while calls run.
import { spawn } from 'node:child_process';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { call, diverged, git, open, repository, temporary, textsOf } from '../setup.ts';

const SWAP = `
const { renameSync, symlinkSync, unlinkSync } = require('node:fs');
const [inside, away, outside] = process.argv.slice(1);
const pause = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
process.stdout.write('ready');
for (;;) {
  pause(Math.random() * 60);
  renameSync(inside, away);
  symlinkSync(outside, inside);
  pause(Math.random() * 8);
  unlinkSync(inside);
  renameSync(away, inside);
}`;

/** Keeps creating and removing a folder beside the repositories. */
const CHURN = `
const { mkdirSync, rmdirSync } = require('node:fs');
const beside = process.argv[1] + '/beside';
process.stdout.write('ready');
for (;;) {
  mkdirSync(beside);
  rmdirSync(beside);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
}`;

const ENOUGH = 200;

const CALLS = [
  ['git_status', {}],
  ['git_log', {}],
  ['git_show', { revision: 'HEAD' }],
  ['git_diff', { target: 'HEAD' }],
  ['git_grep', { pattern: 'e' }],
  ['git_branch', {}],
  ['git_ls_files', {}],
  ['git_blame', { path: 'a.txt' }],
] as const;

test.runIf(process.platform === 'linux')(
  'no answer comes from outside the sandbox',
  async () => {
    using nest = temporary();
    const made = (name: string, content: string): string => {
      const dir = repository({ 'a.txt': content });
      dir.git('commit', '--quiet', '--amend', '--message', content);
      dir.write({ 'a.txt': `${content}changed\n`, [`${content.trim()}.txt`]: '' });
      renameSync(dir.path, nest.at(name));
      return nest.at(name);
    };
    git(nest.path, 'init', '--quiet', 'base');
    const [inside, outside] = [made('base/inside', 'harmless\n'), made('outside', 's3cret\n')];
    await using client = await open(nest.at('base'), { sandbox: 'always' });
    const args = ['-e', SWAP, inside, nest.at('base/away'), outside];
    const swapper = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    await new Promise((resolve) => swapper.stdout.once('data', resolve));
    const said: string[] = [];
    try {
      // A call that finds the link is refused at once: only answers from git count.
      for (let answered = 0; answered < ENOUGH;)
        for (const [tool, more] of CALLS) {
          const answer = await call(client, tool, { repo_path: inside, ...more });
          if (answer.isError !== true) answered += 1;
          said.push(`${tool}: ${textsOf(answer).join('\n')}`);
        }
    } finally {
      swapper.kill('SIGKILL');
    }
    expect(said.filter((text) => text.includes('s3cret'))).toEqual([]);
    expect(said.filter((text) => text.includes('Internal error'))).toEqual([]);
  },
  120_000,
);

/** Calls that write files of `base/work`, each in its own repository. */
const WRITES = [
  ['git_checkout', { branch_name: 'topic' }],
  ['git_merge', { revision: 'topic' }],
  ['git_rebase', { revision: 'topic' }],
  ['git_cherry_pick', { revision: 'topic' }],
  ['git_stash', { action: 'pop' }],
  ['git_restore', { files: ['a.txt'] }],
  ['git_status', {}],
] as const;

test('a write that git has finished is not reported as failed when files appear beside the repository', async () => {
  using nest = temporary();
  const churn = spawn(process.execPath, ['-e', CHURN, nest.path], { stdio: ['ignore', 'pipe', 'ignore'] });
  await new Promise((resolve) => churn.stdout.once('data', resolve));
  const failed: string[] = [];
  try {
    for (const [index, [tool, args]] of WRITES.entries()) {
      const work = nest.at(`work${index}`);
      const made = diverged('c.txt', 'd.txt');
      renameSync(made.path, work);
      git(work, 'checkout', '--quiet', '-b', 'other');
      writeFileSync(join(work, 'a.txt'), 'changed\n');
      if (tool !== 'git_restore') git(work, 'stash', '--quiet');
      await using client = await open(nest.path);
      const answer = await call(client, tool, { repo_path: work, ...args });
      if (answer.isError === true) failed.push(`${tool}: ${textsOf(answer).join(' ')}`);
    }
  } finally {
    churn.kill('SIGKILL');
  }
  expect(failed).toEqual([]);
});
