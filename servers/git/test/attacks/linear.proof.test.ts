// Hostile contents do not block the server for others: measures the longest standstill of its event loop.
import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { call, open, type Temporary } from '../setup.ts';
import { stopped } from './conflict.ts';

/** Measures the longest standstill of this process while `work` runs, in milliseconds. */
const stillness = async (work: () => Promise<unknown>): Promise<number> => {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await work();
  delay.disable();
  return delay.max / 1e6;
};

const LONG = 'x'.repeat(5_000_000);
const MANY = 'x y\n'.repeat(20_000);

/** Creates a repository whose files, message, and names of files and branches are these. */
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

/** The contents are thousands of times larger: quadratic work would take seconds. */
const FACTOR = 10;
const TRIES = 10;

test.each([
  ['5 MB without a separator', LONG, ['one']],
  ['20,000 separators', MANY, Array.from({ length: 20_000 }, (_, index) => `name-${index}`)],
] as const)(
  'on %s others wait at most 100 ms, or ten times as long as on a small repository',
  async (_, text, names) => {
    using dir = hostile(text, names);
    using small = hostile('x y\n', ['one']);
    await using client = await open(dir.path);
    await using usual = await open(small.path);
    await call(client, 'git_status', {});
    await call(usual, 'git_status', {});
    const slow: string[] = [];
    for (const [tool, args] of READS) {
      // A delay caused by the tool occurs on every try; one caused by the machine does not.
      const tries: string[] = [];
      while (tries.length < TRIES) {
        // Starting a process takes time too.
        const least = await stillness(() => call(usual, tool, args));
        const here = await stillness(() => call(client, tool, args));
        if (here <= Math.max(100, least * FACTOR)) break;
        tries.push(`${tool} ${Math.round(here)} ms, on little ${Math.round(least)} ms`);
      }
      if (tries.length === TRIES) slow.push(...tries);
    }
    expect(slow).toEqual([]);
  },
);
