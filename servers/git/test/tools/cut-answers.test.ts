// Answers cut at the size limit: the first text says how to continue, and the pages contain everything once.
import { expect, test } from 'vitest';
import { ask, repository, textsOf, type Temporary } from '../setup.ts';

const MAX = { maxOutputBytes: 2000 };
const WORDS = { ascii: 'lines of text', chinese: '中文字符測試' } as const;

const NEXT = /continue with (cursor|start_line) "?([^"\]]+)/;

/** Follows the first text to the end and returns the texts of the pages. */
const pagesOf = async (dir: Temporary, tool: string, args: object): Promise<string[]> => {
  const pages: string[] = [];
  for (let more: object | undefined = {}; more !== undefined;) {
    const answer = await ask(dir, tool, { ...args, ...more }, MAX);
    expect(answer.isError).not.toBe(true);
    // A resource link has no text.
    const texts = textsOf(answer).filter((each) => typeof each === 'string');
    const [, name, value = ''] = NEXT.exec((texts.length > 1 && texts[0]) || '') ?? [];
    pages.push(texts[name === undefined ? 0 : 1] ?? '');
    for (const text of texts) expect(Buffer.byteLength(text)).toBeLessThan(2300);
    more = name === undefined ? undefined : { [name]: name === 'cursor' ? value : Number(value) };
  }
  expect(pages.length).toBeGreaterThan(1);
  return pages;
};

const numbered = (words: string, count = 200): string[] =>
  Array.from({ length: count }, (_, index) => `${index} ${words}`);

test.each(Object.values(WORDS))('git_show shows a whole file: %s', async (words) => {
  const content = `${numbered(words).join('\n')}\n`;
  using dir = repository({ 'a.txt': content });
  expect((await pagesOf(dir, 'git_show', { revision: 'HEAD', path: 'a.txt' })).join('')).toBe(content);
  const long = words.repeat(1000);
  dir.write({ 'b.txt': long });
  dir.git('add', '.');
  dir.commit('long line');
  expect((await pagesOf(dir, 'git_show', { path: 'b.txt' })).join('')).toBe(long);
});

test('git_show returns the message of a commit once, then its patch', async () => {
  using dir = repository({ 'a.txt': `${numbered(WORDS.chinese).join('\n')}\n` });
  const whole = (await pagesOf(dir, 'git_show', {})).join('');
  expect(whole.split('Author: ').length).toBe(2);
  expect(whole.slice(whole.indexOf('diff --git'))).toBe(dir.git('show', '--format=', 'HEAD'));
});

test('git_show returns a short text that ends in a multi-byte character', async () => {
  using dir = repository({ 'a.txt': '中文' });
  expect(textsOf(await ask(dir, 'git_show', { path: 'a.txt' }))).toEqual(['中文']);
});

test('git_show returns a whole folder, and refuses the cursor of another file', async () => {
  using dir = repository(Object.fromEntries(numbered('x').map((name) => [`d/${name}.txt`, name])));
  expect((await pagesOf(dir, 'git_show', { path: 'd' })).join('')).toBe(dir.git('cat-file', '-p', 'HEAD:d'));
  const { content } = await ask(dir, 'git_show', { path: 'd' }, MAX);
  const [, cursor = ''] = /"([^"]+)"/.exec(JSON.stringify(content).replaceAll('\\', '')) ?? [];
  expect(textsOf(await ask(dir, 'git_show', { path: 'd/0 x.txt', cursor }))[0]).toMatch(
    /Start again without it/,
  );
});

test.each(Object.values(WORDS))('lists of files are complete: %s', async (words) => {
  using dir = repository(Object.fromEntries(numbered(words).map((name) => [name, 'a\n'])));
  const names = numbered(words).toSorted();
  const listed = async (tool: string, args: object): Promise<string[]> =>
    (await pagesOf(dir, tool, args))
      .flatMap((page) => page.split('\n'))
      .filter((line) => line.includes(words))
      .map((line) => line.replace(/^(?:\d+\t\d+\t|\?\? | M )/, '').replaceAll('"', ''))
      .toSorted();
  expect(await listed('git_show', { stat: true })).toEqual(names);
  expect(await listed('git_ls_files', {})).toEqual(names);
  dir.write(Object.fromEntries(names.map((name) => [name, 'a\nb\n'])));
  expect(await listed('git_diff', { name_only: true })).toEqual(names);
  expect(await listed('git_diff', { stat: true })).toEqual(names);
  expect(await listed('git_status', {})).toEqual(names);
});

test.each(Object.values(WORDS))('git_status counts all lists on each page: %s', async (words) => {
  using dir = repository();
  dir.write(Object.fromEntries(numbered(words).map((name) => [name, ''])));
  const first = await ask(dir, 'git_status', {}, MAX);
  const { next_cursor: cursor } = first.structuredContent as { readonly next_cursor: string };
  const second = await ask(dir, 'git_status', { cursor }, MAX);
  const counts = { staged: 0, unstaged: 0, untracked: 200, conflicted: 0 };
  for (const { structuredContent } of [first, second])
    expect(structuredContent).toMatchObject({ truncated: true, counts });
});

test.each(Object.values(WORDS))('git_grep, git_blame and git_diff are complete: %s', async (words) => {
  using dir = repository({ 'a.txt': `${numbered(words).join('\n')}\n` });
  const lines = numbered(words).map((line, index) => `a.txt:${index + 1}:${line}`);
  const found = await pagesOf(dir, 'git_grep', { pattern: words });
  expect(found.flatMap((page) => page.split('\n'))).toEqual(lines);
  const few = await pagesOf(dir, 'git_grep', { pattern: words, limit: 9 });
  expect(few.flatMap((page) => page.split('\n'))).toEqual(lines);
  const blamed = await pagesOf(dir, 'git_blame', { path: 'a.txt' });
  expect(blamed.flatMap((page) => page.split('\n')).map((line) => line.split(') ')[1])).toEqual(
    numbered(words),
  );
  dir.write({ 'a.txt': '' });
  expect((await pagesOf(dir, 'git_diff', {})).join('')).toBe(dir.git('diff'));
});

test('the summary of a log counts the names left out', async () => {
  using dir = repository(Object.fromEntries(numbered('x').map((name) => [`${name}/a.txt`, 'a\n'])));
  const [note, listed = ''] = textsOf(
    await ask(dir, 'git_log', { summary: 'folder' }, { maxOutputBytes: 1000 }),
  );
  const left = 200 - (listed.split('\n').length - 1);
  expect(note).toBe(
    `[The ${left} names with the fewest commits are left out. Narrow with path, ref or start_timestamp.]`,
  );
});
