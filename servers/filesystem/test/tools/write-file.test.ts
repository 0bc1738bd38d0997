import { chmodSync, readFileSync, statSync } from 'node:fs';
import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { call as callTool, caller, codeOf, connectTo, errorOf, temporary } from '../setup.ts';

const write = caller('write_file');

test('creates a file', async () => {
  using dir = temporary();
  expect(await write(dir.server, { path: 'new.txt', content: 'grün\n' })).toEqual({
    content: [
      {
        type: 'text',
        text: expect.stringMatching(/^Successfully wrote to new\.txt \(created, 6 bytes, etag: [\da-z-]+\)$/),
      },
    ],
    structuredContent: {
      path: dir.at('new.txt'),
      bytes: 6,
      created: true,
      etag: expect.any(String),
    },
  });
  expect(dir.text('new.txt')).toBe('grün\n');
  expect(dir.names()).toEqual(['new.txt']);
});

test.each([0o600, 0o640, 0o755, 0o666])('keeps mode %o of a replaced file', async (mode) => {
  using dir = temporary({ 'a.txt': 'old' });
  chmodSync(dir.at('a.txt'), mode);
  const { structuredContent } = await write(dir.server, { path: 'a.txt', content: '' });
  expect(structuredContent).toEqual({ path: expect.any(String), bytes: 0, etag: expect.any(String) });
  expect(dir.text('a.txt')).toBe('');
  expect(statSync(dir.at('a.txt')).mode & 0o777).toBe(mode);
});

test('readers see the old or the new content, never a mix', async () => {
  using dir = temporary({ 'a.txt': 'a'.repeat(300_000) });
  await using client = await connectTo(dir.server);
  const writes = ['b', 'c', 'd'].map((letter) =>
    client.request('tools/call', {
      name: 'write_file',
      arguments: { path: 'a.txt', content: letter.repeat(300_000) },
    }),
  );
  const ended = new AbortController();
  const done = Promise.all(writes).finally(() => ended.abort());
  while (!ended.signal.aborted) {
    const content = dir.text('a.txt');
    expect(content).toBe(content.charAt(0).repeat(300_000));
    await new Promise((resolve) => setImmediate(resolve));
  }
  await done;
  expect(dir.names()).toEqual(['a.txt']);
});

test('keeps all simultaneous appends, also to a file being edited or not there yet', async () => {
  using dir = temporary({ 'a.txt': 'first\n' });
  await using client = await connectTo(dir.server);
  const call = (name: string, args: { [name: string]: unknown }) =>
    client.request('tools/call', { name, arguments: args });
  const numbers = Array.from({ length: 20 }, (_, i) => i);
  // Long enough to be written off the main thread.
  const toContent = (i: number) => `${i}${'.'.repeat(300_000)}\n`;
  const results = await Promise.all([
    ...numbers.map((i) => call('write_file', { path: 'new.txt', content: `${i}\n`, mode: 'append' })),
    ...numbers.map((i) => call('write_file', { path: 'a.txt', content: toContent(i), mode: 'append' })),
    call('edit_file', { path: 'a.txt', edits: [{ oldText: 'first', newText: 'edited' }] }),
  ]);
  expect(results.filter(({ isError }) => isError === true)).toEqual([]);
  const linesOf = (name: string) => dir.text(name).split('\n').toSorted();
  expect(linesOf('new.txt')).toEqual(['', ...numbers.map(String)].toSorted());
  expect(linesOf('a.txt')).toEqual(['', 'edited', ...numbers.map((i) => toContent(i).trimEnd())].toSorted());
});

const KOREAN = '이것은 시험 파일입니다. 안녕하세요, 세계.\n';

test.each([
  [
    'a GBK file',
    iconv.encode('本项目用于处理数据文件，支持多种编码。\n', 'gbk'),
    '新的\n',
    iconv.encode('新的\n', 'gbk'),
  ],
  ['a EUC-KR file', iconv.encode(KOREAN, 'euc-kr'), '세계\n', iconv.encode('세계\n', 'euc-kr')],
  ['UTF-16', Buffer.from('\uFEFFa', 'utf16le'), 'é', Buffer.from('\uFEFFé', 'utf16le')],
  ['UTF-8 with a byte order mark', Buffer.from('\uFEFFa'), 'é', Buffer.from('\uFEFFé')],
])('keeps the encoding of a replaced file: %s', async (_name, before, content, after) => {
  using dir = temporary({ 'a.txt': before });
  expect(errorOf(await write(dir.server, { path: 'a.txt', content }))).toBeUndefined();
  expect(readFileSync(dir.at('a.txt'))).toEqual(after);
});

test('appends in the encoding of the file', async () => {
  using dir = temporary({
    'a.txt': iconv.encode(KOREAN, 'euc-kr'),
    'b.txt': Buffer.from('\uFEFFa', 'utf16le'),
  });
  await write(dir.server, { path: 'a.txt', content: '둘째\n', mode: 'append' });
  expect(readFileSync(dir.at('a.txt'))).toEqual(iconv.encode(`${KOREAN}둘째\n`, 'euc-kr'));
  await write(dir.server, { path: 'b.txt', content: 'é', mode: 'append' });
  expect(readFileSync(dir.at('b.txt'))).toEqual(Buffer.from('\uFEFFaé', 'utf16le'));
});

