// Reads the body of a response: decompressed, counted, and cut off when there is too much of it.
import { Readable, type Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import { FetchError } from '../failure.ts';

/** Several encodings one over the other multiply what a small body can become. */
const MAX_ENCODINGS = 2;

const hasZstd = 'createZstdDecompress' in zlib;

/** What this server can decode, for `Accept-Encoding`. */
export const ACCEPT_ENCODING = hasZstd ? 'gzip, deflate, br, zstd' : 'gzip, deflate, br';

/** How much of a body is read. */
export interface BodyLimit {
  readonly maxBytes: number;
  /** Take the beginning of a longer one, in place of failing. */
  readonly isCut: boolean;
}

/**
 * All of a body, decoded.
 *
 * @throws {FetchError} `too_large` as soon as more than `maxBytes` have been decoded, `decoding_failed`.
 */
export const readBody = async (body: Readable, encodings: string, limit: BodyLimit): Promise<Buffer> => {
  const streams: Readable[] = [body];
  try {
    let stream = body;
    for (const create of toDecoders(encodings)) {
      stream = await decode(stream, create);
      streams.push(stream);
    }
    return await collect(stream, limit);
  } catch (error) {
    if (isZlibError(error))
      throw new FetchError('decoding_failed', `The body is not valid ${encodings}.`, { cause: error });
    throw error;
  } finally {
    for (const stream of streams) stream.destroy();
  }
};

// The decoder is chosen when the first byte is there. A body without any is empty, whatever its encoding.
const decode = (source: Readable, create: CreateDecoder): Promise<Readable> =>
  new Promise((resolve, reject) => {
    source.once('error', reject);
    source.once('close', () => reject(endedEarly()));
    source.once('end', () => resolve(Readable.from([])));
    source.once('data', (first: Buffer) => {
      const decoder = create(first[0] ?? 0);
      // Not `pipeline`: an error of the source has to end the decoder, with that very error.
      source.on('error', (error) => decoder.destroy(error));
      decoder.write(first);
      resolve(source.pipe(decoder));
    });
  });

// With events: an iterator costs as much as all the rest of a small response.
const collect = (stream: Readable, { maxBytes, isCut }: BodyLimit): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    stream.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      chunks.push(chunk);
      if (bytes <= maxBytes) return;
      if (isCut) resolve(Buffer.concat(chunks, maxBytes));
      else reject(tooLarge(maxBytes));
      stream.destroy();
    });
    let isWhole = false;
    stream.on('end', () => {
      isWhole = true;
      resolve(Buffer.concat(chunks, bytes));
    });
    stream.on('error', reject);
    stream.on('close', () => {
      if (!isWhole) reject(endedEarly());
    });
  });

const endedEarly = (): FetchError => new FetchError('connection_failed', 'The body ended too early.');

/** The failure of a body that is longer than the operator allows. */
export const tooLarge = (maxBytes: number): FetchError =>
  new FetchError('too_large', `The body has more than ${maxBytes} bytes.`, {
    hint: 'Only the operator can allow more, with --max-bytes.',
  });

// The last encoding comes first.
const toDecoders = (encodings: string): readonly CreateDecoder[] => {
  const names = encodings
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  if (names.length > MAX_ENCODINGS)
    throw new FetchError(
      'decoding_failed',
      `The body is encoded ${names.length} times; ${MAX_ENCODINGS} is the most.`,
    );
  return names.toReversed().map(toDecoder);
};

const toDecoder = (name: string): CreateDecoder => {
  const create = DECODERS.get(name);
  if (create !== undefined) return create;
  throw new FetchError(
    'decoding_failed',
    `The body has the content encoding "${name}", which is unknown here.`,
  );
};

type CreateDecoder = (firstByte: number) => Transform;

/** The compression method in the first byte of the zlib format (RFC 1950); what lacks it is bare deflate. */
const isZlib = (firstByte: number): boolean => (firstByte & 0x0f) === 8;

const DECODERS: ReadonlyMap<string, CreateDecoder> = new Map<string, CreateDecoder>([
  ['gzip', () => zlib.createGunzip()],
  ['x-gzip', () => zlib.createGunzip()],
  ['deflate', (firstByte) => (isZlib(firstByte) ? zlib.createInflate() : zlib.createInflateRaw())],
  ['br', () => zlib.createBrotliDecompress()],
  ...(hasZstd ? [['zstd', () => (zlib as unknown as WithZstd).createZstdDecompress()] as const] : []),
]);

/** Node 22.15 and newer. */
interface WithZstd {
  createZstdDecompress(): Transform;
}

const isZlibError = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  /^(?:Z_|ERR__?(?:ERROR|BROTLI|ZSTD)|ZSTD_|ERR_BROTLI|ERR_ZSTD)/.test(String(error.code));
