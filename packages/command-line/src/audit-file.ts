// The file of --audit-log: lines are appended in the order in which they come, without making anybody wait.
import { writeSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { UsageError } from './flags.ts';

const OWNER_ONLY = 0o600;
const MAX_WAITING = 100_000;

/** A file that lines are appended to. When it cannot be written, lines are lost and stderr says so. */
export class AuditFile {
  readonly #path: string;
  readonly #file: FileHandle;
  #lines: string[] = [];
  #lost = 0;
  #writing: Promise<void> | undefined;

  private constructor(path: string, file: FileHandle) {
    this.#path = path;
    this.#file = file;
    // A process that ends in a hurry still writes what waits.
    process.once('exit', () => this.#writeNow());
  }

  /**
   * Opens the file, or makes one that only the owner can read.
   *
   * @throws {UsageError} when that is not possible.
   */
  static async open(path: string): Promise<AuditFile> {
    try {
      return new AuditFile(path, await open(path, 'a', OWNER_ONLY));
    } catch (error) {
      throw new UsageError(`--audit-log: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** Appends one line, soon. */
  write(line: string): void {
    if (this.#lines.length >= MAX_WAITING) this.#lost++;
    else this.#lines.push(`${line}\n`);
    this.#writing ??= this.#drain();
  }

  /** Resolves when everything is written. */
  async close(): Promise<void> {
    await this.#writing;
  }

  async #drain(): Promise<void> {
    while (this.#lines.length > 0) {
      const lines = this.#lines.splice(0);
      try {
        await this.#file.appendFile(lines.join(''));
      } catch (error) {
        this.#lost += lines.length;
        this.#complain(error);
      }
    }
    if (this.#lost > 0) this.#complain('too many lines at once');
    this.#writing = undefined;
  }

  #complain(reason: unknown): void {
    process.stderr.write(`--audit-log ${this.#path}: ${this.#lost} lines are lost: ${String(reason)}\n`);
    this.#lost = 0;
  }

  #writeNow(): void {
    try {
      writeSync(this.#file.fd, this.#lines.splice(0).join(''));
    } catch {
      // The process is ending; there is nothing left to do.
    }
  }
}