test('writes in the requested encoding, or names the character it lacks', async () => {
  using dir = temporary();
  await write(dir.server, { path: 'a.txt', content: 'ソース', encoding: 'shift_jis' });
  expect(readFileSync(dir.at('a.txt'))).toEqual(iconv.encode('ソース', 'shift_jis'));
  await write(dir.server, { path: 'b.txt', content: 'é', encoding: 'utf-16be' });
  expect(readFileSync(dir.at('b.txt'))).toEqual(Buffer.from('\uFEFFé', 'utf16le').swap16());
  expect(
    errorOf(await write(dir.server, { path: 'c.txt', content: 'a → b', encoding: 'windows-1252' })),
  ).toEqual(expect.stringContaining('windows-1252 has no character → (U+2192)'));
  expect(dir.has('c.txt')).toBe(false);
});

test('creates missing directories only when asked to', async () => {
  using dir = temporary();
  expect(errorOf(await write(dir.server, { path: 'x/y/new.txt', content: '' }))).toBe(
    'The directory of x/y/new.txt does not exist. Set createParents to make it, or check the path.',
  );
  expect(dir.has('x')).toBe(false);
  await write(dir.server, { path: 'x/y/new.txt', content: 'deep', createParents: true });
  expect(dir.text('x/y/new.txt')).toBe('deep');
});

test('writes through a link that stays inside, and keeps the link', async () => {
  using dir = temporary({ 'real/a.txt': 'old' });
  dir.link('real/a.txt', 'link');
  dir.link('real/new.txt', 'dangling');
  await write(dir.server, { path: 'link', content: 'one' });
  await write(dir.server, { path: 'dangling', content: 'two' });
  expect(dir.text('real/a.txt')).toBe('one');
  expect(dir.text('real/new.txt')).toBe('two');
  expect(dir.names()).toEqual(['dangling', 'link', 'real']);
});

test('replaces regular files only', async () => {
  using dir = temporary({ 'sub/': '' });
  dir.pipe('pipe');
  expect(errorOf(await write(dir.server, { path: 'sub', content: '' }))).toBe(
    'sub is a directory. Give the path of a file.',
  );
  expect(errorOf(await write(dir.server, { path: 'pipe', content: '' }))).toBe(
    'pipe is not a regular file. Only regular files are written.',
  );
  expect(statSync(dir.at('pipe')).isFIFO()).toBe(true);
});

test('explains that a name is too long, and leaves nothing behind', async () => {
  using dir = temporary();
  const path = 'n'.repeat(256);
  expect(errorOf(await write(dir.server, { path, content: '' }))).toBe(
    `${path} is too long for the file system. Use a shorter name.`,
  );
  expect(dir.names()).toEqual([]);
});

test('logs to the client what it wrote', async () => {
  using dir = temporary();
  await using client = await connectTo(dir.server);
  await client.request('logging/setLevel', { level: 'info' });
  await client.request('tools/call', { name: 'write_file', arguments: { path: 'a', content: 'b' } });
  expect(client.notifications('notifications/message')).toEqual([
    {
      jsonrpc: '2.0',
      method: 'notifications/message',
      params: { level: 'info', logger: 'write_file', data: { wrote: dir.at('a'), bytes: 1, created: true } },
    },
  ]);
});

test('refuses half a character instead of replacing it', async () => {
  using dir = temporary({ 'a.txt': 'old' });
  const args = { path: 'a.txt', content: 'x\uD800y' };
  expect(codeOf(await callTool(dir.server, 'write_file', args))).toBe('encoding');
  expect(dir.text('a.txt')).toBe('old');
});

const ANOTHER = 'Write a file of another name.';

test.each([
  ['budget.xlsx', Buffer.from('PK\x03\x04\0\0'), {}, 'Write a .csv file instead.'],
  ['a.bin', Buffer.from([0, 1, 2]), {}, ANOTHER],
  ['a.bin', Buffer.from([0, 1, 2]), { mode: 'append' }, ANOTHER],
  ['a.PNG', Buffer.alloc(0), {}, ANOTHER],
])('refuses to write text over %s, which is not text', async (path, before, options, hint) => {
  using dir = temporary({ [path]: before });
  const refused = await write(dir.server, { path, content: 'text', ...options });
  expect(codeOf(refused)).toBe('not_text');
  expect(errorOf(refused)).toContain(`Nothing was written. ${hint}`);
  expect(dir.names()).toEqual([path]);
  expect(readFileSync(dir.at(path))).toEqual(before);
});

test.each([
  ['letter.docx', {}, 'Write a .md or .txt file instead.'],
  ['b.zip', { mode: 'create', encoding: 'utf-8' }, ANOTHER],
])('refuses to create %s from text', async (path, options, hint) => {
  using dir = temporary();
  const refused = await write(dir.server, { path, content: 'text', ...options });
  expect(errorOf(refused)).toContain(`Nothing was written. ${hint}`);
  expect(dir.names()).toEqual([]);
});

test('writes text to a file that contains text despite the name of another format', async () => {
  using dir = temporary({ 'a.key': 'text', 'plain.unknown': 'old' });
  for (const path of ['a.key', 'plain.unknown', 'new.unknown'])
    expect(errorOf(await write(dir.server, { path, content: 'new' }))).toBeUndefined();
});
