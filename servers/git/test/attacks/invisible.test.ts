// Invisible characters in names and messages of others. No tool shows one, in its text or its data.
import { connect, type TestClient } from '@mcp/runtime/testing';
import { expect, test } from 'vitest';
import { ask, call, repository, serve, temporary, textsOf, type Answer, type Temporary } from '../setup.ts';
import { CONFLICTS, READS, WRITES } from './all-tools.ts';

/** Changes the direction of text, controls a terminal, has no width. */
const ODD = '\u202e\u001b[31m\u200b';
/** The same without characters that git refuses in branch names. */
const NAME = '\u202e\u200b';
const HIDDEN = /[\p{Cf}\p{Zl}\p{Zp}]|(?![\t\n])\p{Cc}/u;

const stringsOf = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsOf) : [];
};

const prepare = (nest: Temporary): string => {
  const dir = nest.repository('work', { 'a.txt': 'one\n', 'b.txt': 'one\n', [`x${ODD}.txt`]: 'one\n' });
  dir.git('config', 'user.name', `E${ODD}vil`);
  dir.git('config', 'user.email', `e${NAME}@example.org`);
  dir.git('config', `remote.o${NAME}.url`, `https://example.org/${ODD}`);
  dir.git('config', `filter.f${ODD}.clean`, 'x');
  dir.git('checkout', '--quiet', '-b', `theirs${NAME}`);
  dir.write({ 'a.txt': 'theirs\n', 'b.txt': 'theirs\n', [`x${ODD}.txt`]: 'theirs\n' });
  dir.commit(`subject ${ODD}\n\nbody ${ODD}\u2028commit 0000`);
  dir.git('update-ref', 'refs/remotes/origin/theirs', 'HEAD');
  dir.git('update-ref', `refs/remotes/origin/t${NAME}`, 'HEAD');
  dir.git('tag', '--annotate', `v${NAME}`, '--message', `tagged ${ODD}`);
  dir.git('checkout', '--quiet', '-b', `mine${NAME}`, 'main');
  dir.write({ [`x${ODD}.txt`]: 'ours\n', 'b.txt': 'two\n' });
  dir.commit(`ours ${ODD}`);
  dir.git('worktree', 'add', '--quiet', nest.at(`tree${NAME}`), `theirs${NAME}`);
  dir.write({ 'a.txt': 'changed\n', [`x${ODD}.txt`]: 'changed\n', [`new${ODD}`]: '' });
  return dir.path;
};

const OWN: readonly (readonly [tool: string, args: object])[] = [
  ['git_diff', { base: 'HEAD~1', target: 'HEAD', name_only: true }],
  ['git_show', { revision: 'HEAD', path: `x${ODD}.txt` }],
  ['git_show', { revision: `v${NAME}` }],
  ['git_blame', { path: `x${ODD}.txt` }],
  ['git_log', { summary: 'folder' }],
  ['git_merge', { revision: `theirs${NAME}` }],
  ['git_conflicts', { path: `x${ODD}.txt` }],
  ['git_merge', { abort: true }],
  ['git_create_branch', { branch_name: `b${NAME}` }],
  ['git_tag', { action: 'create', tag_name: `t${NAME}` }],
  ['git_tag', { action: 'delete', tag_name: `t${NAME}` }],
  ['git_checkout', { branch_name: `b${NAME}` }],
  ['git_checkout', { branch_name: 'main' }],
  ['git_branch_delete', { branch_name: `b${NAME}` }],
  ['git_worktree_add', { path: `w${NAME}`, branch_name: `w${NAME}`, create: true }],
  ['git_worktree_remove', { path: `w${NAME}` }],
  ['git_init', { path: `new${NAME}` }],
  ['git_clone', { url: `https://127.0.0.1:1/${ODD}`, path: `clone${NAME}` }],
  ...['git_fetch', 'git_pull', 'git_push'].map((tool) => [tool, { remote: `o${NAME}` }] as const),
  ['git_log', { ref: `no${ODD}` }],
];

const namesIn = async (client: TestClient): Promise<string[]> => {
  const { tools } = (await client.request('tools/list')) as unknown as { tools: { name: string }[] };
  return tools.map(({ name }) => name);
};

test('no tool shows an invisible character', async () => {
  using nest = temporary();
  const path = prepare(nest);
  const server = serve([nest.path], { protectedBranches: ['none'] });
  await using client = await connect(server, { revision: '2025-11-25' });
  const called = new Set<string>();
  for (const [tool, args] of [...READS, ...OWN, ...WRITES, ...CONFLICTS]) {
    const place = /init|clone/.test(tool) ? {} : { repo_path: path };
    const { content, structuredContent } = await call(client, tool, { ...place, ...args });
    const shown = [...content.map(({ text }) => text), ...stringsOf(structuredContent)];
    expect([tool, args, shown.filter((text) => HIDDEN.test(text))]).toEqual([tool, args, []]);
    called.add(tool);
  }
  expect((await namesIn(client)).filter((name) => !called.has(name))).toEqual([]);
});

const namesOf = ({ structuredContent = {} }: Answer, list: string): string[] =>
  (structuredContent[list] as { name: string }[]).map(({ name }) => name);

test('names are accepted as arguments in the form in which they are shown', async () => {
  using dir = repository({ [`x${ODD}.txt`]: 'one\n' });
  dir.git('branch', `b${NAME}`);
  dir.git('tag', `v${NAME}`);
  const [branch = ''] = namesOf(await ask(dir, 'git_branch'), 'branches');
  const [tag = ''] = namesOf(await ask(dir, 'git_tag', { action: 'list' }), 'tags');
  const [file = ''] = textsOf(await ask(dir, 'git_ls_files'));
  for (const [tool, args] of [
    ['git_log', { ref: tag }],
    ['git_show', { revision: branch, path: file }],
    ['git_restore', { files: [file], source: tag }],
    ['git_checkout', { branch_name: branch }],
    ['git_tag', { action: 'delete', tag_name: tag }],
  ] as const)
    expect([tool, (await ask(dir, tool, args)).isError]).toEqual([tool, undefined]);
  expect(dir.git('symbolic-ref', 'HEAD').trim()).toBe(`refs/heads/b${NAME}`);
  expect(dir.git('tag')).toBe('');
});

test('emoji and scripts that need joiners are unchanged, and so is the content of files', async () => {
  using dir = repository({ 'a.txt': `content ${ODD}\n` });
  dir.commit('family 👨‍👩‍👧, نمی‌دانم');
  const log = textsOf(await ask(dir, 'git_log', { limit: 1 }));
  expect(log.join('\n')).toContain('family 👨‍👩‍👧, نمی‌دانم');
  const [shown] = textsOf(await ask(dir, 'git_show', { revision: 'HEAD', path: 'a.txt' }));
  expect(shown).toBe(`content ${ODD}\n`);
  const found = (await ask(dir, 'git_grep', { pattern: 'content' })).structuredContent;
  expect(found?.['matches']).toEqual([{ path: 'a.txt', line: 1, text: `content ${ODD}` }]);
});
