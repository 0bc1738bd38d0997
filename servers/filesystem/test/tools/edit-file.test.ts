import { chmodSync, readFileSync, statSync, truncateSync } from 'node:fs';
import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { callBy, caller, connectTo, errorOf, serve, temporary } from '../setup.ts';

const edit = caller('edit_file');

test('applies all edits and shows them as a diff', async () => {
  using dir = temporary({ 'a.txt': 'one\ntwo\n  three\n' });
  const path = dir.at('a.txt');
  const diff =
    `Index: ${path}\n${'='.repeat(67)}\n--- ${path}\toriginal\n+++ ${path}\tmodified\n` +
    '@@ -1,3 +1,3 @@\n-one\n+1\n two\n-  three\n+  3\n';
  const edits = [
    { oldText: 'one', newText: '1' },
    { oldText: 'three ', newText: '3' },
  ];
  const result = await edit(dir.server, { path: 'a.txt', edits });
  expect(result).toEqual({
    content: [
      { type: 'text', text: `\`\`\`diff\n${diff}\`\`\`\n\n` },
      {
        type: 'text',
        text: expect.stringMatching(
          /^\[2 edits made\. Matched despite different white space: edits\[1\]\. etag: [\da-z-]+\]$/,
        ),
      },
    ],
  });
  expect(readFileSync(path, 'utf8')).toBe('1\ntwo\n  3\n');
  expect(dir.names()).toEqual(['a.txt']);
});

test('applies no edit if one cannot be applied', async () => {
  using dir = temporary({ 'a.txt': 'one\ntwo\ntwo\n' });
  const first = { oldText: 'one', newText: '1' };
  const attempts: [object, string][] = [
    [{ oldText: 'four', newText: '' }, 'edits[1]: nothing in the file is similar'],
    [{ oldText: 'two', newText: '' }, 'edits[1]: oldText is found 2 times, at lines 2, 3.'],
    [{ oldText: '', newText: 'x' }, 'edits[1]: oldText is empty.'],
  ];
  for (const [second, message] of attempts)
    expect(errorOf(await edit(dir.server, { path: 'a.txt', edits: [first, second] }))).toContain(message);
  expect(dir.text('a.txt')).toBe('one\ntwo\ntwo\n');
  const edits = [{ oldText: 'two', newText: '2', replaceAll: true }];
  expect(errorOf(await edit(dir.server, { path: 'a.txt', edits }))).toBeUndefined();
  expect(dir.text('a.txt')).toBe('one\n2\n2\n');
});

test('a dry run changes nothing', async () => {
  using dir = temporary({ 'a.txt': 'one\n' });
  const before = statSync(dir.at('a.txt'), { bigint: true });
  const edits = [{ oldText: 'one', newText: '1' }];
  const { content } = await edit(dir.server, { path: 'a.txt', edits, dryRun: true });
  expect(content).toMatchObject([
    { text: expect.stringContaining('-one\n+1\n') },
    { text: expect.stringContaining('[Dry run: 1 edit can be made, nothing was written. etag: ') },
  ]);
  expect(dir.text('a.txt')).toBe('one\n');
  expect(statSync(dir.at('a.txt'), { bigint: true })).toMatchObject({
    ino: before.ino,
    ctimeNs: before.ctimeNs,
  });
});

test('keeps mode, encoding and line endings', async () => {
  using dir = temporary({ 'a.txt': Buffer.from('gr\xfcn\r\nrot\r\n', 'latin1') });
  chmodSync(dir.at('a.txt'), 0o640);
  const edits = [{ oldText: 'grün\nrot', newText: 'grün\nblau' }];
  expect(errorOf(await edit(dir.server, { path: 'a.txt', edits }))).toBeUndefined();
  expect(readFileSync(dir.at('a.txt'))).toEqual(Buffer.from('gr\xfcn\r\nblau\r\n', 'latin1'));
  expect(statSync(dir.at('a.txt')).mode & 0o777).toBe(0o640);
});

test('applies all simultaneous edits of one file', async () => {
  const count = 30;
  using dir = temporary({ 'a.txt': Array.from({ length: count }, (_, i) => `<${i}>\n`).join('') });
  await using client = await connectTo(dir.server);
  const edits = Array.from({ length: count }, (_, i) =>
    callBy(client, 'edit_file', { path: 'a.txt', edits: [{ oldText: `<${i}>`, newText: `[${i}]` }] }),
  );
  for (const result of await Promise.all(edits)) expect(result).not.toHaveProperty('isError');
  const expected = Array.from({ length: count }, (_, i) => `[${i}]\n`).join('');
  expect(dir.text('a.txt')).toBe(expected);
});

test('refuses text that the encoding of the file lacks, and names the character', async () => {
  using dir = temporary({ 'a.txt': Buffer.from('Gr\xfc\xdfe\r\n', 'latin1') });
  const edits = [
    { oldText: 'Grüße', newText: 'Hallo' },
    { oldText: 'Hallo', newText: '日' },
  ];
  expect(errorOf(await edit(dir.server, { path: 'a.txt', edits }))).toContain(
    'edits[1]: The encoding windows-1252 has no character 日 (U+65E5).',
  );
  expect(readFileSync(dir.at('a.txt'), 'latin1')).toBe('Gr\xfc\xdfe\r\n');
});

test('the caller can give an encoding that cannot be detected', async () => {
  using dir = temporary({ 'a.txt': iconv.encode('中文\n', 'gbk') });
  const edits = [{ oldText: '中文', newText: '英文' }];
  expect(errorOf(await edit(dir.server, { path: 'a.txt', edits, encoding: 'gbk' }))).toBeUndefined();
  expect(readFileSync(dir.at('a.txt'))).toEqual(iconv.encode('英文\n', 'gbk'));
});

