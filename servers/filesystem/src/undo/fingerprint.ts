// Tells one content of a file from another, whatever happened to its name, its times or its place on the disk.
import { createHash } from 'node:crypto';
import { fstatSync, read as readWithCallback, readSync } from 'node:fs';
import { promisify } from 'node:util';

/** Of a larger file its time has to do. */
const MAX_BYTES = 67_108_864;
const PART_BYTES = 1_048_576;
/** Read at once. */
const QUICK_BYTES = 262_144;

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
