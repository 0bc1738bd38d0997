// ZIP archives: reads members within a limit, and writes copies in which some members have other content.
import { isUtf8 } from 'node:buffer';
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import { DocumentError, refused, unreadable } from './document-error.ts';

/** A file or folder of an archive, as its central directory describes it. */
export interface Member {
  readonly name: string;
  /** Unpacked size in bytes, as the archive claims. */
  readonly size: number;
  /** Unix mode, 0 if unknown. */
  readonly mode: number;
  readonly isEncrypted: boolean;
  /**
   * Fields of the format: compression method, checksum, packed size, offset, and the record in the central directory.
   */
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly start: number;
  readonly record: Buffer;
}

const END = 0x06_05_4b_50;
const END_BYTES = 22;
const MAX_COMMENT = 65_535;
const RECORD = 0x02_01_4b_50;
const RECORD_BYTES = 46;
const LOCAL = 0x04_03_4b_50;
const LOCAL_BYTES = 30;
const UNIX = 3;
const ZIP64 = 1;
/** Marks a number that does not fit. */
const LONG = 0xff_ff_ff_ff;
const [STORED, DEFLATED] = [0, 8];
const [ENCRYPTED, DESCRIPTOR, LEVEL, UTF8] = [1, 8, 6, 0x800];

export class Archive {
  readonly members: ReadonlyMap<string, Member>;
  readonly #bytes: Buffer;
  readonly #directory: number;
  readonly #end: number;

  /** @throws {DocumentError} `unreadable` if it is damaged or has two members of the same name. */
  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const members = new Map<string, Member>();
    try {
      this.#end = findEnd(this.#bytes);
      const count = this.#bytes.readUInt16LE(this.#end + 10);
      this.#directory = this.#bytes.readUInt32LE(this.#end + 16);
      for (let offset = this.#directory; members.size < count;) {
        const member = readRecord(this.#bytes, offset);
        if (members.has(member.name)) throw unreadable(`has two members named ${member.name}`);
        members.set(member.name, member);
        offset += member.record.length;
      }
    } catch (error) {
      throw error instanceof DocumentError ? error : unreadable('is damaged', undefined, error);
    }
    this.members = members;
  }

