import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { call as callTool, caller, codeOf, connectTo, errorOf, serve, temporary } from '../setup.ts';

const write = caller('write_file');

test('creates a file', async () => {
  using dir = temporary();
  expect(await write(serve([dir.path]), { path: 'new.txt', content: 'grün\n' })).toEqual({
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
  expect(readFileSync(dir.at('new.txt'), 'utf8')).toBe('grün\n');
  expect(readdirSync(dir.path)).toEqual(['new.txt']);
});

test.each([0o600, 0o640, 0o755, 0o666])('keeps mode %o of a file that it replaces', async (mode) => {
  using dir = temporary({ 'a.txt': 'old' });
  chmodSync(dir.at('a.txt'), mode);
  const { structuredContent } = await write(serve([dir.path]), { path: 'a.txt', content: '' });
  expect(structuredContent).toMatchObject({ bytes: 0, created: false });
  expect(readFileSync(dir.at('a.txt'), 'utf8')).toBe('');
  expect(statSync(dir.at('a.txt')).mode & 0o777).toBe(mode);
});

test('readers see the old content or the new, never a part', async () => {
  using dir = temporary({ 'a.txt': 'a'.repeat(300_000) });
  await using client = await connectTo(serve([dir.path]));
  const writes = ['b', 'c', 'd'].map((letter) =>
    client.request('tools/call', {
      name: 'write_file',
      arguments: { path: 'a.txt', content: letter.repeat(300_000) },
    }),
  );
  const ended = new AbortController();
  const done = Promise.all(writes).finally(() => ended.abort());
  while (!ended.signal.aborted) {
    const content = readFileSync(dir.at('a.txt'), 'utf8');
    expect(content).toBe(content.charAt(0).repeat(300_000));
    await new Promise((resolve) => setImmediate(resolve));
  }
  await done;
  expect(readdirSync(dir.path)).toEqual(['a.txt']);
});

test('what is added at the same time is all there, also to a file that is edited, or not there yet', async () => {
  using dir = temporary({ 'a.txt': 'first\n' });
  await using client = await connectTo(serve([dir.path]));
  const call = (name: string, args: { [name: string]: unknown }) =>
    client.request('tools/call', { name, arguments: args });
  const numbers = Array.from({ length: 20 }, (_, i) => i);
  // Long enough to be written beside the main thread.
  const toContent = (i: number) => `${i}${'.'.repeat(300_000)}\n`;
  const results = await Promise.all([
    ...numbers.map((i) => call('write_file', { path: 'new.txt', content: `${i}\n`, mode: 'append' })),
    ...numbers.map((i) => call('write_file', { path: 'a.txt', content: toContent(i), mode: 'append' })),
    call('edit_file', { path: 'a.txt', edits: [{ oldText: 'first', newText: 'edited' }] }),
  ]);
  expect(results.filter(({ isError }) => isError === true)).toEqual([]);
  const linesOf = (name: string) => readFileSync(dir.at(name), 'utf8').split('\n').toSorted();
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
  ['binary', Buffer.from([0, 1, 2]), 'é', Buffer.from('é')],
])('keeps the encoding of a file that it replaces: %s', async (_name, before, content, after) => {
  using dir = temporary({ 'a.txt': before });
  expect(await write(serve([dir.path]), { path: 'a.txt', content })).not.toHaveProperty('isError');
  expect(readFileSync(dir.at('a.txt'))).toEqual(after);
});

test('appends in the encoding of the file', async () => {
  using dir = temporary({
    'a.txt': iconv.encode(KOREAN, 'euc-kr'),
    'b.txt': Buffer.from('\uFEFFa', 'utf16le'),
  });
  const server = serve([dir.path]);
  await write(server, { path: 'a.txt', content: '둘째\n', mode: 'append' });
  expect(readFileSync(dir.at('a.txt'))).toEqual(iconv.encode(`${KOREAN}둘째\n`, 'euc-kr'));
  await write(server, { path: 'b.txt', content: 'é', mode: 'append' });
  expect(readFileSync(dir.at('b.txt'))).toEqual(Buffer.from('\uFEFFaé', 'utf16le'));
});

test('writes in the encoding that is asked for, or names the character that it does not have', async () => {
  using dir = temporary();
  const server = serve([dir.path]);
  await write(server, { path: 'a.txt', content: 'ソース', encoding: 'shift_jis' });
  expect(readFileSync(dir.at('a.txt'))).toEqual(iconv.encode('ソース', 'shift_jis'));
  await write(server, { path: 'b.txt', content: 'é', encoding: 'utf-16be' });
  expect(readFileSync(dir.at('b.txt'))).toEqual(Buffer.from('\uFEFFé', 'utf16le').swap16());
  expect(errorOf(await write(server, { path: 'c.txt', content: 'a → b', encoding: 'windows-1252' }))).toEqual(
    expect.stringContaining('windows-1252 has no character → (U+2192)'),
  );
  expect(existsSync(dir.at('c.txt'))).toBe(false);
});

test('makes missing directories only when asked to', async () => {
  using dir = temporary();
  const server = serve([dir.path]);
  expect(errorOf(await write(server, { path: 'x/y/new.txt', content: '' }))).toBe(
    'The directory of x/y/new.txt does not exist. Set createParents to make it, or check the path.',
  );
  expect(existsSync(dir.at('x'))).toBe(false);
  await write(server, { path: 'x/y/new.txt', content: 'deep', createParents: true });
  expect(readFileSync(dir.at('x/y/new.txt'), 'utf8')).toBe('deep');
});

test('writes through a link that stays inside, and keeps the link', async () => {
  using dir = temporary({ 'real/a.txt': 'old' });
  symlinkSync('real/a.txt', dir.at('link'));
  symlinkSync('real/new.txt', dir.at('dangling'));
  const server = serve([dir.path]);
  await write(server, { path: 'link', content: 'one' });
  await write(server, { path: 'dangling', content: 'two' });
  expect(readFileSync(dir.at('real/a.txt'), 'utf8')).toBe('one');
  expect(readFileSync(dir.at('real/new.txt'), 'utf8')).toBe('two');
  expect(readdirSync(dir.path)).toEqual(['dangling', 'link', 'real']);
});

test('replaces regular files only', async () => {
  using dir = temporary({ 'sub/': '' });
  execFileSync('mkfifo', [dir.at('pipe')]);
  const server = serve([dir.path]);
  expect(errorOf(await write(server, { path: 'sub', content: '' }))).toBe(
    'sub is a directory. Give the path of a file.',
  );
  expect(errorOf(await write(server, { path: 'pipe', content: '' }))).toBe(
    'pipe is not a regular file. Only regular files are written.',
  );
  expect(statSync(dir.at('pipe')).isFIFO()).toBe(true);
});

test('explains a name that is too long, and leaves nothing behind', async () => {
  using dir = temporary();
  const path = 'n'.repeat(256);
  expect(errorOf(await write(serve([dir.path]), { path, content: '' }))).toBe(
    `${path} is too long for the file system. Use a shorter name.`,
  );
  expect(readdirSync(dir.path)).toEqual([]);
});

test('tells the log of the client what it wrote', async () => {
  using dir = temporary();
  await using client = await connectTo(serve([dir.path]));
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

test('half of a character is refused, not replaced', async () => {
  using dir = temporary({ 'a.txt': 'old' });
  const args = { path: 'a.txt', content: 'x\uD800y' };
  expect(codeOf(await callTool(serve([dir.path]), 'write_file', args))).toBe('encoding');
  expect(readFileSync(dir.at('a.txt'), 'utf8')).toBe('old');
});
