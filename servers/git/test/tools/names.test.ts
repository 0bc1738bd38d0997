// Invisible file names: tools accept them as shown. Names that are not UTF-8 are only shown.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { TestClient } from '@mcp/runtime/testing';
import { describe, expect, test } from 'vitest';
import { shownName } from '@mcp/git';
import { ask, call, open, repository, type Temporary } from '../setup.ts';

// Other systems do not allow such names.
describe.runIf(process.platform === 'linux')('a name that is not UTF-8', () => {
  const SHOWN = String.raw`"na\351me.txt"`;
  const bytes = (dir: Temporary): Buffer =>
    Buffer.concat([Buffer.from(dir.at('na')), Buffer.of(0xe9), Buffer.from('me.txt')]);

  const prepare = (): Temporary => {
    const dir = repository();
    writeFileSync(bytes(dir), 'one\n');
    return dir;
  };
  const valueOf = async (client: TestClient, tool: string, args: object, member: string): Promise<unknown> =>
    (await call(client, tool, args)).structuredContent?.[member];

  test('is shown, and is handled with its folder', async () => {
    using dir = prepare();
    await using client = await open(dir.path);
    expect(await valueOf(client, 'git_status', {}, 'untracked')).toEqual([SHOWN]);
    expect(await valueOf(client, 'git_add', { files: ['.'] }, 'staged')).toEqual([SHOWN]);
    expect(await valueOf(client, 'git_reset', {}, 'unstaged')).toEqual([SHOWN]);
    await call(client, 'git_commit', { message: 'second', files: ['.'] });
    expect(dir.git('ls-files')).toContain(SHOWN);
    writeFileSync(bytes(dir), 'two\n');
    expect(await valueOf(client, 'git_restore', { files: ['.'] }, 'restored')).toEqual([SHOWN]);
    expect(readFileSync(bytes(dir), 'utf8')).toBe('one\n');
    for (const args of [{}, { revision: 'HEAD' }])
      expect(await valueOf(client, 'git_ls_files', args, 'files')).toContain(SHOWN);
    expect(await valueOf(client, 'git_grep', { pattern: 'one' }, 'matches')).toContainEqual({
      path: SHOWN,
      line: 1,
      text: 'one',
    });
  });

  test.each([
    ['git_add', { files: [SHOWN] }],
    ['git_reset', { paths: [SHOWN] }],
    ['git_commit', { message: 'x', files: [SHOWN] }],
    ['git_restore', { files: [SHOWN] }],
    ['git_ls_files', { paths: [SHOWN] }],
    ['git_log', { path: SHOWN }],
    ['git_grep', { pattern: 'one', paths: [SHOWN] }],
    ['git_show', { revision: 'HEAD', path: SHOWN }],
    ['git_blame', { path: SHOWN }],
    ['git_diff', { paths: [SHOWN] }],
    ['git_stash', { action: 'push', paths: [SHOWN] }],
  ])('%s refuses it, and says what to do', async (tool, args) => {
    using dir = prepare();
    const answer = await ask(dir, tool, args);
    expect([answer.isError, answer.content[0]?.text]).toEqual([
      true,
      `${SHOWN} is not UTF-8: such a name is shown, but no tool takes it. Name its folder, or ask the user to rename the file.`,
    ]);
    expect(readdirSync(dir.path)).toHaveLength(3);
  });
});

test.each(['tab\there', 'a\u001b[31mb', '...', '@{u}', 'a:b'])(
  '%j can be shown as of a commit',
  async (name) => {
    using dir = repository({ [name]: 'one\n' });
    const answer = await ask(dir, 'git_show', { revision: 'HEAD', path: shownName(name) });
    expect(answer.content).toEqual([{ type: 'text', text: 'one\n' }]);
  },
);

/** Characters that change the direction of text, hide in it, or control a terminal. */
const HIDDEN = /[\p{Cf}\p{Zl}\p{Zp}]|(?![\t\n])\p{Cc}/u;

describe('a name that changes the direction of text', () => {
  const BRANCH = 'work\u202egnp';
  const SHOWN = String.raw`"work\342\200\256gnp"`;

  const prepare = (): Temporary => {
    const dir = repository();
    dir.git('branch', BRANCH);
    dir.git('tag', `v1\u202e`);
    dir.git('config', 'remote.o.url', 'https://example.org/\u001b[31m\u202ex');
    dir.write({ 'x\u202etxt.exe': 'one\n', 'b c\u202e': '' });
    dir.commit('subject\n\nbody\u2028commit 0000');
    dir.git('mv', 'x\u202etxt.exe', 'y\u202etxt.exe');
    dir.write({ 'a.txt': 'text\u202e\n' });
    dir.commit('moved');
    dir.git('worktree', 'add', '--quiet', `tree\u202e`, BRANCH);
    return dir;
  };

  test('is escaped by every tool', async () => {
    using dir = prepare();
    await using client = await open(dir.path);
    for (const [tool, args] of [
      ['git_branch', {}],
      ['git_tag', { action: 'list' }],
      ['git_log', {}],
      ['git_log', { ref: SHOWN }],
      ['git_remotes', {}],
      ['git_worktrees', {}],
      ['git_show', { revision: 'HEAD~1' }],
      ['git_diff', { target: 'HEAD', base: 'HEAD~1', paths: ['y\u202etxt.exe', 'x\u202etxt.exe'] }],
      ['git_show', { revision: 'no\u202esuch' }],
      ['git_merge', { revision: 'no\u202esuch' }],
      ['git_worktree_remove', { path: `tree\u202e` }],
      ['git_checkout', { branch_name: SHOWN }],
      ['git_status', {}],
      ['git_commit', { message: 'x', allow_empty: true }],
    ] as const) {
      const answer = await call(client, tool, args);
      const shown = answer.content.map(({ text }) => text.replaceAll('\n', '')).join('');
      const values = JSON.stringify(answer.structuredContent ?? {});
      expect([tool, HIDDEN.exec(shown), HIDDEN.exec(values), /\\u[0-9a-f]{4}/.exec(values)]).toEqual([
        tool,
        null,
        null,
        null,
      ]);
    }
    expect(dir.git('symbolic-ref', 'HEAD').trim()).toBe(`refs/heads/${BRANCH}`);
  });

  test('is escaped in the header lines of a patch, and the content is unchanged', async () => {
    using dir = prepare();
    const { content } = await ask(dir, 'git_show', { revision: 'HEAD' });
    const [shown = ''] = content.map(({ text }) => text);
    expect(shown).toContain('+text\u202e\n');
    expect(shown).toContain(String.raw`rename to "y\342\200\256txt.exe"`);
    expect(shown.replaceAll('+text\u202e', '').replaceAll('\n', '')).not.toMatch(HIDDEN);
  });
});
