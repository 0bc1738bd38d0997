// Body: reads and decompresses the body of a response, up to a limit.
import { Readable, type Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import { FetchError, shown } from '../failure.ts';

/** Nested encodings multiply the size that a small body can reach. */
const MAX_ENCODINGS = 2;

/** A larger body needs a slot for large bodies. */
const SMALL_BYTES = 1_000_000;

/** Limits of a body. */
export interface BodyLimit {
  readonly maxBytes: number;
  /** Waits for a slot for a body above 1 MB. Without it larger bodies fail. */
  readonly enlarge: (() => Promise<void>) | undefined;
  /** Cut a longer body instead of failing. */
  readonly cutAtBytes: number | undefined;
}

/** Returns the stream that decodes a body. */
type Decoder = (content: Buffer) => Transform;

/** Node 22.15 and newer have zstd. */
const { createZstdDecompress }: { readonly gzip: unknown; readonly createZstdDecompress?: () => Transform } =
  zlib;

/** Whether the first byte has the compression method of zlib (RFC 1950). Otherwise it is raw deflate. */
const isZlib = ([first = 0]: Buffer): boolean => (first & 0x0f) === 8;

const DECODERS: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ['gzip', () => zlib.createGunzip()],
  ['x-gzip', () => zlib.createGunzip()],
  ['deflate', (content) => (isZlib(content) ? zlib.createInflate() : zlib.createInflateRaw())],
  ['br', () => zlib.createBrotliDecompress()],
  ...(createZstdDecompress === undefined ? [] : [['zstd', () => createZstdDecompress()] as const]),
]);

/** Supported encodings, for `Accept-Encoding`. */
export const ACCEPT_ENCODING = [...DECODERS.keys()].filter((name) => name !== 'x-gzip').join(', ');

/**
 * Reads and decodes a body.
 *
 * @throws {FetchError} `too_large` above `maxBytes`, `decoding_failed`, `connection_failed` if the body ends too early.
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
    // An empty body needs no decoding.
    if (content.length > 0)
      for (const name of encodings) content = await decode(content, name, { maxBytes, enlarge });
    return content.subarray(0, cutAtBytes);
  } finally {
    stream.destroy();
  }
};

type SizeLimit = Pick<BodyLimit, 'maxBytes' | 'enlarge'>;

const collect = async (
  stream: Readable,
  { maxBytes, enlarge, isCut = false }: SizeLimit & { readonly isCut?: boolean },
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

const decode = async (content: Buffer, name: string, limit: SizeLimit): Promise<Buffer> => {
  const decoder = DECODERS.get(name)?.(content);
  if (decoder === undefined)
    throw new FetchError('decoding_failed', `The content encoding "${shown(name)}" is not supported.`);
  try {
    return await collect(Readable.from([content]).pipe(decoder), limit);
  } catch (error) {
    if (error instanceof FetchError) throw error;
    throw new FetchError('decoding_failed', `The body is not valid ${name}.`, { cause: error });
  }
};

const tooLarge = (maxBytes: number): FetchError =>
  new FetchError('too_large', `The body has more than ${maxBytes} bytes.`, {
    hint: 'Ask for a smaller part of it, where the site offers one.',
  });

// Returns the last encoding first.
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
