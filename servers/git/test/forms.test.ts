// Output settings of a repository: they do not change what the tools answer.
import { expect, test } from 'vitest';
import { ask, repository, textsOf } from './setup.ts';

const SETTINGS = [
  ...['advice', 'branch', 'diff', 'grep', 'log', 'status', 'ui'].map((name) => [`color.${name}`, 'always']),
  ...['blankBoundary', 'showEmail', 'showRoot'].map((name) => [`blame.${name}`, 'true']),
  ['blame.coloring', 'repeatedLines'],
  ['grep.column', 'true'],
  ['grep.lineNumber', 'false'],
  ['diff.autoRefreshIndex', 'false'],
  ['diff.noprefix', 'true'],
  ['diff.context', '9'],
  ['log.date', 'relative'],
  ['format.pretty', 'fuller'],
  ['status.showUntrackedFiles', 'no'],
];

const CALLS: readonly (readonly [tool: string, args: object])[] = [
  ['git_status', {}],
  ['git_log', { stat: true }],
  ['git_show', { revision: 'HEAD' }],
  ['git_diff', { target: 'HEAD~1' }],
  ['git_blame', { path: 'a.txt' }],
  ['git_grep', { pattern: 'o' }],
  ['git_branch', {}],
  ['git_reset', { revision: 'HEAD~1', dry_run: true }],
  ['git_restore', { files: ['.'], dry_run: true }],
  ['git_commit', { message: 'third', allow_empty: true, author: 'Ada <ada@example.org>' }],
];

test('output settings have no effect', async () => {
  const answers = await Promise.all(
    [[], SETTINGS].map(async (settings) => {
      using dir = repository({ 'a.txt': 'one\ntwo\n', 'b.txt': 'o\n' });
      dir.write({ 'a.txt': 'one\ntwo\nthree\n' });
      dir.commit('second');
      // One only touched, one new.
      dir.write({ 'b.txt': 'o\n', 'new.txt': '' });
      for (const [key = '', value = ''] of settings) dir.git('config', key, value);
      const texts: string[] = [];
      for (const [tool, args] of CALLS) texts.push(...textsOf(await ask(dir, tool, args)));
      // The commit time differs between the two.
      expect(texts.at(-1)).toMatch(/^Committed [0-9a-f]{7} on main\n0 files changed/);
      return texts.slice(0, -1);
    }),
  );
  expect(answers[1]).toEqual(answers[0]);
});
