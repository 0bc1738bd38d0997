import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  agree,
  call,
  codeOf,
  connectUser,
  serve,
  temporary,
  textOf,
  type CallResult,
  type Temporary,
} from '../setup.ts';

const FILES = {
  'src/api.ts': 'export const fetchUser = 1;\nexport const fetchUserName = fetchUser;\n',
  'src/main.ts': "import { fetchUser } from './api.ts';\r\nfetchUser();\r\n",
  'src/legacy.txt': Buffer.from([...Buffer.from('fetchUser caf'), 0xe9]),
  'README.md': 'nothing',
  'node_modules/a.ts': 'fetchUser',
  '.gitignore': 'node_modules\n',
  '.git/config': 'fetchUser',
} as const;

const replace = (dir: Temporary, args: object): Promise<CallResult> =>
  call(dir.server, 'replace_in_files', { find: 'fetchUser', replace: 'loadUser', ...args });
const contents = (dir: Temporary): string[] =>
  Object.keys(FILES).map((path) => readFileSync(dir.at(path), 'latin1'));

test('renames whole words in all files, keeping encodings and line endings', async () => {
  using dir = temporary(FILES);
  const result = await replace(dir, { wholeWord: true });
  expect(dir.text('src/api.ts')).toBe('export const loadUser = 1;\nexport const fetchUserName = loadUser;\n');
  expect(dir.text('src/main.ts')).toBe("import { loadUser } from './api.ts';\r\nloadUser();\r\n");
  expect(readFileSync(dir.at('src/legacy.txt'), 'latin1')).toBe('loadUser caf\u00e9');
  expect(dir.text('node_modules/a.ts')).toBe('fetchUser');
  expect(dir.text('.git/config')).toBe('fetchUser');
  expect(result.structuredContent).toMatchObject({ total: 5, changed: true, partsOfWords: 1 });
  expect(textOf(result)).toContain('Replaced 5 places in 3 files.');
  expect(textOf(result)).toContain('+export const fetchUserName = loadUser;');
  expect(textOf(result)).toContain('[Parts of longer words, skipped: 1.]');
});

test('warns if it matches parts of longer words', async () => {
  using dir = temporary(FILES);
  expect(textOf(await replace(dir, {}))).toContain('wholeWord: true skips them.');
  expect(dir.text('src/api.ts')).toContain('loadUserName');
});

test('a dry run changes nothing and reports what the real run would do', async () => {
  using dir = temporary(FILES);
  const before = contents(dir);
  const dry = await replace(dir, { wholeWord: true, dryRun: true });
  expect(dry.structuredContent).toMatchObject({ total: 5 });
  expect(dry.structuredContent).not.toHaveProperty('changed');
  expect(contents(dir)).toEqual(before);
  const real = await replace(dir, { wholeWord: true });
  const diffOf = (result: CallResult): unknown => result.content[1]?.text;
  expect(diffOf(real)).toEqual(diffOf(dry));
});

test('supports globs, a directory, an expression with groups, and no match', async () => {
  using dir = temporary(FILES);
  const found = await replace(dir, {
    path: 'src',
    glob: ['*.ts', '*.txt'],
    find: '(fetch)(User)\\b',
    replace: '$2_$1_$$',
    regex: true,
  });
  expect(found.structuredContent).toMatchObject({ total: 5 });
  expect(dir.text('src/main.ts')).toContain('User_fetch_$();');
  const none = await replace(dir, { glob: '*.md' });
  expect(textOf(none)).toBe('No match; nothing was changed.');
  expect(codeOf(await replace(dir, { find: '(', regex: true }))).toBe('invalid_query');
});

test('changes no file if one has changed in the meantime', async () => {
  using dir = temporary({ 'a.txt': 'word', 'b.txt': 'word', 'c.txt': 'word' });
  const say = (count: number) => {
    dir.write('c.txt', 'word of another');
    return agree(count);
  };
  await using user = await connectUser(serve([dir.path], { confirm: 'destructive' }), say);
  const result = await user.call('replace_in_files', { find: 'word', replace: 'text' });
  expect(codeOf(result)).toBe('changed');
  expect(textOf(result)).toContain('Nothing was changed.');
  expect(['a.txt', 'b.txt', 'c.txt'].map((name) => dir.text(name))).toEqual([
    'word',
    'word',
    'word of another',
  ]);
  expect(dir.names()).toEqual(['a.txt', 'b.txt', 'c.txt']);
});

