// Reads the body of a response: whole, decompressed, and never longer than the operator allows.
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import { FetchError, shown } from '../failure.ts';

/** Several encodings one over the other multiply what a small body can become. */
const MAX_ENCODINGS = 2;

/** What a body may take before it needs a place among the large ones. */
const SMALL_BYTES = 1_000_000;

/** How much of a body is read. */
export interface BodyLimit {
  readonly maxBytes: number;
  /** Waits until the body may have more than 1 MB; without it none may. */
  readonly enlarge: (() => Promise<void>) | undefined;
  /** Take the beginning of a longer one, in place of failing. */
  readonly cutAtBytes: number | undefined;
}

type Decode = (data: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>;

/** Node 22.15 and newer have zstd. */
const { zstdDecompress }: { readonly gunzip: unknown; readonly zstdDecompress?: typeof zlib.gunzip } = zlib;

const gunzip = promisify(zlib.gunzip);
const inflate = promisify(zlib.inflate);
const inflateRaw = promisify(zlib.inflateRaw);

/** The compression method in the first byte of the zlib format (RFC 1950); what lacks it is bare deflate. */
const isZlib = ([first = 0]: Buffer): boolean => (first & 0x0f) === 8;

const DECODERS: ReadonlyMap<string, Decode> = new Map<string, Decode>([
  ['gzip', gunzip],
  ['x-gzip', gunzip],
  ['deflate', (data, options) => (isZlib(data) ? inflate : inflateRaw)(data, options)],
  ['br', promisify(zlib.brotliDecompress)],
  ...(zstdDecompress === undefined ? [] : [['zstd', promisify(zstdDecompress)] as const]),
]);

/** What this server can decode, for `Accept-Encoding`. */
export const ACCEPT_ENCODING = [...DECODERS.keys()].filter((name) => name !== 'x-gzip').join(', ');

/**
 * All of a body, decoded.
 *
 * @throws {FetchError} `too_large` as soon as there are more than `maxBytes`, `decoding_failed`, `connection_failed`
 *   when the body ends too early.
 */
export const readBody = async (
  stream: Readable,
  headers: { readonly [name: string]: string },
  { maxBytes: most, cutAtBytes, enlarge }: BodyLimit,
): Promise<Buffer> => {
  const maxBytes = enlarge === undefined ? Math.min(most, SMALL_BYTES) : most;
  const mayTake = async (bytes: number): Promise<void> => {
    if (bytes > SMALL_BYTES) await enlarge?.();
  };
  try {
    const encodings = toEncodings(headers['content-encoding'] ?? '');
    const isCut = cutAtBytes !== undefined;
    if (!isCut && Number(headers['content-length']) > maxBytes) throw tooLarge(maxBytes);
    let content = await collect(stream, { maxBytes, isCut: isCut && encodings.length === 0, mayTake });
    // A body without a byte is empty, whatever its encoding.
    if (content.length > 0)
      for (const name of encodings) content = await decode(content, name, { maxBytes, mayTake });
    return content.subarray(0, cutAtBytes);
  } finally {
    stream.destroy();
  }
};

interface Room {
  readonly maxBytes: number;
  /** Waits until the body may have so many bytes. */
  readonly mayTake: (bytes: number) => Promise<void>;
}

const collect = async (
  stream: Readable,
  { maxBytes, isCut, mayTake }: Room & { readonly isCut: boolean },
): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    await mayTake(bytes);
    chunks.push(chunk);
    if (bytes > maxBytes && isCut) break;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
  }
  return Buffer.concat(chunks);
};

// Most bodies are small: one that is not is decoded twice, rather than all of them waiting.
const decode = async (content: Buffer, name: string, { maxBytes, mayTake }: Room): Promise<Buffer> => {
  const small = await decodeUpTo(Math.min(SMALL_BYTES, maxBytes), content, name);
  if (small !== undefined) return small;
  await mayTake(maxBytes);
  const whole = await decodeUpTo(maxBytes, content, name);
  if (whole === undefined) throw tooLarge(maxBytes);
  return whole;
};

/** Undefined when it becomes more. */
const decodeUpTo = async (
  maxOutputLength: number,
  content: Buffer,
  name: string,
): Promise<Buffer | undefined> => {
  const decoder = DECODERS.get(name);
  if (decoder === undefined)
    throw new FetchError('decoding_failed', `The content encoding "${shown(name)}" is not supported.`);
  try {
    return await decoder(content, { maxOutputLength });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') return undefined;
    throw new FetchError('decoding_failed', `The body is not valid ${name}.`, { cause: error });
  }
};

const tooLarge = (maxBytes: number): FetchError =>
  new FetchError('too_large', `The body has more than ${maxBytes} bytes.`, {
    hint: 'Ask for a smaller part of it, where the site offers one.',
  });

// The last encoding comes first.
const toEncodings = (header: string): readonly string[] => {
  const names = header
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  if (names.length <= MAX_ENCODINGS) return names.toReversed();
  const problem = `The body is encoded ${names.length} times; ${MAX_ENCODINGS} is the most.`;
  throw new FetchError('decoding_failed', problem);
};
