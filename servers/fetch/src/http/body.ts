// Reads the body of a response: whole, decompressed, and never longer than the operator allows.
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import { FetchError, shown } from '../failure.ts';

/** Several encodings one over the other multiply what a small body can become. */
const MAX_ENCODINGS = 2;

/** How much of a body is read. */
export interface BodyLimit {
  readonly maxBytes: number;
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
  { maxBytes, cutAtBytes }: BodyLimit,
): Promise<Buffer> => {
  try {
    const encodings = toEncodings(headers['content-encoding'] ?? '');
    const isCut = cutAtBytes !== undefined;
    if (!isCut && Number(headers['content-length']) > maxBytes) throw tooLarge(maxBytes);
    let content = await collect(stream, maxBytes, isCut && encodings.length === 0);
    // A body without a byte is empty, whatever its encoding.
    if (content.length > 0) for (const name of encodings) content = await decoded(content, name, maxBytes);
    return content.subarray(0, cutAtBytes);
  } finally {
    stream.destroy();
  }
};

const collect = async (stream: Readable, maxBytes: number, isCut: boolean): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    chunks.push(chunk);
    if (bytes > maxBytes && isCut) break;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
  }
  return Buffer.concat(chunks);
};

const decoded = async (content: Buffer, name: string, maxOutputLength: number): Promise<Buffer> => {
  const decode = DECODERS.get(name);
  if (decode === undefined)
    throw new FetchError('decoding_failed', `The content encoding "${shown(name)}" is not supported.`);
  try {
    return await decode(content, { maxOutputLength });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE')
      throw tooLarge(maxOutputLength);
    throw new FetchError('decoding_failed', `The body is not valid ${name}.`, { cause: error });
  }
};

const tooLarge = (maxBytes: number): FetchError =>
  new FetchError('too_large', `The body has more than ${maxBytes} bytes.`, {
    hint: 'Only the operator can allow more, with --max-bytes.',
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
