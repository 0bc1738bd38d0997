// A repository that another process swaps for a link to one outside, again and again, while calls run.
import { spawn } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { connect } from '@mcp/runtime/testing';
import { expect, test } from 'vitest';
import { watchMoves } from '../../src/repository/held.ts';
import { call, git, repository, serve, temporary, textsOf } from '../setup.ts';

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
  'no answer comes from outside',
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
    await using client = await connect(serve([nest.at('base')]), { revision: '2025-11-25' });
    const args = ['-e', SWAP, inside, nest.at('base/away'), outside];
    const swapper = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    await new Promise((resolve) => swapper.stdout.once('data', resolve));
    const said: string[] = [];
    try {
      for (let round = 0; round < 25; round += 1)
        for (const [tool, more] of CALLS) {
          const answer = await call(client, tool, { repo_path: inside, ...more });
          said.push(`${tool}: ${answer.isError === true} ${textsOf(answer).join('\n')}`);
        }
    } finally {
      swapper.kill('SIGKILL');
    }
    expect(said.filter((text) => text.includes('s3cret'))).toEqual([]);
    expect(said.filter((text) => text.includes('Internal error'))).toEqual([]);
  },
  120_000,
);

test.runIf(process.platform === 'linux')(
  'a directory that is swapped all the while is not taken for the one in its place',
  async () => {
    using nest = temporary();
    for (const name of ['base/inside', 'outside']) mkdirSync(nest.at(name), { recursive: true });
    const inside = nest.at('base/inside');
    const isInBase = (path: string): boolean => path.startsWith(nest.at('base'));
    using before = await watchMoves(inside, isInBase);
    renameSync(inside, nest.at('base/away'));
    symlinkSync(nest.at('outside'), inside);
    expect(() => before.check()).toThrow('was moved or replaced');
    await setTimeout(100);
    await expect(watchMoves(inside, isInBase)).rejects.toThrow('was moved or replaced');
    rmSync(inside);
    renameSync(nest.at('base/away'), inside);
    expect(() => before.check()).toThrow('was moved or replaced');
    await setTimeout(100);
    using after = await watchMoves(inside, isInBase);
    after.check();
  },
);
