// Opens and reads regular files only: a pipe, device or socket would block or never end.
import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { ToolError } from '@mcp/runtime';
import { explain } from './failure.ts';
import { fileSystem } from './file-system.ts';

/** An open regular file. */
export interface RegularFile {
  readonly handle: FileHandle;
  readonly size: number;
}

// The last segment of a resolved path is no link, so one that is there now was put there meanwhile. Without
// O_NONBLOCK, opening a pipe waits for its other end. Windows has neither flag.
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/**
 * Opens `path`, which the sandbox has resolved, gives it to `use` and closes it. `given` is the path in messages.
 *
 * @throws {ToolError} when it is not a regular file.
 */
export const withRegularFile = async <T>(
  path: string,
  given: string,
  use: (file: RegularFile) => Promise<T>,
): Promise<T> => {
  const handle = await explain(given, fileSystem.open(path, FLAGS));
  try {
    const stats = await handle.stat();
    if (stats.isDirectory()) throw new ToolError(`${given} is a directory. Use list_directory.`);
    if (!stats.isFile())
      throw new ToolError(`${given} is not a regular file. Pipes, devices and sockets are not read.`);
    return await explain(given, use({ handle, size: stats.size }));
  } finally {
    await handle.close();
  }
};

/** Room for a file that knows no size, like those in /proc. */
const UNKNOWN_BYTES = 65_536;

/** Reads up to `maxBytes` from an offset on, and says whether the file ends there. */
export const readAt = async (
  { handle, size }: RegularFile,
  offset: number,
  maxBytes: number,
): Promise<{ bytes: Buffer; isEnd: boolean }> => {
  const room = size === 0 ? UNKNOWN_BYTES : Math.max(0, size - offset);
  const buffer = Buffer.allocUnsafe(Math.min(maxBytes, room));
  let length = 0;
  while (length < buffer.length) {
    const { bytesRead } = await handle.read(buffer, length, buffer.length - length, offset + length);
    if (bytesRead === 0) return { bytes: buffer.subarray(0, length), isEnd: true };
    length += bytesRead;
  }
  return { bytes: buffer, isEnd: size > 0 && offset + length >= size };
};
