// On Windows a file that another program has open cannot be replaced, renamed or deleted: virus scanners have it for a moment.
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode, FileError } from '../failure.ts';

/** What Windows says then; it says the same of what is forbidden. */
const HELD: ReadonlySet<string | undefined> = new Set(['EPERM', 'EACCES', 'EBUSY']);

/** About a second and a half in all. */
const PAUSES_MS = [10, 20, 50, 100, 200, 400, 600];

/**
 * Does work that replaces, renames or deletes `given`, and on Windows does it again for a moment while that is refused. The
 * work must change nothing when it fails.
 *
 * @throws {FileError} `busy`, when Windows still refuses it.
 */
export const unlessHeld = async <T>(
  given: string,
  work: () => T | Promise<T>,
  platform: NodeJS.Platform = process.platform,
): Promise<T> => {
  if (platform !== 'win32') return work();
  for (const pause of PAUSES_MS) {
    try {
      return await work();
    } catch (error) {
      if (!HELD.has(errorCode(error))) throw error;
      await sleep(pause);
    }
  }
  try {
    return await work();
  } catch (error) {
    throw HELD.has(errorCode(error)) ? held(given, error) : error;
  }
};

// The system does not tell which program it is.
const held = (given: string, cause: unknown): FileError =>
  new FileError(
    'busy',
    `${given} cannot be replaced, renamed or deleted now: another program has it open, or Windows forbids it. Nothing was changed.`,
    { hint: 'Ask the user to close the programs that use it, then try again.', cause },
  );
