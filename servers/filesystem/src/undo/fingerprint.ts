// Tells one content of a file from another, whatever happened to its name, its times or its place on the disk.
import { createHash, hash } from 'node:crypto';
import { fstatSync, read as readWithCallback, readSync } from 'node:fs';
import { promisify } from 'node:util';

/** Of a larger file its time has to do. */
const MAX_BYTES = 67_108_864;
const PART_BYTES = 1_048_576;
/** Read at once. */
const QUICK_BYTES = 262_144;
/** Of a content in memory. */
const MOST_AT_ONCE = 8_388_608;

const readAside = promisify(readWithCallback);

/** The fingerprint of an open file, of its content from a byte on. */
export const fingerprint = async (descriptor: number, from = 0): Promise<string> => {
  const { size, mtimeMs } = fstatSync(descriptor);
  if (size - from > MAX_BYTES) return `${size}.${Math.round(mtimeMs)}`;
  const content = createHash('sha256');
  const buffer = Buffer.allocUnsafe(Math.min(Math.max(1, size - from), PART_BYTES));
  for (let offset = from; ;) {
    const bytesRead =
      size <= QUICK_BYTES
        ? readSync(descriptor, buffer, 0, buffer.length, offset)
        : (await readAside(descriptor, buffer, 0, buffer.length, offset)).bytesRead;
    if (bytesRead === 0) return `${size}.${content.digest('base64url')}`;
    content.update(buffer.subarray(0, bytesRead));
    offset += bytesRead;
  }
};

/** The same of a file that has just this content, without reading it; undefined where that would take too long at once. */
export const fingerprintOf = (content: unknown): string | undefined =>
  content instanceof Uint8Array && content.length <= MOST_AT_ONCE
    ? `${content.length}.${hash('sha256', content, 'base64url')}`
    : undefined;
