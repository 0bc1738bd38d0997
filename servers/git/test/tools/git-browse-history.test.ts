// git_browse_history: the commits of the graph that hosts show beside git_log.
import { connect } from '@mcp/runtime/testing';
import { describe, expect, test } from 'vitest';
import { ask, call, dataOf, diverged, open, repository, serve, textsOf } from '../setup.ts';

interface Page {
  readonly commits: readonly {
    readonly hash: string;
    readonly parents: readonly string[];
    readonly refs?: readonly string[];
    readonly subject: string;
  }[];
  readonly more: boolean;
}

const UI = { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } };

describe.each(['2025-06-18', '2025-11-25', '2026-07-28'] as const)('in %s', (revision) => {
  test.each([
    [UI, true],
    [{}, false],
  ])('extensions %j: is listed: %s', async (extensions, isListed) => {
    await using client = await connect(serve([]), { revision, capabilities: { extensions } });
    const { tools } = (await client.request('tools/list')) as unknown as {
      readonly tools: readonly { readonly name: string; readonly _meta?: unknown }[];
    };
    const found = tools.find(({ name }) => name === 'git_browse_history');
    const meta = { ui: { resourceUri: 'ui://git/graph', visibility: ['app'] } };
    expect(found?._meta).toEqual(isListed ? meta : undefined);
  });
});

const page = async (dir: ReturnType<typeof repository>, args: object = {}): Promise<Page> =>
  (await dataOf(ask(dir, 'git_browse_history', args))) as unknown as Page;

test('commits come with their parents and full names of refs, of HEAD or of all branches', async () => {
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

test('pages together are what `git log --topo-order` lists', async () => {
  using dir = diverged('a.txt', 'b.txt');
  dir.git('merge', '--quiet', '--no-edit', 'topic');
  for (let at = 0; at < 7; at += 1) dir.commit(`commit ${at}`);
  await using client = await open(dir.path);
  const found: string[] = [];
  for (let more = true; more;) {
    const args = { all: true, skip: found.length, limit: 3 };
    const part = (await dataOf(call(client, 'git_browse_history', args))) as unknown as Page;
    expect(part.commits.length).toBeGreaterThan(0);
    found.push(...part.commits.map(({ hash }) => hash));
    more = part.more;
  }
  expect(`${found.join('\n')}\n`).toBe(dir.git('log', '--topo-order', '--format=%H', '--all'));
});

test.each([
  [{ ref: '--all' }, /begins with "-"/],
  [{ ref: 'missing' }, /unknown revision|bad revision/],
])('%j is refused', async (args, says) => {
  using dir = repository();
  const answer = await ask(dir, 'git_browse_history', args);
  expect([answer.isError, textsOf(answer)[0]]).toEqual([true, expect.stringMatching(says)]);
});
