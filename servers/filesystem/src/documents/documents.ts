// The text of documents for tools and resources: made in processes with limits, and kept for the next part.
import { extname, join } from 'node:path';
import { LimitedPool, OverLimitError } from '@mcp/workspace/limited-pool';
import { FileError, readAnswer } from '../failure.ts';
import type { OpenFile } from '../files/read.ts';
import {
  documentKind,
  MAX_TEXT_CHARS,
  type DocumentAnswer,
  type DocumentJob,
  type DocumentText,
} from './document.ts';

/** Larger documents are not read. */
const MAX_BYTES = 52_428_800;
const DEADLINE_MS = 20_000;
const MEMORY_MB = 512;
/** So many documents are kept, unless they have more text than one may have. */
const MAX_KEPT = 8;

// Beside its source, or beside the bundle.
const SCRIPT = join(import.meta.dirname, `document-process${extname(import.meta.filename)}`);

/** Reads documents. The processes start with the first one. */
export class Documents implements AsyncDisposable {
  readonly #pool = new LimitedPool<DocumentJob, DocumentAnswer>({
    script: SCRIPT,
    name: 'readDocument',
    deadlineMs: DEADLINE_MS,
    maxMemoryMb: MEMORY_MB,
  });
  /** By path and etag, the one that was used last at the end. */
  readonly #kept = new Map<string, DocumentText>();

  /**
   * The text of a document; undefined when the file is not one by its name.
   *
   * @throws {FileError} `unreadable` when it is damaged or has a password; `too_large` also when reading it takes too much
   *   time or memory. @throws the reason of the signal.
   */
  async read(file: OpenFile, given: string, signal: AbortSignal): Promise<DocumentText | undefined> {
    const kind = documentKind(file.path);
    if (kind === undefined) return undefined;
    const key = `${file.state.etag} ${file.path}`;
    const known = this.#kept.get(key);
    if (known !== undefined) {
      this.#keep(key, known);
      return known;
    }
    const bytes = await file.readWhole(MAX_BYTES);
    if (bytes === undefined) throw tooLarge(`${given} has more than ${MAX_BYTES} bytes.`);
    // What only has the name of a document is what it is.
    if (!isLike(kind, bytes)) return undefined;
    const document = await this.#make({ kind, bytes }, given, signal);
    this.#keep(key, document);
    return document;
  }

  async #make(job: DocumentJob, given: string, signal: AbortSignal): Promise<DocumentText> {
    try {
      return readAnswer(await this.#pool.run(job, signal));
    } catch (error) {
      if (error instanceof OverLimitError)
        throw tooLarge(`${given} takes too much time or memory to be read.`, error);
      if (!(error instanceof FileError)) throw error;
      const problem = error.problem.replace(/^The (?:document|PDF)/, () => given);
      throw new FileError(error.code, problem, { hint: error.hint, cause: error });
    }
  }

  #keep(key: string, document: DocumentText): void {
    this.#kept.delete(key);
    this.#kept.set(key, document);
    const isTooMuch = (): boolean =>
      this.#kept.size > MAX_KEPT ||
      [...this.#kept.values()].reduce((sum, { parts }) => sum + lengthOf(parts), 0) > MAX_TEXT_CHARS;
    for (const oldest of this.#kept.keys()) if (isTooMuch()) this.#kept.delete(oldest);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool.close();
  }
}

const lengthOf = (parts: DocumentText['parts']): number =>
  parts.reduce((sum, { text }) => sum + text.length, 0);

const tooLarge = (problem: string, cause?: unknown): FileError =>
  new FileError('too_large', problem, { hint: 'Ask the user for a smaller one, or for its text.', cause });

/** Bytes with which files begin that are not text. */
const isLike = (kind: DocumentJob['kind'], bytes: Buffer): boolean => {
  if (kind === 'ipynb') return true;
  if (kind === 'pdf') return bytes.subarray(0, 1024).includes('%PDF-');
  // A ZIP file, or the older form of Office.
  return bytes[0] === 0x50 || bytes[0] === 0xd0;
};
