// --confirm destructive: asks the user before a call replaces or deletes something, and only then.
import { describe, expect, test } from 'vitest';
import { agree, call, codeOf, connectUser, errorOf, serve, temporary, type Temporary } from './setup.ts';

const makeWorld = (): Temporary => temporary({ 'a.txt': 'A', 'b.txt': 'B', 'sub/c.txt': 'C' });

const DESTRUCTIVE = [
  [
    'write_file',
    { path: 'b.txt', content: 'new' },
    'Replace the content of b.txt?\nIt has 1 byte and begins with:\nB',
    'A new C',
  ],
  [
    'move_file',
    { source: 'a.txt', destination: 'b.txt', overwrite: true },
    'Replace b.txt with a.txt?\nIt has 1 byte and begins with:\nB',
    '- A C',
  ],
  [
    'copy_file',
    { source: 'a.txt', destination: 'b.txt', overwrite: true },
    'Replace b.txt with a copy of a.txt?\nIt has 1 byte and begins with:\nB',
    'A A C',
  ],
  [
    'edit_file',
    { path: 'b.txt', edits: [{ oldText: 'B', newText: 'new' }] },
    'Make 1 edit in b.txt?\n@@ -1,1 +1,1 @@\n-B\n\\ No newline at end of file\n+new\n\\ No newline at end of file',
    'A new C',
  ],
  ['delete_file', { path: 'b.txt' }, 'Delete b.txt?\nIt has 1 byte and begins with:\nB', 'A - C'],
  [
    'delete_file',
    { path: 'sub', recursive: true },
    'Delete sub and everything in it?\nIt is a directory with 1 entry: c.txt.',
    'A B -',
  ],
] as const;

/** The second edit makes the first one undone. */
const UNDONE = [
  { oldText: 'B', newText: 'b' },
  { oldText: 'b', newText: 'B' },
];

const HARMLESS = [
  ['write_file', { path: 'new.txt', content: 'new' }],
  ['write_file', { path: 'b.txt', content: 'more', mode: 'append' }],
  ['move_file', { source: 'a.txt', destination: 'new.txt', overwrite: true }],
  ['copy_file', { source: 'a.txt', destination: 'new.txt', overwrite: true }],
  ['edit_file', { path: 'b.txt', edits: [{ oldText: 'B', newText: 'new' }], dryRun: true }],
  ['edit_file', { path: 'b.txt', edits: UNDONE }],
  ['create_directory', { path: 'new' }],
  ['read_text_file', { path: 'b.txt' }],
] as const;

/** Returns the content of the three files; `-` if gone. */
const contentOf = (dir: Temporary): string =>
  ['a.txt', 'b.txt', 'sub/c.txt'].map((name) => (dir.has(name) ? dir.text(name) : '-')).join(' ');

const SETTINGS = { confirm: 'destructive' } as const;

describe.each(['2025-06-18', '2025-11-25', '2026-07-28'] as const)('in %s', (revision) => {
  const connectAs = (dir: Temporary, say: Parameters<typeof connectUser>[1]) =>
    connectUser(serve([dir.path], SETTINGS), say, revision);

  test.each(DESTRUCTIVE)('%s %j runs when the user agrees', async (name, args, question, after) => {
    using dir = makeWorld();
    await using user = await connectAs(dir, agree);
    expect(errorOf(await user.call(name, args))).toBeUndefined();
    expect(user.asked).toEqual([question]);
    expect(contentOf(dir)).toBe(after);
  });

  test.each([{ action: 'decline' }, { action: 'cancel' }])(
    'no destructive call runs after %j',
    async (answer) => {
      using dir = makeWorld();
      await using user = await connectAs(dir, () => answer);
      for (const [name, args] of DESTRUCTIVE) expect(codeOf(await user.call(name, args))).toBe('declined');
      expect(user.asked).toHaveLength(DESTRUCTIVE.length);
      expect(contentOf(dir)).toBe('A B C');
    },
  );

  test.each(HARMLESS)('%s %j runs without asking', async (name, args) => {
    using dir = makeWorld();
    await using user = await connectAs(dir, () => ({ action: 'decline' }));
    expect(errorOf(await user.call(name, args))).toBeUndefined();
    expect(user.asked).toEqual([]);
  });
});

