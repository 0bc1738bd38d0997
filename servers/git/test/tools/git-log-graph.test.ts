// git_log with graph: the commits that hosts show on a page.
import { expect, test } from 'vitest';
import { call, dataOf, diverged, open, repository, type Temporary } from '../setup.ts';

interface Page {
  readonly commits: readonly {
    readonly hash: string;
    readonly parents: readonly string[];
    readonly refs?: readonly string[];
    readonly subject: string;
  }[];
  readonly next_cursor?: string;
}

const page = async (dir: Temporary, args: object = {}): Promise<Page> => {
  await using client = await open(dir.path);
  return (await dataOf(call(client, 'git_log', { graph: true, ...args }))) as unknown as Page;
};

test('commits have parents and full names of refs, for HEAD or for all branches', async () => {
  using dir = diverged('a.txt', 'b.txt');
  dir.git('tag', 'v1', 'topic');
  const tip = await page(dir);
  expect(tip.commits.map(({ subject, refs }) => [subject, refs])).toEqual([
    ['main', ['HEAD -> refs/heads/main']],
    ['first', undefined],
  ]);
  const { commits } = await page(dir, { all: true });
  expect(commits.map(({ subject }) => subject).toSorted()).toEqual(['first', 'main', 'topic']);
  const topic = commits.find(({ subject }) => subject === 'topic');
  expect(topic?.refs).toEqual(['tag: refs/tags/v1', 'refs/heads/topic']);
  expect(topic?.parents).toEqual([dir.git('rev-parse', 'topic~1').trim()]);
});

test('the pages join to the output of `git log --topo-order`', async () => {
  using dir = diverged('a.txt', 'b.txt');
  dir.git('merge', '--quiet', '--no-edit', 'topic');
  for (let at = 0; at < 7; at += 1) dir.commit(`commit ${at}`);
  const found: string[] = [];
  let more: object | undefined = {};
  while (more !== undefined) {
    const { commits, next_cursor: cursor } = await page(dir, { all: true, limit: 3, ...more });
    expect(commits.length).toBeGreaterThan(0);
    found.push(...commits.map(({ hash }) => hash));
    more = cursor === undefined ? undefined : { cursor };
  }
  expect(`${found.join('\n')}\n`).toBe(dir.git('log', '--topo-order', '--format=%H', '--all'));
});

test('a page for people has more than three times the commits of an answer for a model', async () => {
  using dir = repository();
  for (let at = 0; at < 40; at += 1) dir.commit(`${'subject '.repeat(60)}${at}`);
  await using client = await open(dir.path, { maxOutputBytes: 4000 });
  const lengths = await Promise.all(
    [{ graph: true }, { oneline: false }].map(async (form) => {
      const data = (await dataOf(call(client, 'git_log', { limit: 250, ...form }))) as unknown as Page;
      return data.commits.length;
    }),
  );
  expect(lengths[0]).toBeGreaterThan(3 * (lengths[1] ?? 0));
});
