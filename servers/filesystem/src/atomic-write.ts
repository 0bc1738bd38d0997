// Writes a file whole or not at all: into a new file beside it, which then takes its place.
import { constants } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ToolError } from '@mcp/runtime';
import { errorCode, explain } from './failure.ts';
import { fileSystem } from './file-system.ts';

/** What to write where. */
export interface AtomicWrite {
  /** Resolved by the sandbox. */
  readonly path: string;
  /** The path in messages. */
  readonly given: string;
  readonly content: string;
  readonly signal: AbortSignal;
}

const NEW_FILE_MODE = 0o666;

/** Whether a path is that of a file that is being written and has not yet its name. */
export const isTemporary = (path: string): boolean => /^\.mcp-[\w-]+\.tmp$/.test(basename(path));

/**
 * Writes a file. One that exists keeps its permissions; readers see the old content or the new, never a part.
 *
 * @returns whether the file is new.
 */
export const writeAtomically = (write: AtomicWrite): Promise<boolean> => explain(write.given, replace(write));

const replace = async ({ path, given, content, signal }: AtomicWrite): Promise<boolean> => {
  const mode = await replaceableMode(path, given);
  const temporary = join(dirname(path), `.mcp-${crypto.randomUUID()}.tmp`);
  try {
    await writeNew(temporary, content, mode);
    signal.throwIfAborted();
    await fileSystem.rename(temporary, path);
  } catch (error) {
    await fileSystem.rm(temporary, { force: true });
    throw error;
  }
  return mode === undefined;
};

/** The permissions of the file that is to be replaced; undefined when there is none. */
const replaceableMode = async (path: string, given: string): Promise<number | undefined> => {
  const stats = await fileSystem.lstat(path).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (stats === undefined) return undefined;
  if (stats.isDirectory()) throw new ToolError(`${given} is a directory. Give the path of a file.`);
  if (!stats.isFile()) throw new ToolError(`${given} is not a regular file. Only regular files are written.`);
  // A rename needs no permission on the file itself: a write-protected file must be refused here.
  await fileSystem.access(path, constants.W_OK);
  return stats.mode & 0o777;
};

const writeNew = async (path: string, content: string, mode: number | undefined): Promise<void> => {
  // Never more open than the file that it replaces, not even for a moment.
  const handle = await fileSystem.open(path, 'wx', mode ?? NEW_FILE_MODE);
  try {
    await handle.writeFile(content);
    // The umask may have taken bits away.
    if (mode !== undefined) await handle.chmod(mode);
    // Otherwise a power cut could leave the new name with nothing in it.
    await handle.sync();
  } finally {
    await handle.close();
  }
};
