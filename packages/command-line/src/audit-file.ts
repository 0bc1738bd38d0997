// The file of --audit-log: lines are appended in the order in which they come, without blocking callers.
import { writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { UsageError } from './flags.ts';

const OWNER_ONLY = 0o600;
const MAX_WAITING = 100_000;

/** A file that lines are appended to. When it cannot be written, lines are lost and stderr says so. */
export interface AuditFile {
  /** Appends one line, soon. */
  write(line: string): void;
  /** Resolves when everything is written. */
  close(): Promise<void>;
}

/**
 * Opens the file, or makes one that only the owner can read.
 *
 * @throws {UsageError} when that is not possible.
 */
export async function openAuditFile(path: string): Promise<AuditFile> {
  const file = await open(path, 'a', OWNER_ONLY).catch((error: unknown) => {
    throw new UsageError(`--audit-log: ${error instanceof Error ? error.message : String(error)}`);
  });
  const lines: string[] = [];
  let lost = 0;
  let writing: Promise<void> | undefined;
  const take = (): string => lines.splice(0).join('');
  const complain = (reason: unknown): void => {
    process.stderr.write(`--audit-log ${path}: ${lost} lines are lost: ${String(reason)}\n`);
    lost = 0;
  };
  const drain = async (): Promise<void> => {
    while (lines.length > 0) {
      const count = lines.length;
      await file.appendFile(take()).catch((error: unknown) => {
        lost += count;
        complain(error);
      });
    }
    if (lost > 0) complain('too many lines at once');
    writing = undefined;
  };
  // A process that ends in a hurry still writes what waits.
  process.once('exit', () => {
    try {
      writeSync(file.fd, take());
    } catch {
      // The process is ending.
    }
  });
  return {
    write: (line) => {
      if (lines.length >= MAX_WAITING) lost++;
      else lines.push(`${line}\n`);
      writing ??= drain();
    },
    close: async () => writing,
  };
}
