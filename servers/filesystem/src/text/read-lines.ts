// Reads lines of a text file in any encoding. Memory and result are bounded, however long the file or its lines are.
import { isUtf8 } from 'node:buffer';
import { setImmediate } from 'node:timers/promises';
import { fitBytes, ToolError } from '@mcp/runtime';
import { FileError, type OpenFile } from '@mcp/files';
import { charsetFor, charsetOfBom, detectCharset, SAMPLE_BYTES, type Charset } from './charset.ts';

/** Bytes that can be read at offsets: an open file, or a text in memory. */
export type ReadableBytes = Pick<OpenFile, 'size' | 'read'>;

type Chunk = Awaited<ReturnType<OpenFile['read']>>;

/** Which lines to read: `count` lines from line `first` on, counted from 1, or the `last` lines. */
export type LineRange = { readonly first: number; readonly count: number } | { readonly last: number };

/** How lines are read. */
export interface ReadOptions {
  /** The file as the caller named it, for errors. */
  readonly path: string;
  /** Bounds the text, in bytes of UTF-8. */
  readonly maxBytes: number;
  /** Read the file in this encoding. Default: the one that it seems to have. */
  readonly encoding?: string | undefined;
  /** The request. Its signal ends the search for a line. */
  readonly request: { readonly signal: AbortSignal };
}

/** Some lines of a file. */
export interface Lines {
  /** As in the file, with its line endings; without the byte order mark. */
  readonly text: string;
  /** Counted from 1. Unknown when the lines were read from the end. */
  readonly startLine?: number;
  readonly endLine?: number;
  /** The line to continue with, when lines follow. */
  readonly nextLine?: number;
  /** Less than was asked for, because of the limit. */
  readonly isTruncated: boolean;
  /** The limit fell into a line: the rest of that line is missing. */
  readonly isLineCut: boolean;
  readonly encoding: string;
  readonly hasBom: boolean;
  /** U+FFFD stands for bytes that the encoding does not know. */
  readonly isLossy: boolean;
}

/**
 * Reads lines of a file.
 *
 * @throws {FileError} `not_text` when the file is binary, `encoding` when the encoding is not known.
 * @throws {ToolError} when the file has fewer lines than `first`.
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

/** An open file, and what its first bytes tell. */
interface Source {
  readonly file: ReadableBytes;
  readonly sample: Chunk;
  readonly charset: Charset;
  readonly hasBom: boolean;
  readonly options: ReadOptions;
}

const charsetOf = ({ bytes, isEnd }: Chunk, { encoding }: ReadOptions): Promise<Charset | undefined> =>
  encoding === undefined ? detectCharset(bytes, !isEnd) : charsetFor(encoding);

/** No encoding needs more bytes for one UTF-16 unit, which has at least one in UTF-8. */
const MAX_UNIT_BYTES = 4;

/** As many bytes as hold all text that may be returned, whatever the encoding. */
const mostBytes = ({ options }: Source): number =>
  Math.max(SAMPLE_BYTES, (options.maxBytes + 1) * MAX_UNIT_BYTES);

/** Reads a part of the file. The first one has been read already. */
const readPart = (source: Source, offset: number, size: number): Chunk | Promise<Chunk> =>
  offset === 0 && (size === SAMPLE_BYTES || source.sample.isEnd)
    ? source.sample
    : source.file.read(offset, size);

/** The text of a part that begins with a whole character, without byte order mark. */
const decode = async (source: Source, part: Chunk, isStart: boolean) => {
  const { sample, hasBom, options } = source;
  // In a file that seems to be UTF-8, the first character that tells may be far from the beginning.
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
      // When lines were counted, the last one comes without its line break.
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
      // The bytes that were read may end inside of a character, behind what is shown.
      isLossy: found.isLossy && shown.includes('\uFFFD'),
      endLine: nextLine - 1,
      ...(isMore ? { nextLine } : {}),
      isTruncated: isLineCut || (isMore && lines < count),
      isLineCut,
    };
  }
};

/** As many of `count` lines as end within `most` units, and where the last of them ends, before its line break. */
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

/** So much is read at once to find a line, on another thread. */
const CHUNK_BYTES = 1_048_576;

/** The offset where a line begins, or the end of the file when it has fewer lines. */
const findLine = async (source: Source, line: number): Promise<number> => {
  const { file, charset, options } = source;
  let left = line - 1;
  for (let offset = 0; left > 0; offset += CHUNK_BYTES) {
    await setImmediate();
    options.request.signal.throwIfAborted();
    const { bytes, isEnd } = await file.read(offset, CHUNK_BYTES);
    // One character for each unit of the encoding.
    const units = charset.unitBytes === 1 ? bytes.toString('latin1') : charset.decode(bytes);
    const { lines, end } = countLines(units, left, Infinity);
    left -= lines;
    if (left === 0) return offset + (end + 1) * charset.unitBytes;
    if (isEnd) return offset + bytes.length;
  }
  return 0;
};

/** Whether there is a line of this number, with at least a line break. */
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

/** Where the last characters of a text begin that take up to `maxBytes`. */
const startOfLast = (text: string, maxBytes: number): number => {
  const bytes = Buffer.from(text);
  const over = Math.max(0, bytes.length - maxBytes);
  return text.length - fromCharacter(bytes.subarray(over), UTF_8).toString().length;
};

/** Longer files that know no size are not read to their end. */
const MAX_UNKNOWN_BYTES = 67_108_864;

/** The last bytes of a file that knows no size, and where they begin. */
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
    `${options.path} has more than ${MAX_UNKNOWN_BYTES} bytes and knows no size.`,
    { hint: 'Read it from its beginning, with head.' },
  );
};

/** Where the last `count` lines begin; undefined when the text has no line before them. */
const lastLines = (text: string, count: number): number | undefined => {
  let at = text.endsWith('\n') ? text.length - 1 : text.length;
  for (let lines = 0; lines < count; lines++) {
    at = at === 0 ? -1 : text.lastIndexOf('\n', at - 1);
    if (at < 0) return undefined;
  }
  return at + 1;
};

// A byte like these never begins a character of UTF-8. In the encodings of East Asia one below 0x30 always does.
const fromCharacter = (bytes: Buffer, { name, unitBytes }: Pick<Charset, 'name' | 'unitBytes'>): Buffer => {
  if (unitBytes === 2) return bytes;
  const start = bytes.findIndex((byte) => (name === 'utf-8' ? (byte & 0xc0) !== 0x80 : byte < 0x30));
  return bytes.subarray(Math.max(0, start));
};

const UTF_8 = { name: 'utf-8', unitBytes: 1 } as const;

/** Puts its number and a tab before each line. What does not fit any more is left for the next call. */
export const numberLines = (lines: Lines, maxBytes: number): Lines => {
  const { startLine = 1, text } = lines;
  if (text === '') return lines;
  let numbered = '';
  let bytes = 0;
  let line = startLine;
  for (let at = 0; at < text.length; line++) {
    const end = text.indexOf('\n', at) + 1 || text.length;
    const next = `${line}\t${text.slice(at, end)}`;
    // The first line is there in any case, so that every call gets on.
    bytes += Buffer.byteLength(next);
    if (bytes > maxBytes && line > startLine)
      return { ...lines, text: numbered, endLine: line - 1, nextLine: line, isTruncated: true };
    numbered += next;
    at = end;
  }
  return { ...lines, text: numbered };
};
