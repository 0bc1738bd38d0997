// --audit-log: appends lines to a file in their order, without blocking callers.
import { writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { UsageError } from './flags.ts';

const OWNER_ONLY = 0o600;
const MAX_WAITING = 100_000;

/** The file of an audit log. If it cannot be written, lines are dropped and stderr says so. */
export interface AuditFile {
  /** Queues one line. */
  write(line: string): void;
  /** Resolves once all lines are written. */
  close(): Promise<void>;
}

/**
 * Opens the file, or creates one that only its owner can read.
 *
 * @throws {UsageError} if that fails.
 */
export async function openAuditFile(path: string): Promise<AuditFile> {
  const file = await open(path, 'a', OWNER_ONLY).catch((error: unknown) => {
    throw new UsageError(`--audit-log: ${error instanceof Error ? error.message : String(error)}`);
  });
  const lines: string[] = [];
  let lost = 0;
  let writing: Promise<void> | undefined;
  const dequeue = (): string => lines.splice(0).join('');
  const complain = (reason: unknown): void => {
    process.stderr.write(`--audit-log ${path}: ${lost} lines were dropped: ${String(reason)}\n`);
    lost = 0;
  };
  const drain = async (): Promise<void> => {
    while (lines.length > 0) {
      const count = lines.length;
      await file.appendFile(dequeue()).catch((error: unknown) => {
        lost += count;
        complain(error);
      });
    }
    if (lost > 0) complain('too many lines at once');
    writing = undefined;
  };
  // A process that exits early still writes the queue.
  process.once('exit', () => {
    try {
      writeSync(file.fd, dequeue());
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