test.each([
  ['long.txt', 'It has 2,000 bytes and begins with:\nline 0\nline 1\nline 2\nline 3\nline 4\n…'],
  ['binary', 'It has 4 bytes.'],
  ['link', 'It is a symbolic link; its target stays.'],
  ['many', `It is a directory with 21 entries: ${'abcdefghijklmnopqrst'.split('').join(', ')} and 1 more.`],
  ['odd', String.raw`It is a directory with 1 entry: a\u000aDelete nothing?.`],
  ['gone', undefined],
])('the question describes what deleting %s would destroy', async (path, stake) => {
  const many = Object.fromEntries('abcdefghijklmnopqrstu'.split('').map((name) => [`many/${name}`, '']));
  const long = Array.from({ length: 300 }, (_, i) => `line ${i}`)
    .join('\n')
    .slice(0, 2000);
  using dir = temporary({
    'long.txt': long,
    binary: Uint8Array.of(1, 0, 255, 2),
    'odd/a\nDelete nothing?': '',
    ...many,
  });
  dir.link('long.txt', 'link');
  await using user = await connectUser(serve([dir.path], SETTINGS), agree);
  await user.call('delete_file', { path, recursive: true });
  expect(user.asked).toEqual(stake === undefined ? [] : [`Delete ${path} and everything in it?\n${stake}`]);
  expect(dir.has(path)).toBe(false);
  expect(dir.has('long.txt')).toBe(path !== 'long.txt');
});

test('a client that cannot ask gets a refusal with a hint', async () => {
  using dir = makeWorld();
  const refused = await call(serve([dir.path], SETTINGS), 'write_file', { path: 'b.txt', content: 'new' });
  expect(errorOf(refused)).toBe(
    'Not done: Replace the content of b.txt. The user has to agree, and this client cannot ask. ' +
      'Ask the user to use another client, or to start this server so that it does not ask.',
  );
  expect(dir.text('b.txt')).toBe('B');
});

test('a question does not reveal whether something outside exists', async () => {
  using dir = temporary({ 'root/a.txt': '', 'outside.txt': 'SECRET' });
  dir.link('../outside.txt', 'root/link');
  await using user = await connectUser(serve([dir.at('root')], SETTINGS), agree);
  for (const path of ['link', '../outside.txt', '../gone.txt'])
    expect(codeOf(await user.call('write_file', { path, content: 'evil' }))).toBe('access_denied');
  expect(user.asked).toEqual([]);
  expect(dir.text('outside.txt')).toBe('SECRET');
});

describe.each(['2025-11-25', '2026-07-28'] as const)('in %s, while the user is asked', (revision) => {
  test.each(DESTRUCTIVE)(
    '%s %j leaves a file that another process wrote meanwhile unchanged',
    async (name, args) => {
      using dir = makeWorld();
      const say = (count: number) => {
        if (count > 1) return { action: 'decline' };
        // Replaces the file that the question shows, and adds an entry to the directory.
        for (const path of ['b.txt', 'sub/new.txt']) dir.write(path, 'PRECIOUS');
        return agree(count);
      };
      await using user = await connectUser(serve([dir.path], SETTINGS), say, revision);
      const result = await user.call(name, args);
      // Without a session the tool reads the file again. The user is asked about the new content and declines, except
      // that the edit no longer matches.
      const [again, count] = name === 'edit_file' ? ['edit_not_found', 1] : ['declined', 2];
      const isAlone = revision === '2026-07-28';
      expect(codeOf(result)).toBe(isAlone ? again : 'changed');
      expect(user.asked).toHaveLength(isAlone ? count : 1);
      expect(contentOf(dir)).toBe('A PRECIOUS C');
      expect(dir.text('sub/new.txt')).toBe('PRECIOUS');
    },
  );
});

test('asks about the link itself when the destination of a move is a link', async () => {
  using dir = makeWorld();
  dir.link('sub/c.txt', 'link');
  await using user = await connectUser(serve([dir.path], SETTINGS), agree);
  const args = { source: 'a.txt', destination: 'link', overwrite: true };
  expect(errorOf(await user.call('move_file', args))).toBeUndefined();
  expect(user.asked).toEqual(['Replace link with a.txt?\nIt is a symbolic link; its target stays.']);
  expect(dir.text('link')).toBe('A');
  expect(contentOf(dir)).toBe('- B C');
});

test('refuses to delete a directory that changed after the question, however deep the change is', async () => {
  using dir = temporary({ 'sub/deep/er/a.txt': 'old' });
  const say = (count: number) => {
    dir.write('sub/deep/er/a.txt', 'PRECIOUS');
    return agree(count);
  };
  await using user = await connectUser(serve([dir.path], SETTINGS), say, '2025-11-25');
  expect(codeOf(await user.call('delete_file', { path: 'sub', recursive: true }))).toBe('changed');
  expect(dir.text('sub/deep/er/a.txt')).toBe('PRECIOUS');
});
