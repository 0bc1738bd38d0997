import { expect, test } from 'vitest';
import { ask, repository, textOf, textsOf } from '../setup.ts';

test('shows who changed each line, as git does', async () => {
  using dir = repository({ 'a.txt': 'one\ntwo\n' });
  dir.write({ 'a.txt': 'one\n\tTWO\r\n' });
  dir.commit('second');
  const plain = (...args: string[]): string =>
    dir
      .git('blame', '--date=short', ...args)
      .replaceAll('\r', '')
      .trimEnd();
  expect(await ask(dir, 'git_blame', { path: 'a.txt' })).toEqual({
    content: [{ type: 'text', text: plain('HEAD', '--', 'a.txt') }],
  });
  const line = { path: 'a.txt', start_line: 2, end_line: 2, revision: 'HEAD~1' };
  expect(textsOf(await ask(dir, 'git_blame', line))).toEqual([plain('-L2,2', 'HEAD~1', '--', 'a.txt')]);
});

test('says where to continue, and adds nothing at the end', async () => {
  using dir = repository({ 'a.txt': 'a line\n'.repeat(100) });
  const limits = { maxOutputBytes: 1000 };
  const seen: string[] = [];
  for (let start_line: number | undefined = 1; start_line !== undefined && seen.length <= 100;) {
    const texts = textsOf(await ask(dir, 'git_blame', { path: 'a.txt', start_line }, limits));
    seen.push(...(texts.at(-1) ?? '').split('\n'));
    const next = /^\[There is more; continue with start_line (\d+)\.\]$/.exec(texts[0] ?? '')?.[1];
    start_line = next === undefined ? undefined : Number(next);
  }
  expect(seen.join('\n')).toBe(dir.git('blame', '--date=short', 'a.txt').trimEnd());
  expect(textsOf(await ask(dir, 'git_blame', { path: 'a.txt' }))).toHaveLength(1);
});

test('a line longer than the limit is cut, and the next line follows', async () => {
  using dir = repository({ 'a.txt': `${'x'.repeat(5000)}\nsecond\n` });
  const [note, line = ''] = textsOf(await ask(dir, 'git_blame', { path: 'a.txt' }, { maxOutputBytes: 1000 }));
  expect(line).toMatch(/x \[The line is cut here\.\]$/);
  expect(line.length).toBeLessThan(1100);
  expect(note).toBe('[There is more; continue with start_line 2.]');
});

test('invisible characters in the name of an author are escaped', async () => {
  using dir = repository();
  dir.write({ 'a.txt': 'two\n' });
  dir.git('commit', '--quiet', '--all', '--message', 'x', '--author', 'E\u001b[31mvil\u202e <e@example.org>');
  expect(await textOf(ask(dir, 'git_blame', { path: 'a.txt' }))).toContain(
    String.raw`(E\u{1b}[31mvil\u{202e} 2026-01-31 1) two`,
  );
});