test('changes nothing if the user declines', async () => {
  using dir = temporary({ 'a.txt': 'word' });
  const server = serve([dir.path], { confirm: 'destructive' });
  await using user = await connectUser(server, () => ({ action: 'decline' }));
  expect(codeOf(await user.call('replace_in_files', { find: 'word', replace: 'text' }))).toBe('declined');
  expect(dir.text('a.txt')).toBe('word');
});

test('edit_file: wholeWord leaves parts of words alone, and replaceAll reports them', async () => {
  using dir = temporary({ 'a.ts': 'fetchUser fetchUserName' });
  const edit = (options: object): Promise<CallResult> =>
    call(dir.server, 'edit_file', {
      path: 'a.ts',
      edits: [{ oldText: 'fetchUser', newText: 'loadUser', ...options }],
      dryRun: true,
    });
  expect(textOf(await edit({ wholeWord: true }))).toContain('+loadUser fetchUserName');
  expect(textOf(await edit({ replaceAll: true }))).toContain(
    'Parts of longer words: 1; wholeWord skips them.',
  );
  const only = await call(dir.server, 'edit_file', {
    path: 'a.ts',
    edits: [{ oldText: 'etchUserNam', newText: 'x', wholeWord: true }],
  });
  expect(codeOf(only)).toBe('edit_not_found');
});

test.each(['^', '$', String.raw`\b`, '(?=b)'])('refuses %s, which matches no character', async (find) => {
  using dir = temporary({ 'a.txt': 'abc\n' });
  const { content, isError } = await call(dir.server, 'replace_in_files', {
    find,
    replace: 'x',
    regex: true,
  });
  expect({ isError, text: content[0]?.text }).toEqual({
    isError: true,
    text:
      'find matches only between characters, where nothing is replaced. ' +
      'Match a character too, and keep it with $& or $1.',
  });
  expect(dir.text('a.txt')).toBe('abc\n');
});

test('leaves documents and files of git alone, and says so before and after', async () => {
  const pdf = '%PDF-1.4 fetchUser';
  using dir = temporary({ 'a.txt': 'fetchUser', 'b.pdf': pdf, 'c.txt': pdf, '.git/config': 'fetchUser' });
  const names = ['b.pdf', 'c.txt', '.git/config'].map((name) => dir.at(name)).join(', ');
  const notes = [`[Skipped 3 files that are not text or cannot be changed: ${names}]`];
  for (const dryRun of [true, false]) {
    const { content, structuredContent } = await replace(dir, { gitignore: false, dryRun });
    expect(structuredContent).toMatchObject({ total: 1, ...(dryRun ? {} : { changed: true }), notes });
    expect(content.at(-1)?.text).toBe(notes[0]);
  }
  expect(['a.txt', 'b.pdf', 'c.txt', '.git/config'].map((name) => dir.text(name))).toEqual([
    ...['loadUser', pdf, pdf, 'fetchUser'],
  ]);
});

test('refuses if only files of git match, also in a dry run', async () => {
  using dir = temporary({ '.git/config': 'fetchUser' });
  for (const dryRun of [true, false])
    expect(codeOf(await replace(dir, { gitignore: false, dryRun }))).toBe('access_denied');
});

test('truncates the list of files in structured content like the text', async () => {
  const names = Array.from({ length: 300 }, (_, i) => [`a-rather-long-name-${i}.txt`, 'fetchUser'] as const);
  using dir = temporary(Object.fromEntries(names));
  const server = serve([dir.path], { maxOutputBytes: 4000 });
  const args = { find: 'fetchUser', replace: 'loadUser', dryRun: true };
  const { structuredContent } = await call(server, 'replace_in_files', args);
  expect(JSON.stringify(structuredContent).length).toBeLessThan(4200);
  expect(structuredContent).toMatchObject({
    total: 300,
    notes: [expect.stringMatching(/^\[files names the first \d+ of 300 files\.\]$/)],
  });
});
