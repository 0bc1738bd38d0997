// Git writes: no spelling of a path lets a tool write git's configuration or hooks, which git would run.
import { expect, test } from 'vitest';
import { call, codeOf, errorOf, serve, temporary, type Temporary } from '../setup.ts';

const makeWorld = (): Temporary => {
  const dir = temporary({ '.git/config': 'old', '.git/hooks/': '', 'a.txt': 'A', 'sub/.git': 'gitdir: x' });
  dir.link('.git', 'link');
  return dir;
};

const CHANGES = [
  ['write_file', { path: '.git/config', content: 'evil' }],
  ['write_file', { path: '.git/config', content: 'evil', mode: 'append' }],
  ['write_file', { path: '.git/hooks/pre-commit', content: 'evil', mode: 'create' }],
  ['write_file', { path: '.GIT/config', content: 'evil', createParents: true }],
  ['write_file', { path: 'new/.git/config', content: 'evil', createParents: true }],
  ['write_file', { path: 'new.git/../.git/config', content: 'evil' }],
  ['write_file', { path: '.g\u200cit/config', content: 'evil', createParents: true }],
  ['write_file', { path: 'git~1/config', content: 'evil', createParents: true }],
  ['write_file', { path: '.git./config', content: 'evil', createParents: true }],
  ['write_file', { path: '.git::$INDEX_ALLOCATION/config', content: 'evil', createParents: true }],
  ['write_file', { path: 'link/config', content: 'evil' }],
  ['write_file', { path: 'sub/.git', content: 'gitdir: /elsewhere' }],
  ['edit_file', { path: '.git/config', edits: [{ oldText: 'old', newText: 'evil' }] }],
  ['create_directory', { path: 'other/.git' }],
  ['move_file', { source: 'a.txt', destination: '.git/hooks/pre-commit' }],
  ['move_file', { source: 'sub', destination: '.git/modules' }],
  ['move_file', { source: '.git/config', destination: 'config' }],
  ['move_file', { source: '.git', destination: 'repository' }],
  ['copy_file', { source: 'a.txt', destination: '.git/hooks/pre-commit' }],
  ['delete_file', { path: '.git/config' }],
  ['delete_file', { path: '.git', recursive: true }],
] as const;

test.each(CHANGES)('refuses %s %j, and says how to allow it', async (name, args) => {
  using dir = makeWorld();
  const result = await call(dir.server, name, args);
  expect(codeOf(result)).toBe('access_denied');
  expect(result.content[0]?.text).toContain('--allow-git-writes');
  expect(dir.text('.git/config')).toBe('old');
  expect(dir.text('a.txt')).toBe('A');
  expect(dir.has('.git/hooks/pre-commit')).toBe(false);
});

test('refuses the target of a linked .git by its own name', async () => {
  using dir = temporary({ 'data/config': 'old' });
  dir.link('data', '.git');
  const args = { path: '.git/config', content: 'evil' };
  expect(codeOf(await call(dir.server, 'write_file', args))).toBe('access_denied');
});

test.each(['.gitignore', '.github/a.yml', 'x.git/a', '.gitmodules', 'git/a'])('writes %s', async (path) => {
  using dir = temporary();
  const args = { path, content: 'x', createParents: true };
  expect(errorOf(await call(dir.server, 'write_file', args))).toBeUndefined();
});

test('allows reading, and with --allow-git-writes or a directory named by the operator also writing', async () => {
  using dir = makeWorld();
  const write = { path: dir.at('.git/config'), content: 'new' };
  const read = await call(dir.server, 'read_text_file', { path: '.git/config' });
  expect(read.content[0]?.text).toBe('old');
  const allowed = serve([dir.path], { allowGitWrites: true });
  expect(errorOf(await call(allowed, 'write_file', write))).toBeUndefined();
  const named = serve([dir.path, dir.at('.git')]);
  expect(errorOf(await call(named, 'write_file', write))).toBeUndefined();
});

test('a copy of a repository omits .git, and says so', async () => {
  using dir = temporary({ 'r/.git/config': 'x', 'r/a.txt': 'A' });
  const args = { source: 'r', destination: 'copy', recursive: true };
  const { content, structuredContent } = await call(dir.server, 'copy_file', args);
  expect(structuredContent).toMatchObject({ files: 1, failed: 1 });
  expect(content.at(-1)?.text).toContain('--allow-git-writes');
  expect(dir.has('copy/.git')).toBe(false);
});
