// Indexes that git never writes (gitformat-index): each version of the format and extension, all kinds of names and
// modes.
import { createHash } from 'node:crypto';
import * as fc from 'fast-check';

export interface Entry {
  readonly name: string;
  readonly mode: number;
  readonly stage: number;
  readonly isSkipped: boolean;
  /** Index into the objects of the test. */
  readonly object: number;
}

export interface Extension {
  readonly kind: string;
  readonly data: string;
}

export interface IndexFile {
  readonly version: 2 | 3 | 4;
  readonly entries: readonly Entry[];
  readonly extensions: readonly Extension[];
  /** Some entries are in a separate file (git-update-index, "Split index"). */
  readonly isSplit: boolean;
}

const SEGMENTS = [
  ...[
    '..',
    '..',
    '.',
    '',
    '.git',
    '.GIT',
    'git~1',
    'GIT~1',
    '.git ',
    '.git.',
    '.g\u200cit',
    '.git\u200c',
    '.git:x',
  ],
  ...[
    '.git\\hooks',
    '..\\x',
    'C:',
    'a',
    'b',
    'sub',
    'hooks',
    'config',
    'secret.txt',
    'lnk',
    '.gitmodules',
    'x\ny',
    ' ',
  ],
  '.git::$INDEX_ALLOCATION',
];

/** `OUTSIDE` stands for the path of a file that is not allowed. */
const name = fc.oneof(
  {
    arbitrary: fc
      .array(fc.constantFrom(...SEGMENTS), { minLength: 1, maxLength: 4 })
      .map((parts) => parts.join('/')),
    weight: 4,
  },
  {
    arbitrary: fc.constantFrom('OUTSIDE', '../secret.txt', '../new.txt', 'lnk/secret.txt', '.git/hooks/evil'),
    weight: 2,
  },
  { arbitrary: fc.constantFrom('a.txt', 'b.txt', 'sub/c.txt', 'd/e/f', 'ünïcode'), weight: 4 },
);

const entry: fc.Arbitrary<Entry> = fc.record({
  name,
  mode: fc.constantFrom(0o100644, 0o100644, 0o100755, 0o120000, 0o160000, 0o040000, 0, 0o177777),
  stage: fc.constantFrom(0, 0, 0, 1, 2, 3),
  isSkipped: fc.boolean(),
  object: fc.nat(3),
});

/** A cached tree, resolve-undo, monitor and untracked caches, sparse folders, and an unknown one. */
const extension: fc.Arbitrary<Extension> = fc.record({
  kind: fc.constantFrom('TREE', 'REUC', 'UNTR', 'FSMN', 'sdir', 'EOIE', 'IEOT', 'XTRA', 'xtra'),
  data: fc.oneof(
    fc.constant(''),
    fc.constantFrom(
      '\0-1 0\n',
      '\0-1 1\n..\0-1 0\n',
      '../secret.txt\u0000100644\u0000100644\u0000100644\u0000',
      '/\0\u0001',
    ),
    fc.string({ maxLength: 60 }),
  ),
});

export const indexFile: fc.Arbitrary<IndexFile> = fc.record({
  version: fc.constantFrom(2, 3, 4),
  entries: fc.array(entry, { minLength: 1, maxLength: 4 }),
  extensions: fc.oneof(fc.constant([]), fc.array(extension, { maxLength: 2 })),
  isSplit: fc.boolean(),
});

interface Sources {
  readonly outside: string;
  /** Object names of 40 hexadecimal digits. */
  readonly objects: readonly string[];
}

/** No shared entry is deleted or replaced: no bits, in one word of zeros (ewah). */
const EMPTY_BITMAP = Buffer.from(`${'0'.repeat(8)}00000001${'0'.repeat(16)}${'0'.repeat(8)}`, 'hex');

/** Returns the bytes of the files, by name. */
export const toFiles = (index: IndexFile, sources: Sources): ReadonlyMap<string, Buffer> => {
  if (!index.isSplit) return new Map([['index', toBytes(index, index.entries, index.extensions, sources)]]);
  const shared = toBytes(index, index.entries, [], sources);
  const digest = shared.subarray(-20);
  const bitmaps = EMPTY_BITMAP.toString('latin1').repeat(2);
  const link: Extension = { kind: 'link', data: digest.toString('latin1') + bitmaps };
  const own = toBytes(index, [], [link, ...index.extensions], sources);
  return new Map([
    [`sharedindex.${digest.toString('hex')}`, shared],
    ['index', own],
  ]);
};

const toBytes = (
  { version }: IndexFile,
  entries: readonly Entry[],
  extensions: readonly Extension[],
  { outside, objects }: Sources,
): Buffer => {
  const sorted = entries
    .map((each) => ({ ...each, bytes: Buffer.from(each.name.replace('OUTSIDE', outside)) }))
    .toSorted((one, other) => Buffer.compare(one.bytes, other.bytes) || one.stage - other.stage);
  const header = Buffer.alloc(12);
  header.write('DIRC');
  header.writeUInt32BE(version, 4);
  header.writeUInt32BE(sorted.length, 8);
  let before = Buffer.of();
  const parts = sorted.map(({ bytes, mode, stage, isSkipped, object }) => {
    const isExtended = version > 2 && isSkipped;
    const fixed = Buffer.alloc(isExtended ? 64 : 62);
    fixed.writeUInt32BE(mode, 24);
    Buffer.from(objects[object % objects.length] ?? '', 'hex').copy(fixed, 40);
    fixed.writeUInt16BE((isExtended ? 0x4000 : 0) | (stage << 12) | Math.min(bytes.length, 0xfff), 60);
    if (isExtended) fixed.writeUInt16BE(0x4000, 62);
    const tail = version === 4 ? compressed(before, bytes) : padded(fixed.length, bytes);
    before = bytes;
    return Buffer.concat([fixed, tail]);
  });
  const more = extensions.map(({ kind, data }) => {
    const bytes = Buffer.from(data, 'latin1');
    const head = Buffer.alloc(8);
    head.write(kind);
    head.writeUInt32BE(bytes.length, 4);
    return Buffer.concat([head, bytes]);
  });
  const body = Buffer.concat([header, ...parts, ...more]);
  return Buffer.concat([body, createHash('sha1').update(body).digest()]);
};

/** Pads with zeros to a multiple of eight, at least one. */
const padded = (length: number, bytes: Buffer): Buffer =>
  Buffer.concat([bytes, Buffer.alloc(8 - ((length + bytes.length) % 8))]);

/** Version 4: bytes dropped from the previous name, and the suffix. Names here are short: one byte is enough. */
const compressed = (before: Buffer, bytes: Buffer): Buffer => {
  let same = 0;
  while (same < Math.min(before.length, bytes.length) && before[same] === bytes[same]) same += 1;
  const dropped = before.length - same;
  return dropped < 0x80
    ? Buffer.concat([Buffer.of(dropped), bytes.subarray(same), Buffer.of(0)])
    : Buffer.concat([
        Buffer.of(0x80 | ((dropped >> 7) - 1), dropped & 0x7f),
        bytes.subarray(same),
        Buffer.of(0),
      ]);
};