  /**
   * Unpacks a member.
   *
   * @throws {DocumentError} `too_large` if it has more than `maxBytes`; `unreadable` if it is damaged or encrypted.
   */
  read({ name, size, method, crc, packed, start, isEncrypted }: Member, maxBytes: number): Uint8Array {
    if (isEncrypted) throw unreadable(`has a password: ${name} is encrypted`);
    if (size > maxBytes)
      throw new DocumentError('too_large', `The document has more than ${maxBytes} bytes in ${name}.`);
    if (method !== STORED && method !== DEFLATED)
      throw unreadable(`has ${name} in compression method ${method}, which is not supported`);
    try {
      const data = start + LOCAL_BYTES + lengthsAt(this.#bytes, start + 26);
      const content = this.#bytes.subarray(data, data + packed);
      // One byte more than claimed reveals a wrong claim.
      const bytes = method === STORED ? content : inflateRawSync(content, { maxOutputLength: size + 1 });
      if (bytes.length === size && crc32(bytes) === crc) return bytes;
    } catch (error) {
      throw unreadable(`is damaged in ${name}`, undefined, error);
    }
    throw unreadable(`is damaged in ${name}`);
  }

  /**
   * Returns a copy in which members have other content, or are missing where it is undefined. All others are copied
   * without being unpacked.
   *
   * @throws {DocumentError} `refused` for an archive in the ZIP64 format.
   */
  with(changes: ReadonlyMap<string, Uint8Array | undefined>): Uint8Array {
    const sorted = [...this.members.values()].toSorted((a, b) => a.start - b.start);
    const parts: Uint8Array[] = [];
    const records = new Map<string, Uint8Array>();
    let offset = 0;
    for (const [index, member] of sorted.entries()) {
      const content = changes.get(member.name);
      if (content === undefined && changes.has(member.name)) continue;
      const next = sorted[index + 1]?.start ?? this.#directory;
      const record = Buffer.from(member.record);
      if (record.readUInt32LE(42) === LONG) throw refused('is in the ZIP64 format, which is not written');
      record.writeUInt32LE(offset, 42);
      const [entry, part] =
        content === undefined ? [record, this.#bytes.subarray(member.start, next)] : pack(record, content);
      records.set(member.name, entry);
      parts.push(part);
      offset += part.length;
    }
    const directory = Buffer.concat([...this.members.keys()].flatMap((name) => records.get(name) ?? []));
    const end = Buffer.from(this.#bytes.subarray(this.#end));
    end.writeUInt16LE(records.size, 8);
    end.writeUInt16LE(records.size, 10);
    end.writeUInt32LE(directory.length, 12);
    end.writeUInt32LE(offset, 16);
    return Buffer.concat([...parts, directory, end]);
  }
}

const findEnd = (bytes: Buffer): number => {
  const first = Math.max(0, bytes.length - END_BYTES - MAX_COMMENT);
  for (let offset = bytes.length - END_BYTES; offset >= first; offset--)
    if (
      bytes.readUInt32LE(offset) === END &&
      offset + END_BYTES + bytes.readUInt16LE(offset + 20) === bytes.length
    )
      return offset;
  throw unreadable('is damaged: it has no end');
};

const readRecord = (bytes: Buffer, offset: number): Member => {
  if (bytes.readUInt32LE(offset) !== RECORD)
    throw unreadable('is damaged: its list of members is not complete');
  const nameEnd = offset + RECORD_BYTES + bytes.readUInt16LE(offset + 28);
  const length = lengthsAt(bytes, offset + 28) + bytes.readUInt16LE(offset + 32);
  const record = bytes.subarray(offset, offset + RECORD_BYTES + length);
  const flags = record.readUInt16LE(8);
  const name = bytes.subarray(offset + RECORD_BYTES, nameEnd);
  const extra = record.subarray(RECORD_BYTES + name.length);
  const [size = 0, packed = 0, start = 0] = readLong(
    [24, 20, 42].map((at) => record.readUInt32LE(at)),
    extra,
  );
  return {
    name: name.toString((flags & UTF8) !== 0 || isUtf8(name) ? 'utf8' : 'latin1'),
    size,
    mode: record.readUInt8(5) === UNIX ? record.readUInt16LE(40) : 0,
    isEncrypted: (flags & ENCRYPTED) !== 0,
    method: record.readUInt16LE(10),
    crc: record.readUInt32LE(16),
    packed,
    start,
    record,
  };
};

/** Returns the numbers, of which those that do not fit are in the ZIP64 field, in the same order. */
const readLong = (numbers: readonly number[], extra: Buffer): number[] => {
  let at = 0;
  while (at + 4 <= extra.length && extra.readUInt16LE(at) !== ZIP64) at += 4 + extra.readUInt16LE(at + 2);
  at += 4;
  return numbers.map((number) => {
    if (number !== LONG) return number;
    at += 8;
    return Number(extra.readBigUInt64LE(at - 8));
  });
};

/** Returns the sum of two lengths, of a name and of the field after it. */
const lengthsAt = (bytes: Buffer, offset: number): number =>
  bytes.readUInt16LE(offset) + bytes.readUInt16LE(offset + 2);

/** Packs new content of a member: returns its record and its part of the archive. */
const pack = (record: Buffer, content: Uint8Array): readonly [entry: Buffer, part: Buffer] => {
  const data = deflateRawSync(content);
  const [nameBytes, extraBytes] = [record.readUInt16LE(28), record.readUInt16LE(30)];
  const nameEnd = RECORD_BYTES + nameBytes;
  const entry = Buffer.concat([record.subarray(0, nameEnd), record.subarray(nameEnd + extraBytes)]);
  entry.writeUInt16LE(0, 30);
  entry.writeUInt16LE(record.readUInt16LE(8) & ~(DESCRIPTOR | LEVEL), 8);
  entry.writeUInt16LE(DEFLATED, 10);
  entry.writeUInt32LE(crc32(content), 16);
  entry.writeUInt32LE(data.length, 20);
  entry.writeUInt32LE(content.length, 24);
  const local = Buffer.alloc(LOCAL_BYTES);
  local.writeUInt32LE(LOCAL, 0);
  // From the required version on, both have the same fields.
  entry.copy(local, 4, 6, 32);
  return [entry, Buffer.concat([local, record.subarray(RECORD_BYTES, nameEnd), data])];
};
