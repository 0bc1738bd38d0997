// Reads lines of a text file in any encoding. Memory and result are bounded, whatever the length of the file or its
// lines.
import { isUtf8 } from 'node:buffer';
import { setImmediate } from 'node:timers/promises';
import { fitBytes, ToolError } from '@mcp/runtime';
import { FileError, type OpenFile } from '@mcp/files';
import { charsetFor, charsetOfBom, detectCharset, SAMPLE_BYTES, type Charset } from './charset.ts';

/** Bytes that can be read at offsets: an open file, or a text in memory. */
export type ReadableBytes = Pick<OpenFile, 'size' | 'read'>;

type Chunk = Awaited<ReturnType<OpenFile['read']>>;

/** The lines to read: `count` lines from line `first`, counted from 1, or the `last` lines. */
export type LineRange = { readonly first: number; readonly count: number } | { readonly last: number };

export interface ReadOptions {
  /** The caller's spelling, for errors. */
  readonly path: string;
  /** Limit for the text, in bytes of UTF-8. */
  readonly maxBytes: number;
  /** Default: detected. */
  readonly encoding?: string | undefined;
  /** The request, whose signal ends the search for a line. */
  readonly request: { readonly signal: AbortSignal };
}

export interface Lines {
  /** With the line endings of the file, without the byte order mark. */
  readonly text: string;
  /** Counted from 1. Absent if the lines were counted from the end. */
  readonly startLine?: number;
  readonly endLine?: number;
  /** The next line, if there is one. */
  readonly nextLine?: number;
  /** Whether the limit shortened the result. */
  readonly isTruncated: boolean;
  /** Whether the limit fell inside a line, whose rest is missing. */
  readonly isLineCut: boolean;
  readonly encoding: string;
  readonly hasBom: boolean;
  /** Whether U+FFFD stands for invalid bytes. */
  readonly isLossy: boolean;
}

/**
 * @throws {FileError} `not_text` for a binary file, `encoding` for an unknown encoding.
 * @throws {ToolError} if the file has fewer lines than `first`.
 */
export const readLines = async (
  file: ReadableBytes,
  range: LineRange,
  options: ReadOptions,
): Promise<Lines> => {
  const sample = await file.read(0, SAMPLE_BYTES);
  const charset = await charsetOf(sample, options);
  if (charset === undefined)
    throw new FileError('not_text', `${options.path} is not text.`, {
      hint:
        'read_text_file reads images, audio, documents and zip archives by their extension, and text in another ' +
        'encoding if encoding is set. For anything else, use get_file_info.',
    });
  const hasBom = charsetOfBom(sample.bytes)?.name === charset.name;
  const source = { file, sample, charset, hasBom, options };
  return 'last' in range ? readBackward(source, range.last) : readForward(source, range);
};

/** An open file, with what its first bytes tell. */
interface Source {
  readonly file: ReadableBytes;
  readonly sample: Chunk;
  readonly charset: Charset;
  readonly hasBom: boolean;
  readonly options: ReadOptions;
}

const charsetOf = ({ bytes, isEnd }: Chunk, { encoding }: ReadOptions): Promise<Charset | undefined> =>
  encoding === undefined ? detectCharset(bytes, !isEnd) : charsetFor(encoding);

/** No encoding takes more bytes per UTF-16 unit, which takes at least one in UTF-8. */
const MAX_UNIT_BYTES = 4;

/** Enough bytes for any text that fits the limit, in any encoding. */
const mostBytes = ({ options }: Source): number =>
  Math.max(SAMPLE_BYTES, (options.maxBytes + 1) * MAX_UNIT_BYTES);

/** Reads a part of the file, of which the sample is already known. */
const readPart = (source: Source, offset: number, size: number): Chunk | Promise<Chunk> =>
  offset === 0 && (size === SAMPLE_BYTES || source.sample.isEnd)
    ? source.sample
    : source.file.read(offset, size);

