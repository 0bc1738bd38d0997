// ZIP archives: exchanges them with other programs, and refuses ones with false metadata.
import { strFromU8, strToU8, unzipSync, Zip, ZipDeflate, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { Archive } from '../src/archive.ts';
import { DocumentError } from '../src/document-error.ts';

const members = {
  'a.txt': strToU8('first '.repeat(1000)),
  'ä/b.txt': strToU8('second'),
  'c/': new Uint8Array(),
};

/** Zips like programs that learn a member's size only after writing it. */
const streamed = (): Uint8Array => {
  const parts: Uint8Array[] = [];
  const zip = new Zip((error, part) => {
    if (error) throw error;
    parts.push(part);
  });
  for (const [name, bytes] of Object.entries(members)) {
    const member = new ZipDeflate(name);
    zip.add(member);
    member.push(bytes, true);
  }
  zip.end();
  return Buffer.concat(parts);
};

const texts = (bytes: Uint8Array): { readonly [name: string]: string } => {
  const archive = new Archive(bytes);
  return Object.fromEntries(
    [...archive.members.values()].map((member) => [member.name, strFromU8(archive.read(member, 100_000))]),
  );
};

const expected = Object.fromEntries(Object.entries(members).map(([name, bytes]) => [name, strFromU8(bytes)]));

test.each([
  ['stored', zipSync(members, { level: 0 })],
  ['packed', zipSync(members, { level: 9 })],
  ['streamed', streamed()],
])('reads %s members, and changes them so that other programs can read them', (_how, bytes) => {
  expect(texts(bytes)).toEqual(expected);
  const changed = new Archive(bytes).with(
    new Map([
      ['a.txt', strToU8('new')],
      ['c/', undefined],
    ]),
  );
  const after = { 'a.txt': 'new', 'ä/b.txt': 'second' };
  expect(texts(changed)).toEqual(after);
  const others = Object.entries(unzipSync(changed)).map(([name, content]) => [name, strFromU8(content)]);
  expect(Object.fromEntries(others)).toEqual(after);
});

/** Returns the archive with changed bytes in its first directory record. */
const withRecord = (offset: number, ...values: readonly number[]): Uint8Array => {
  const bytes = Buffer.from(zipSync(members));
  const record = bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
  for (const [index, value] of values.entries()) bytes[record + offset + index] = value;
  return bytes;
};

const refused = (bytes: Uint8Array): string => {
  try {
    texts(bytes);
    return '';
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return `${error.code}: ${error.message}`;
  }
};

test.each<[what: string, bytes: Uint8Array, why: string]>([
  [
    'says that a member is smaller',
    withRecord(24, 5, 0, 0, 0),
    'unreadable: The document is damaged in a.txt.',
  ],
  [
    'says that a member is larger',
    withRecord(24, 0, 0, 1, 0),
    'unreadable: The document is damaged in a.txt.',
  ],
  ['has another checksum', withRecord(16, 1, 2, 3, 4), 'unreadable: The document is damaged in a.txt.'],
  [
    'claims a huge member',
    withRecord(24, 0, 0, 0, 64),
    'too_large: The document has more than 100000 bytes in a.txt.',
  ],
  ['is encrypted', withRecord(8, 1), 'unreadable: The document has a password: a.txt is encrypted.'],
  [
    'has an unknown compression',
    withRecord(10, 12),
    'unreadable: The document has a.txt in compression method 12, which is not supported.',
  ],
  ['leads behind its end', withRecord(42, 255, 255, 255, 0), 'unreadable: The document is damaged in a.txt.'],
  [
    'has no directory',
    Buffer.concat([strToU8('PK'), Buffer.alloc(100)]),
    'unreadable: The document is damaged: it has no end.',
  ],
  ['is empty', new Uint8Array(), 'unreadable: The document is damaged: it has no end.'],
])('refuses an archive that %s', (_what, bytes, why) => {
  expect(refused(bytes)).toBe(why);
});

test('refuses two members of the same name, because programs disagree on which one counts', () => {
  const twins = Buffer.from(zipSync({ 'a.txt': strToU8('one'), 'b.txt': strToU8('two') }));
  for (let at = twins.indexOf('b.txt'); at >= 0; at = twins.indexOf('b.txt', at)) twins.write('a', at);
  expect(refused(twins)).toBe('unreadable: The document has two members named a.txt.');
});
