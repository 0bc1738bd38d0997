// --confirm destructive: asks the user only before something can be lost. Also: how programs tell failures apart.
import { readFileSync } from 'node:fs';
import { connect, type ConnectOptions } from '@mcp/runtime/testing';
import type { JsonObject } from '@mcp/runtime';
import { describe, expect, test } from 'vitest';
import { ask, call, repository, serve, textsOf, type Answer } from './setup.ts';

const RESTORE = { files: ['a.txt'] };
const QUESTION = 'Discard the changes that are not staged in "a.txt"?';
const META = 'error';

type Revision = NonNullable<ConnectOptions['revision']>;

/** A client that records what its user is asked and gives this answer. */
const asking = (path: string, asked: unknown[], answer: JsonObject, revision: Revision = '2025-11-25') =>
  connect(serve([path], { confirm: 'destructive' }), {
    revision,
    capabilities: { elicitation: {} },
    answers: {
      'elicitation/create': (params: { readonly message?: unknown }) => {
        asked.push(params.message);
        return answer;
      },
    },
  });

describe.each(['2025-06-18', '2025-11-25', '2026-07-28'] as const)('in %s', (revision) => {
  test.each([
    [{ action: 'accept', content: { agree: true } }, 'one\n'],
    [{ action: 'accept', content: {} }, 'one\n'],
    [{ action: 'decline' }, 'two\n'],
    [{ action: 'cancel' }, 'two\n'],
  ])('%j', async (answer, content) => {
    using dir = repository();
    dir.write({ 'a.txt': 'two\n' });
    const asked: unknown[] = [];
    await using client = await asking(dir.path, asked, answer, revision);
    for (const [tool, args] of [
      ['git_status', {}],
      ['git_restore', { ...RESTORE, dry_run: true }],
      ['git_add', { files: ['a.txt'], dry_run: true }],
    ] as const)
      expect((await call(client, tool, args)).isError).toBeUndefined();
    expect(asked).toEqual([]);
    const answered = await call(client, 'git_restore', RESTORE);
    expect(asked).toEqual([QUESTION]);
    expect([answered.isError === true, readFileSync(dir.at('a.txt'), 'utf8')]).toEqual([
      content === 'two\n',
      content,
    ]);
  });
});

test('a client that cannot ask is refused, with the reason', async () => {
  using dir = repository();
  const answer = await ask(dir, 'git_restore', RESTORE, { confirm: 'destructive' });
  expect(answer).toEqual({
    content: [
      {
        type: 'text',
        text: 'Not done: Discard the changes that are not staged in "a.txt". The user has to agree, and this client cannot ask. Ask the user to use another client, or to start this server so that it does not ask.',
      },
    ],
    isError: true,
    _meta: { [META]: { code: 'declined', retryable: false, hint: expect.stringMatching(/^Ask the user/) } },
  });
});

test.each([
  ['git_log', { ref: 'missing' }, 'not_found', false],
  ['git_log', { repo_path: '/etc' }, 'access_denied', false],
  ['git_commit', { amend: true, message: 'x' }, 'protected', false],
  ['git_add', { files: ['missing'] }, 'not_found', false],
  ['git_fetch', { remote: 'lost' }, 'unreachable', true],
])('%s %j fails with a code: %s', async (tool, args, code, retryable) => {
  using dir = repository();
  dir.git('remote', 'add', 'lost', 'http://127.0.0.1:1/x.git');
  dir.git('update-ref', 'refs/remotes/lost/main', 'main');
  const answer = (await ask(dir, tool, args)) as Answer & { readonly _meta?: unknown };
  expect(answer).toMatchObject({ isError: true, _meta: { [META]: { code, retryable } } });
});

test.each([
  [
    'git_restore',
    { files: ['a', 'b'], source: 'v1', staged: true },
    'Unstage "a", "b", as they are in "v1"?',
  ],
  ['git_reset', {}, 'Unstage everything?'],
  ['git_checkout', { branch_name: 'x', repo_path: '/r' }, 'Check out "x"? In "/r".'],
  [
    'git_commit',
    { amend: true, message: 'new\nline' },
    'Replace the last commit by a new one with the message "new\\nline"?',
  ],
  [
    'git_branch_delete',
    { branch_name: 'x', force: true },
    'Delete the branch "x", even if it is not merged?',
  ],
  ['git_reset', { revision: 'HEAD~1' }, 'Move the current branch to "HEAD~1" and unstage everything?'],
  ['git_stash', { action: 'drop', stash: 'stash@{1}' }, 'Delete "stash@{1}" with the changes in it?'],
  ['git_tag', { action: 'delete', tag_name: 'v1' }, 'Delete the tag "v1"?'],
  ['git_rebase', { revision: 'main' }, 'Change the current branch by rebasing onto "main"?'],
  ['git_merge', { abort: true }, 'Give up merging and lose how its conflicts were resolved?'],
  ['git_pull', { remote: 'origin' }, 'Pull the upstream branch of "origin" into the current branch?'],
  [
    'git_push',
    { remote: 'origin', branch: 'x', force: true },
    'Push the branch "x" to "origin" and overwrite the commits that are there?',
  ],
])('%s %j asks in plain words: %s', async (tool, args, question) => {
  using dir = repository();
  const asked: unknown[] = [];
  await using client = await asking(dir.path, asked, { action: 'decline' });
  expect((await call(client, tool, args)).isError).toBe(true);
  expect(asked).toEqual([question]);
});

test.each([
  ['more files than can be shown', { files: Array.from({ length: 21 }, (_, index) => `${index}.txt`) }],
  [
    'names that are too long',
    { files: ['a.txt', ...Array.from({ length: 5 }, (_, index) => `${index}${'x'.repeat(230)}`)] },
  ],
  ['names of characters that do not show', { files: ['a.txt', '\u202e'.repeat(200)] }],
])('%s are never asked about in part, and nothing is lost', async (_, args) => {
  using dir = repository();
  dir.write({ 'a.txt': 'two\n' });
  const asked: unknown[] = [];
  await using client = await asking(dir.path, asked, { action: 'accept', content: {} });
  const answer = await call(client, 'git_restore', args);
  expect(textsOf(answer)[0]).toMatch(
    /^The user has to agree to this call, and cannot be shown .* at once\. Give at most 20 files in a call/,
  );
  expect(asked).toEqual([]);
  expect(readFileSync(dir.at('a.txt'), 'utf8')).toBe('two\n');
});
