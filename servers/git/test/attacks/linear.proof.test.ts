// Calls on hostile contents do not keep the server from answering others: the longest time in which its event loop
// stood still.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { call, open, type Temporary } from '../setup.ts';
import { stopped } from './conflict.ts';

/** Prints how long a process that does nothing stood still at most, in milliseconds, when its input ends. */
const IDLE = `const delay = require('node:perf_hooks').monitorEventLoopDelay({ resolution: 1 });
delay.enable();
process.stdout.write('ready');
process.stdin.on('end', () => { process.stdout.write(' ' + delay.max / 1e6); process.exit(); }).resume();`;

/** How long this process stands still at most while `work` runs, and how long an idle one does beside it. */
const stillness = async (
  work: () => Promise<void>,
): Promise<{ readonly here: number; readonly idle: number }> => {
  const control = spawn(process.execPath, ['-e', IDLE], { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(control.stdout, 'data');
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await work();
  delay.disable();
  const printed = once(control.stdout, 'data');
  control.stdin.end();
  const [text] = (await printed) as [Buffer];
  return { here: delay.max / 1e6, idle: Number(text.toString()) };
};

const LONG = 'x'.repeat(5_000_000);
const MANY = 'x y\n'.repeat(20_000);

/** A repository whose files, message, and names of files and branches are of these. */
const hostile = (text: string, names: readonly string[]): Temporary => {
  const dir = stopped('base\n', [`ours\n${text}\n`, `theirs\n${text}\n`], { 'b.txt': text });
  dir.git('merge', '--abort');
  writeFileSync(dir.at('.git/message'), `subject\n\n${text}`);
  dir.write(Object.fromEntries(names.map((name) => [`new/${name}`, ''])));
  dir.write({ 'b.txt': `${text}more` });
  dir.git('add', 'b.txt');
  dir.git('commit', '--quiet', '--file', '.git/message');
  const hash = dir.git('rev-parse', 'HEAD').trim();
  const refs = names.map((name) => `${hash} refs/heads/${name}`).toSorted();
  writeFileSync(dir.at('.git/packed-refs'), `${refs.join('\n')}\n`);
  dir.write({ 'b.txt': `${text}again` });
  return dir;
};

const READS = [
  ['git_status', {}],
  ['git_diff_unstaged', {}],
  ['git_diff', { target: 'HEAD~1' }],
  ['git_log', { stat: true }],
  ['git_show', {}],
  ['git_branch', {}],
  ['git_blame', { path: 'b.txt' }],
  ['git_grep', { pattern: 'x' }],
  ['git_ls_files', {}],
  ['git_review', { base: 'HEAD~1' }],
  ['git_reflog', {}],
  ['git_add', { files: ['new'], dry_run: true }],
  ['git_merge', { revision: 'topic' }],
  ['git_conflicts', {}],
  ['git_conflicts', { path: 'a.txt' }],
] as const;

/** How many times longer than the idle process, when the machine is busy. */
const FACTOR = 10;
const TRIES = 3;

test.each([
  ['5 MB without a separator', LONG, ['one']],
  ['20,000 separators', MANY, Array.from({ length: 20_000 }, (_, index) => `name-${index}`)],
] as const)('on %s others wait at most 100 ms, on an idle machine', async (_, text, names) => {
  using dir = hostile(text, names);
  await using client = await open(dir.path);
  await call(client, 'git_status', {});
  const slow: string[] = [];
  for (const [tool, args] of READS) {
    // What a tool holds up by itself it holds up each time; what the machine does is not always there.
    const tries: string[] = [];
    while (tries.length < TRIES) {
      const { here, idle } = await stillness(async () => void (await call(client, tool, args)));
      if (here <= Math.max(100, idle * FACTOR)) break;
      tries.push(`${tool} ${Math.round(here)} ms, idle ${Math.round(idle)} ms`);
    }
    if (tries.length === TRIES) slow.push(...tries);
  }
  expect(slow).toEqual([]);
});