test('many edits of a large file do not block other calls', async () => {
  const count = 300;
  const lines = Array.from({ length: 60_000 }, (_, i) => `line ${i} of the file\n`);
  using dir = temporary({ 'large.txt': lines.join(''), 'a.txt': 'A' });
  await using client = await connectTo(dir.server);
  const edits = Array.from({ length: count }, (_, i) => ({
    oldText: `line ${i * 200} of the file\n`,
    newText: `row ${i}\n`,
  }));
  const ended: string[] = [];
  const call = async (name: string, args: object) => {
    const result = await callBy(client, name, args);
    ended.push(name);
    return result;
  };
  const editing = call('edit_file', { path: 'large.txt', edits });
  for (let i = 0; i < 20; i++) await call('read_text_file', { path: 'a.txt' });
  expect(errorOf(await editing)).toBeUndefined();
  expect(ended.indexOf('edit_file')).toBeGreaterThan(0);
  const expected = lines.map((line, i) => (i % 200 === 0 ? `row ${i / 200}\n` : line)).join('');
  expect(dir.text('large.txt')).toBe(expected);
});

test('refuses a text that could take minutes to find', async () => {
  using dir = temporary({ 'large.txt': 'a'.repeat(2_000_000) });
  const half = 'a'.repeat(500_000);
  const edits = [{ oldText: `${half}b${half}`, newText: 'c' }];
  expect(errorOf(await edit(dir.server, { path: 'large.txt', edits }))).toBe(
    'edits[0]: oldText is too long for a file of this size. Give less text around the place.',
  );
});

test('a cancelled call stops between two edits and writes nothing', async () => {
  const lines = Array.from({ length: 100_000 }, (_, i) => `line ${i}\n`).join('');
  using dir = temporary({ 'large.txt': lines });
  await using client = await connectTo(dir.server);
  const edits = Array.from({ length: 1000 }, (_, i) => ({ oldText: `line ${99_999 - i}\n`, newText: '' }));
  const params = { name: 'edit_file', arguments: { path: 'large.txt', edits } };
  client.request('tools/call', params, { id: 'long' }).catch(() => {});
  await client.request('tools/call', { name: 'get_file_info', arguments: { path: 'large.txt' } });
  client.notify('notifications/cancelled', { requestId: 'long' });
  const next = { path: 'large.txt', edits: [{ oldText: 'line 0\n', newText: '' }] };
  expect(errorOf(await callBy(client, 'edit_file', next))).toBeUndefined();
  expect(dir.text('large.txt')).toBe(lines.slice('line 0\n'.length));
});

test('an etag protects changes by others', async () => {
  using dir = temporary({ 'a.txt': 'one\n' });
  const change = (from: string, to: string, more: object = {}) =>
    edit(dir.server, { path: 'a.txt', edits: [{ oldText: from, newText: to }], ...more });
  const { content } = await change('one', 'two');
  const [, etag] = /etag: ([\da-z-]+)\]$/.exec(content[1]?.text ?? '') ?? [];
  expect(errorOf(await change('two', 'three', { ifMatch: etag }))).toBeUndefined();
  for (const dryRun of [false, true])
    expect(errorOf(await change('three', 'four', { ifMatch: etag, dryRun }))).toContain('has changed since');
  expect(dir.text('a.txt')).toBe('three\n');
});

test('refuses an outside, denied, read-only, non-regular, non-text or too large file', async () => {
  using outside = temporary({ 'a.txt': 'one' });
  using dir = temporary({
    '.env': 'one',
    'kept/a.txt': 'one',
    sub: '',
    binary: Buffer.from([0, 1, 2, 0]),
    'large.txt': 'one',
  });
  truncateSync(dir.at('large.txt'), 64 * 1_048_576 + 1);
  const server = serve([dir.path], { deny: ['.env'], readOnlyDirectories: [dir.at('kept')] });
  const attempts: [string, string][] = [
    [outside.at('a.txt'), 'is outside the allowed directories'],
    ['.env', 'a deny rule covers .env'],
    ['kept/a.txt', 'is read-only'],
    ['.', 'is a directory'],
    ['missing', 'does not exist'],
    ['binary', 'The file is not text'],
    ['large.txt', 'too large to be edited'],
  ];
  for (const [path, message] of attempts) {
    const result = await edit(server, { path, edits: [{ oldText: 'one', newText: 'two' }] });
    expect(errorOf(result)).toContain(message);
  }
  expect(outside.text('a.txt')).toBe('one');
  expect(dir.text('kept/a.txt')).toBe('one');
});

test.each([
  {
    what: 'a byte order mark',
    content: '\uFEFFfoo:\n    bar\n',
    oldText: 'foo:\n  bar',
    newText: 'foo:\n  baz',
    after: '\uFEFFfoo:\n    baz\n',
  },
  {
    what: 'an ideographic space',
    content: '\u3000foo  \n\tbar\n',
    oldText: '\u3000foo\n  bar',
    newText: '\u3000foo\n  baz',
    // Keeps the trailing blanks of the unchanged line.
    after: '\u3000foo  \n\tbaz\n',
  },
])('keeps $what before the edited lines', async ({ content, oldText, newText, after }) => {
  using dir = temporary({ 'a.txt': content });
  const args = { path: 'a.txt', edits: [{ oldText, newText }] };
  expect(errorOf(await edit(dir.server, args))).toBeUndefined();
  expect(dir.text('a.txt')).toBe(after);
});
