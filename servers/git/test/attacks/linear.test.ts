// Git's output is read in linear time, so no repository can block the server for others.
import { writeFileSync } from 'node:fs';
import { connect } from '@mcp/runtime/testing';
import { expect, test } from 'vitest';
import { call, repository, serve, textsOf } from '../setup.ts';
import { stopped } from './conflict.ts';

test('git_grep answers when git is cut off in the middle of a line of megabytes', async () => {
  using dir = repository();
  dir.write({ 'b.js': `var needle=1;${'x'.repeat(6_000_000)}` });
  dir.git('add', '.');
  await using client = await connect(serve([dir.path]));
  const answer = await call(client, 'git_grep', { pattern: 'needle' });
  expect(answer.structuredContent).toEqual({ truncated: true });
});

test('git_conflicts answers for a file with 30,000 lines that look like markers', async () => {
  const titles = 'title\n=======\n'.repeat(30_000);
  using dir = stopped('one\n', ['ours\n', `${titles}theirs\n`]);
  await using client = await connect(serve([dir.path]));
  const answer = await call(client, 'git_conflicts', {});
  expect(answer.isError).toBeUndefined();
  expect(textsOf(answer)[0]).toMatch(/^a\.txt: both modified/);
});

test('a commit with 20,000 branches shows its message and its patch, and the number of names left out', async () => {
  using dir = repository();
  const hash = dir.git('rev-parse', 'HEAD').trim();
  const refs = Array.from({ length: 20_000 }, (_, index) => `${hash} refs/remotes/origin/branch-${index}`);
  writeFileSync(dir.at('.git/packed-refs'), `${refs.toSorted().join('\n')}\n`);
  await using client = await connect(serve([dir.path]));
  for (const tool of ['git_show', 'git_log']) {
    const text = textsOf(await call(client, tool, {})).join('\n');
    expect(text.length).toBeLessThan(3000);
    expect(text).toMatch(/and 19[,.]?98\d more/);
    expect(text).toContain('first');
  }
});

test('git_log answers for an author with 500,000 spaces in the name', async () => {
  using dir = repository();
  const tree = dir.git('rev-parse', 'HEAD^{tree}').trim();
  const author = `A${' '.repeat(500_000)}B <a@example.org> 1700000000 +0000`;
  dir.write({ '.git/made': `tree ${tree}\nauthor ${author}\ncommitter ${author}\n\nodd\n` });
  dir.git('update-ref', 'HEAD', dir.git('hash-object', '-t', 'commit', '-w', '.git/made').trim());
  await using client = await connect(serve([dir.path], { timeout: 5 }));
  const answer = await call(client, 'git_log', {});
  expect(answer.structuredContent?.['commits']).toMatchObject([{ subject: 'odd' }]);
});