/** Decodes a part that starts with a whole character, without byte order mark. */
const decode = async (source: Source, part: Chunk, isStart: boolean) => {
  const { sample, hasBom, options } = source;
  // In a file that looks like UTF-8, the first telling character may be far from the start.
  const isKnown = hasBom || part.bytes === sample.bytes || source.charset.name !== 'utf-8';
  const charset = (isKnown ? undefined : await charsetOf(part, options)) ?? source.charset;
  const text = charset.decode(part.bytes);
  const isLossy = text.includes('\uFFFD') && !(charset.name === 'utf-8' && isUtf8(part.bytes));
  return {
    text: isStart && hasBom ? text.slice(1) : text,
    format: { encoding: charset.name, hasBom, isLossy },
  };
};

const readForward = async (
  source: Source,
  { first, count }: { readonly first: number; readonly count: number },
): Promise<Lines> => {
  const { maxBytes, path } = source.options;
  const most = mostBytes(source);
  const offset = await findLine(source, first);
  for (let size = SAMPLE_BYTES; ; size = count === Infinity ? most : Math.min(most, size * 8)) {
    const part = await readPart(source, offset, size);
    if (part.bytes.length === 0 && first > 1)
      throw new ToolError(`${path} has fewer than ${first} lines. Give a smaller offset.`);
    const { text, format } = await decode(source, part, offset === 0);
    const fitting = fitBytes(text, maxBytes).read;
    const { lines, end } = countLines(text, count, fitting);
    const isAll = lines < count && text.length === fitting;
    if (isAll && !part.isEnd && size < most) continue;
    const found = { ...format, startLine: first, isTruncated: false, isLineCut: false };
    if (isAll && part.isEnd) {
      // If lines were counted, the last one is returned without its line break.
      const hasBreak = end + 1 === text.length;
      const shown = hasBreak && count !== Infinity ? text.slice(0, -1) : text;
      return { ...found, text: shown, endLine: first + lines - (hasBreak ? 1 : 0) };
    }
    const isLineCut = lines === 0;
    const nextLine = first + Math.max(1, lines);
    const lineEnd = isLineCut ? text.indexOf('\n') : end;
    const isMore =
      isLineCut && lineEnd < 0 && !part.isEnd
        ? await hasLine(source, first + 1)
        : !part.isEnd || (lineEnd >= 0 && lineEnd + 1 < text.length);
    const shown = text.slice(0, isLineCut ? fitting : end);
    return {
      ...found,
      text: shown,
      // The bytes may end inside a character after the returned text.
      isLossy: found.isLossy && shown.includes('\uFFFD'),
      endLine: nextLine - 1,
      ...(isMore ? { nextLine } : {}),
      isTruncated: isLineCut || (isMore && lines < count),
      isLineCut,
    };
  }
};

/**
 * Counts up to `count` lines that end within `most` units, and returns the end of the last one, before its line break.
 */
const countLines = (text: string, count: number, most: number) => {
  let end = -1;
  let lines = 0;
  while (lines < count) {
    const next = text.indexOf('\n', end + 1);
    if (next < 0 || next > most) break;
    end = next;
    lines++;
  }
  return { lines, end };
};

const CHUNK_BYTES = 1_048_576;

/** Returns the offset of a line, or the end of the file if it has fewer lines. */
const findLine = async (source: Source, line: number): Promise<number> => {
  const { file, charset, options } = source;
  let left = line - 1;
  for (let offset = 0; left > 0; offset += CHUNK_BYTES) {
    await setImmediate();
    options.request.signal.throwIfAborted();
    const { bytes, isEnd } = await file.read(offset, CHUNK_BYTES);
    // Decodes each unit to one character.
    const units = charset.unitBytes === 1 ? bytes.toString('latin1') : charset.decode(bytes);
    const { lines, end } = countLines(units, left, Infinity);
    left -= lines;
    if (left === 0) return offset + (end + 1) * charset.unitBytes;
    if (isEnd) return offset + bytes.length;
  }
  return 0;
};

/** Whether the file has this line, with at least a line break. */
const hasLine = async (source: Source, line: number): Promise<boolean> => {
  const offset = await findLine(source, line);
  return (await source.file.read(offset, 1)).bytes.length > 0;
};

