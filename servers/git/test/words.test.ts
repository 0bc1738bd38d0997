// Tool texts in git's own terms, which models recognize.
import { expect, test } from 'vitest';
import { ask, open, repository, textOf } from './setup.ts';

interface Listed {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: {
    readonly properties: { readonly [name: string]: { readonly description: string } };
  };
}

const WORDS: readonly (readonly [tool: string, argument: string, text: string])[] = [
  ['git_commit', '', 'Commit staged changes. With files, stage them first: no git_add needed.'],
  ['git_revert', '', 'Create a commit that undoes another one.'],
  ['git_stash', '', 'Stash uncommitted changes (push), restore them (pop, or apply to keep the stash)'],
  ['git_ls_files', '', 'List tracked files, from the index or from a commit.'],
  ['git_grep', '', 'Search tracked files for a text or regular expression.'],
  ['git_branch', 'merged', 'Branches merged into this one.'],
  ['git_merge', 'abort', 'Abort the merge in progress.'],
  ['git_rebase', 'abort', 'Abort the rebase in progress.'],
  ['git_cherry_pick', 'abort', 'Abort the cherry-pick in progress.'],
  ['git_revert', 'abort', 'Abort the revert in progress.'],
  ['git_fetch', 'tags', 'Fetch all tags, not only those that point into the fetched history (--tags).'],
  ['git_init', 'bare', 'Create a bare repository.'],
  ['git_diff', 'merge_base', 'Compare from the merge base.'],
  ['git_diff', 'generated', 'Include lock files.'],
];

test('each text uses the wording of git', async () => {
  await using client = await open([]);
  const { tools } = (await client.request('tools/list')) as unknown as { readonly tools: readonly Listed[] };
  for (const [name, argument, text] of WORDS) {
    const tool = tools.find((each) => each.name === name);
    const said = argument === '' ? tool?.description : tool?.inputSchema.properties[argument]?.description;
    expect({ name, argument, said }).toEqual({ name, argument, said: expect.stringContaining(text) });
  }
  expect(tools.find(({ name }) => name === 'git_reset')?.title).toBe('Reset');
});

test('a time that git would only guess is refused, with the accepted forms', async () => {
  using dir = repository();
  expect(await textOf(ask(dir, 'git_log', { start_timestamp: 'soonish' }))).toMatch(
    /soonish.* is not a date.*ISO 8601.*2 weeks ago/,
  );
});
