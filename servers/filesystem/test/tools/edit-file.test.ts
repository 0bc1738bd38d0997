import { chmodSync, readdirSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { connect } from '@mcp/runtime/testing';
import { expect, test } from 'vitest';
import { serve, temporary } from '../setup.ts';

type Args = { readonly [name: string]: unknown };

const edit = async (server: ReturnType<typeof serve>, args: Args) => {
  await using client = await connect(server, { revision: '2025-11-25' });
  return await client.request('tools/call', { name: 'edit_file', arguments: args });
};

const failed = (message: string) => ({
  isError: true,
  content: [{ type: 'text', text: expect.stringContaining(message) }],
});

test('makes all edits and shows them as a diff', async () => {
  using dir = temporary({ 'a.txt': 'one\ntwo\n  three\n' });
  const path = dir.at('a.txt');
  const diff =
    `Index: ${path}\n${'='.repeat(67)}\n--- ${path}\toriginal\n+++ ${path}\tmodified\n` +
    '@@ -1,3 +1,3 @@\n-one\n+1\n two\n-  three\n+  3\n';
  const edits = [
    { oldText: 'one', newText: '1' },
    { oldText: 'three ', newText: '3' },
  ];
  const result = await edit(serve([dir.path]), { path: 'a.txt', edits });
  const content = `\`\`\`diff\n${diff}\`\`\`\n\n`;
  expect(result).toEqual({
    content: [{ type: 'text', text: content }],
    structuredContent: {
      content,
      path,
      diff,
      applied: [
        { index: 0, match: 'exact', startLine: 1, endLine: 1, count: 1 },
        { index: 1, match: 'whitespace', startLine: 3, endLine: 3, count: 1 },
      ],
      etag: expect.any(String),
      dryRun: false,
      truncated: false,
    },
  });
  expect(readFileSync(path, 'utf8')).toBe('1\ntwo\n  3\n');
  expect(readdirSync(dir.path)).toEqual(['a.txt']);
});

test('when one edit cannot be made, none is', async () => {
  using dir = temporary({ 'a.txt': 'one\ntwo\ntwo\n' });
  const server = serve([dir.path]);
  const first = { oldText: 'one', newText: '1' };
  const attempts: [object, string][] = [
    [{ oldText: 'four', newText: '' }, 'edits[1]: nothing in the file is similar'],
    [{ oldText: 'two', newText: '' }, 'edits[1]: oldText is found 2 times, at lines 2, 3.'],
    [{ oldText: '', newText: 'x' }, 'edits[1]: oldText is empty.'],
  ];
  for (const [second, message] of attempts)
    expect(await edit(server, { path: 'a.txt', edits: [first, second] })).toMatchObject(failed(message));
  expect(readFileSync(dir.at('a.txt'), 'utf8')).toBe('one\ntwo\ntwo\n');
  const edits = [{ oldText: 'two', newText: '2', replaceAll: true }];
  expect(await edit(server, { path: 'a.txt', edits })).toMatchObject({
    structuredContent: { applied: [{ count: 2 }] },
  });
  expect(readFileSync(dir.at('a.txt'), 'utf8')).toBe('one\n2\n2\n');
});

test('a dry run changes nothing', async () => {
  using dir = temporary({ 'a.txt': 'one\n' });
  const before = statSync(dir.at('a.txt'), { bigint: true });
  const edits = [{ oldText: 'one', newText: '1' }];
  const { structuredContent } = await edit(serve([dir.path]), { path: 'a.txt', edits, dryRun: true });
  expect(structuredContent).toMatchObject({ dryRun: true, diff: expect.stringContaining('-one\n+1\n') });
  expect(readFileSync(dir.at('a.txt'), 'utf8')).toBe('one\n');
  expect(statSync(dir.at('a.txt'), { bigint: true })).toMatchObject({
    ino: before.ino,
    ctimeNs: before.ctimeNs,
  });
});

test.each([
  [
    'latin-1 with CRLF',
    Buffer.from('gr\xfcn\r\nrot\r\n', 'latin1'),
    Buffer.from('gr\xfcn\r\nblau\r\n', 'latin1'),
  ],
  ['UTF-8 with a byte order mark', Buffer.from('\uFEFFgrün\nrot\n'), Buffer.from('\uFEFFgrün\nblau\n')],
  [
    'UTF-16',
    Buffer.from('\uFEFFgrün\r\nrot\r\n', 'utf16le'),
    Buffer.from('\uFEFFgrün\r\nblau\r\n', 'utf16le'),
  ],
])('keeps mode, encoding and line endings: %s', async (_name, before, after) => {
  using dir = temporary({ 'a.txt': before });
  chmodSync(dir.at('a.txt'), 0o640);
  const edits = [{ oldText: 'grün\nrot', newText: 'grün\nblau' }];
  expect(await edit(serve([dir.path]), { path: 'a.txt', edits })).not.toHaveProperty('isError');
  expect(readFileSync(dir.at('a.txt'))).toEqual(after);
  expect(statSync(dir.at('a.txt')).mode & 0o777).toBe(0o640);
});

test('edits of one file at the same time are all made', async () => {
  const count = 30;
  using dir = temporary({ 'a.txt': Array.from({ length: count }, (_, i) => `<${i}>\n`).join('') });
  await using client = await connect(serve([dir.path]), { revision: '2025-11-25' });
  const edits = Array.from({ length: count }, (_, i) =>
    client.request('tools/call', {
      name: 'edit_file',
      arguments: { path: 'a.txt', edits: [{ oldText: `<${i}>`, newText: `[${i}]` }] },
    }),
  );
  for (const result of await Promise.all(edits)) expect(result).not.toHaveProperty('isError');
  const expected = Array.from({ length: count }, (_, i) => `[${i}]\n`).join('');
  expect(readFileSync(dir.at('a.txt'), 'utf8')).toBe(expected);
});

test('an etag protects what others have written', async () => {
  using dir = temporary({ 'a.txt': 'one\n' });
  const server = serve([dir.path]);
  const change = (from: string, to: string, more: Args = {}) =>
    edit(server, { path: 'a.txt', edits: [{ oldText: from, newText: to }], ...more });
  const { structuredContent } = await change('one', 'two');
  const { etag } = structuredContent as { etag: string };
  expect(await change('two', 'three', { ifMatch: etag })).not.toHaveProperty('isError');
  for (const dryRun of [false, true])
    expect(await change('three', 'four', { ifMatch: etag, dryRun })).toMatchObject(
      failed('has changed since'),
    );
  expect(readFileSync(dir.at('a.txt'), 'utf8')).toBe('three\n');
});

test('refuses what is outside, denied, read-only, no file, no text or too large', async () => {
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
    ['.env', 'keeps .env closed'],
    ['kept/a.txt', 'is read-only'],
    ['.', 'is a directory'],
    ['missing', 'does not exist'],
    ['binary', 'The file is not text'],
    ['large.txt', 'too large to be edited'],
  ];
  for (const [path, message] of attempts) {
    const result = await edit(server, { path, edits: [{ oldText: 'one', newText: 'two' }] });
    expect(result).toMatchObject(failed(message));
  }
  expect(readFileSync(outside.at('a.txt'), 'utf8')).toBe('one');
  expect(readFileSync(dir.at('kept/a.txt'), 'utf8')).toBe('one');
});
