// Reads the body of a response: whole, decompressed, and never longer than the operator allows.
import { Readable, type Transform } from 'node:stream';
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

/** Makes the stream that decodes a body. */
type Decoder = (content: Buffer) => Transform;

/** Node 22.15 and newer have zstd. */
const { createZstdDecompress }: { readonly gzip: unknown; readonly createZstdDecompress?: () => Transform } =
  zlib;

/** The compression method in the first byte of the zlib format (RFC 1950); what lacks it is bare deflate. */
const isZlib = ([first = 0]: Buffer): boolean => (first & 0x0f) === 8;

const DECODERS: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ['gzip', () => zlib.createGunzip()],
  ['x-gzip', () => zlib.createGunzip()],
  ['deflate', (content) => (isZlib(content) ? zlib.createInflate() : zlib.createInflateRaw())],
  ['br', () => zlib.createBrotliDecompress()],
  ...(createZstdDecompress === undefined ? [] : [['zstd', () => createZstdDecompress()] as const]),
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
  try {
    const encodings = toEncodings(headers['content-encoding'] ?? '');
    const isCut = cutAtBytes !== undefined;
    if (!isCut && Number(headers['content-length']) > maxBytes) throw tooLarge(maxBytes);
    let content = await collect(stream, { maxBytes, isCut: isCut && encodings.length === 0, enlarge });
    // A body without a byte is empty, whatever its encoding.
    if (content.length > 0)
      for (const name of encodings) content = await decode(content, name, { maxBytes, enlarge });
    return content.subarray(0, cutAtBytes);
  } finally {
    stream.destroy();
  }
};

type Room = Pick<BodyLimit, 'maxBytes' | 'enlarge'>;

const collect = async (
  stream: Readable,
  { maxBytes, enlarge, isCut = false }: Room & { readonly isCut?: boolean },
): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > SMALL_BYTES) await enlarge?.();
    chunks.push(chunk);
    if (bytes > maxBytes && isCut) break;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
  }
  return Buffer.concat(chunks);
};

const decode = async (content: Buffer, name: string, room: Room): Promise<Buffer> => {
  const decoder = DECODERS.get(name)?.(content);
  if (decoder === undefined)
    throw new FetchError('decoding_failed', `The content encoding "${shown(name)}" is not supported.`);
  try {
    return await collect(Readable.from([content]).pipe(decoder), room);
  } catch (error) {
    if (error instanceof FetchError) throw error;
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