const readBackward = async (source: Source, count: number): Promise<Lines> => {
  const { file, charset, options } = source;
  const most = mostBytes(source);
  for (let size = SAMPLE_BYTES; ; size = Math.min(most, size * 8)) {
    const from = Math.max(0, file.size - size);
    const isUnknown = file.size === 0;
    const end = isUnknown ? await readEnd(source, most) : undefined;
    const offset = end?.offset ?? from + (from % charset.unitBytes);
    const { bytes } = end ?? (await readPart(source, offset, size));
    const part = { bytes: offset === 0 ? bytes : fromCharacter(bytes, charset), isEnd: true };
    const { text, format } = await decode(source, part, offset === 0);
    const start = lastLines(text, count);
    if (start === undefined && offset > 0 && size < most && !isUnknown) continue;
    const wanted = start ?? 0;
    const least = startOfLast(text, options.maxBytes);
    const isTruncated = wanted < least || (start === undefined && offset > 0);
    if (!isTruncated) return { ...format, text: text.slice(wanted), isTruncated, isLineCut: false };
    const line = text.indexOf('\n', least - 1) + 1;
    const isLineCut = line === 0 || line === text.length;
    return { ...format, text: text.slice(isLineCut ? least : line), isTruncated, isLineCut };
  }
};

/** Returns the start of the last characters that fit into `maxBytes`. */
const startOfLast = (text: string, maxBytes: number): number => {
  const bytes = Buffer.from(text);
  const over = Math.max(0, bytes.length - maxBytes);
  return text.length - fromCharacter(bytes.subarray(over), UTF_8).toString().length;
};

const MAX_UNKNOWN_BYTES = 67_108_864;

/** Returns the last bytes of a file without a size, and their offset. */
const readEnd = async (
  { file, options }: Source,
  most: number,
): Promise<{ readonly bytes: Buffer; readonly offset: number }> => {
  let end = Buffer.alloc(0);
  for (let offset = 0; offset < MAX_UNKNOWN_BYTES;) {
    options.request.signal.throwIfAborted();
    const { bytes, isEnd } = await file.read(offset, CHUNK_BYTES);
    offset += bytes.length;
    end = Buffer.concat([end, bytes]).subarray(-most);
    if (isEnd) return { bytes: end, offset: offset - end.length };
  }
  throw new FileError(
    'too_large',
    `${options.path} has more than ${MAX_UNKNOWN_BYTES} bytes and no known size.`,
    { hint: 'Read it from its beginning, with head.' },
  );
};

/** Returns the start of the last `count` lines; undefined if the text has no line before them. */
const lastLines = (text: string, count: number): number | undefined => {
  let at = text.endsWith('\n') ? text.length - 1 : text.length;
  for (let lines = 0; lines < count; lines++) {
    at = at === 0 ? -1 : text.lastIndexOf('\n', at - 1);
    if (at < 0) return undefined;
  }
  return at + 1;
};

// Such a byte never starts a character in UTF-8. In East Asian encodings, one below 0x30 always does.
const fromCharacter = (bytes: Buffer, { name, unitBytes }: Pick<Charset, 'name' | 'unitBytes'>): Buffer => {
  if (unitBytes === 2) return bytes;
  const start = bytes.findIndex((byte) => (name === 'utf-8' ? (byte & 0xc0) !== 0x80 : byte < 0x30));
  return bytes.subarray(Math.max(0, start));
};

const UTF_8 = { name: 'utf-8', unitBytes: 1 } as const;

/** Prefixes each line with its number and a tab. Lines that no longer fit are left for the next call. */
export const numberLines = (lines: Lines, maxBytes: number): Lines => {
  const { startLine = 1, text } = lines;
  if (text === '') return lines;
  let numbered = '';
  let bytes = 0;
  let line = startLine;
  for (let at = 0; at < text.length; line++) {
    const end = text.indexOf('\n', at) + 1 || text.length;
    const next = `${line}\t${text.slice(at, end)}`;
    // Always includes the first line, so that every call makes progress.
    bytes += Buffer.byteLength(next);
    if (bytes > maxBytes && line > startLine)
      return { ...lines, text: numbered, endLine: line - 1, nextLine: line, isTruncated: true };
    numbered += next;
    at = end;
  }
  return { ...lines, text: numbered };
};
