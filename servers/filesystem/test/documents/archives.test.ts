// ZIP archives: lists them, reads one member as text, extracts all or nothing.
import { readFileSync } from 'node:fs';
import { strToU8, zipSync, type Zippable } from 'fflate';
import { describe, expect, test } from 'vitest';
import { fixture } from '@mcp/documents/test/fixtures';
import { call, codeOf, temporary, textOf, type CallResult } from '../setup.ts';

const bills = zipSync({
  'bills/': new Uint8Array(),
  'bills/march.txt': strToU8('first\nsecond\nthird'),
  'bills/2026/april.pdf': fixture('letter.pdf'),
  'empty/': new Uint8Array(),
});

const outcome = (result: CallResult): string => `${String(codeOf(result))}: ${textOf(result)}`;

describe('read_text_file', () => {
  const read = async (args: object): Promise<string> => {
    using dir = temporary({ 'bills.zip': bills, 'half.zip': bills.subarray(0, 100) });
    const result = await call(dir.server, 'read_text_file', { path: 'bills.zip', ...args });
    return outcome(result).replace(/ etag: [^\]]*/, '');
  };

  test('lists the members of an archive', async () => {
    expect(await read({})).toBe(
      `undefined: 0 bills/\n18 bills/march.txt\n${fixture('letter.pdf').length} bills/2026/april.pdf\n0 empty/\n` +
        '[Zip archive, 4 members: bytes and name of each. Read one with member. 4 lines.]',
    );
  });

  test('reads a member like a file, including the text of a document', async () => {
    expect(await read({ member: 'bills/march.txt', offset: 2, limit: 1 })).toBe(
      'undefined: second\n[Lines 2 to 2; continue with offset 3.]',
    );
    expect(await read({ member: 'bills/2026/april.pdf', pages: '1' })).toMatch(
      /^undefined: ## Page 1\n[^]*Dear Ann/,
    );
  });

  test('reports a missing member and a damaged archive', async () => {
    expect(await read({ member: 'june.txt' })).toBe(
      'invalid_path: bills.zip has no member june.txt. Read it without member for a list.',
    );
    expect(await read({ path: 'half.zip' })).toBe('unreadable: half.zip is damaged: it has no end.');
    expect(await read({ member: 'bills/march.txt', pages: '1' })).toBe(
      'invalid_path: bills.zip has no pages. Omit pages; offset and limit choose lines.',
    );
  });
});

describe('copy_file', () => {
  test('extracts all members into a directory, and undo removes them', async () => {
    using dir = temporary({ 'bills.zip': bills });
    const result = await call(dir.server, 'copy_file', {
      source: 'bills.zip',
      destination: 'out',
      member: '*',
    });
    const bytes = 18 + fixture('letter.pdf').length;
    expect(result.structuredContent).toEqual({
      path: dir.at('out'),
      files: 2,
      directories: 3,
      bytes,
    });
    expect(dir.names('out')).toEqual(['bills', 'empty']);
    expect(readFileSync(dir.at('out/bills/2026/april.pdf'))).toEqual(fixture('letter.pdf'));
    await call(dir.server, 'undo_last_change', {});
    expect(dir.names()).toEqual(['bills.zip']);
  });

  test('extracts one member to a path, or into a directory', async () => {
    using dir = temporary({ 'bills.zip': bills, 'there/': '' });
    const one = { source: 'bills.zip', member: 'bills/march.txt' };
    await call(dir.server, 'copy_file', { ...one, destination: 'renamed.txt' });
    await call(dir.server, 'copy_file', { ...one, destination: 'there' });
    await call(dir.server, 'copy_file', { ...one, destination: 'new/' });
    for (const path of ['renamed.txt', 'there/march.txt', 'new/march.txt'])
      expect([path, dir.text(path)]).toEqual([path, 'first\nsecond\nthird']);
  });

  const link = { os: 3, attrs: 0o120777 << 16 } as const;
  test.each<[what: string, members: Zippable, answer: RegExp]>([
    [
      'leads out',
      { 'a.txt': strToU8('a'), '../b.txt': strToU8('b') },
      /^unreadable: .*"\.\.\/b\.txt" is not a path below/,
    ],
    [
      'is absolute',
      { 'a.txt': strToU8('a'), '/etc/b': strToU8('b') },
      /"\/etc\/b" is not a path below a folder/,
    ],
    [
      'is a path of Windows',
      { 'a.txt': strToU8('a'), 'C:\\b': strToU8('b') },
      /is not a path below a folder/,
    ],
    [
      'is a link',
      { 'a.txt': strToU8('a'), 'b.txt': [strToU8('/etc/passwd'), link] },
      /"b\.txt" is a link or a device/,
    ],
    ['has a twin', { 'a.txt': strToU8('a'), 'A.TXT': strToU8('b') }, /"A\.TXT" and "a\.txt" are one name/],
    ['is a file and a directory', { a: strToU8('a'), 'a/b': strToU8('b') }, /not a directory/],
    ['is there already', { 'a.txt': strToU8('a'), 'there.txt': strToU8('b') }, /^exists: /],
    [
      'makes too many',
      Object.fromEntries(Array.from({ length: 2001 }, (_, n) => [`${n}`, strToU8('')])),
      /^too_large: /,
    ],
    ['makes too much', { 'a.txt': strToU8('a'), b: new Uint8Array(100_000_000) }, /^too_large: /],
  ])('extracts nothing when a member %s', async (_what, members, answer) => {
    using dir = temporary({ 'a.zip': zipSync(members), 'out/there.txt': 'old' });
    const result = await call(dir.server, 'copy_file', { source: 'a.zip', destination: 'out', member: '*' });
    expect(outcome(result)).toMatch(answer);
    expect(dir.names()).toEqual(['a.zip', 'out']);
    expect(dir.names('out')).toEqual(['there.txt']);
    expect(dir.text('out/there.txt')).toBe('old');
  });
});
