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
  /** Permission bits. */
  readonly mode: number;
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
    return await explain(given, use({ handle, size: stats.size, mode: stats.mode & 0o777 }));
  } finally {
    await handle.close();
  }
};

const CHUNK_BYTES = 65_536;

/** Reads a whole file of at most `maxBytes`; undefined when it is larger, whatever its size says. */
export const readWhole = async (
  { handle, size }: RegularFile,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Buffer | undefined> => {
  if (size > maxBytes) return undefined;
  const chunks: Buffer[] = [];
  let length = 0;
  while (length <= maxBytes) {
    signal.throwIfAborted();
    // One byte more than the file has, so that its end shows in the same call.
    const chunk = Buffer.allocUnsafe(Math.max(CHUNK_BYTES, Math.min(size, maxBytes) + 1 - length));
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, null);
    if (bytesRead === 0) return chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
    chunks.push(chunk.subarray(0, bytesRead));
    length += bytesRead;
  }
  return undefined;
};
