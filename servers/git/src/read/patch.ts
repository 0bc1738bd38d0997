// Reads what `git diff --raw --patch -z` writes: first the list of files, then a page of the patch. However large the
// patch is, one page of it is kept, and git is stopped after it.
import { createHash } from 'node:crypto';
import { ToolError } from '@mcp/runtime';
import type { Option } from '../repository/arguments.ts';
import { decode } from '../repository/names.ts';

/** What to write: the list of files, and the patch with this many lines around each change. */
export const listOptions: readonly Option[] = ['--raw', '-z'];
export const patchOptions = (contextLines: number): Option[] => ['--patch', `--unified=${contextLines}`];

/** Options of every diff: no program of the repository takes part, and its settings do not change the form. */
export const formOptions: readonly Option[] = [
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--src-prefix=a/',
  '--dst-prefix=b/',
  '--find-renames',
  '--submodule=short',
];

/** More files than these are no answer that helps. */
const MAX_FILES = 5000;

/** A page of a patch. */
export interface PatchPage {
  /** The changed files, of all pages. */
  readonly paths: readonly string[];
  /** Whole files if possible, else whole lines. */
  readonly patch: string;
  /** Where the next page begins. */
  readonly nextCursor?: string;
}

/** Takes the output in pieces. */
export class PatchReader {
  /** Files are in conflict: git has written their list in another form, and no patch. */
  hasConflicts = false;
  readonly #maxBytes: number;
  readonly #from: { readonly offset: number; readonly stamp: string } | undefined;
  readonly #isHeld: (paths: readonly string[]) => boolean;
  readonly #files = new Map<string, readonly string[]>();
  readonly #hash = createHash('sha256');
  readonly #page: Buffer[] = [];
  #head: Buffer = Buffer.alloc(0);
  #isPatch = false;
  #isStopped = false;
  #pending: string[] = [];
  #seen = 0;
  #pageBytes = 0;

  /**
   * `isHeld` is asked when the list is there: whether git is to be stopped before the patch.
   *
   * @throws {ToolError} when the cursor is not one of ours.
   */
  constructor(maxBytes: number, cursor: string | undefined, isHeld: (paths: readonly string[]) => boolean) {
    this.#maxBytes = maxBytes;
    this.#isHeld = isHeld;
    this.#from = cursor === undefined ? undefined : readCursor(cursor);
  }

  /** The files of the list. */
  get paths(): string[] {
    return [...this.#files.keys()];
  }

  /** The list is there, and git was stopped before the patch. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** A path, and where the file was before. */
  namesOf(path: string): readonly string[] {
    return this.#files.get(path) ?? [];
  }

  /** False: it is enough. */
  add(chunk: Buffer): boolean {
    if (this.#isStopped) return false;
    if (this.#isPatch) return this.#addPatch(chunk);
    const bytes = this.#head.length === 0 ? chunk : Buffer.concat([this.#head, chunk]);
    let start = 0;
    for (let end = bytes.indexOf(0); end >= 0 && !this.#isPatch; end = bytes.indexOf(0, start)) {
      this.#addRecord(decode(bytes.subarray(start, end)));
      start = end + 1;
    }
    const rest = bytes.subarray(start);
    if (!this.#isPatch) {
      this.#head = rest;
      return this.#files.size <= MAX_FILES;
    }
    this.#isStopped = this.hasConflicts || this.#isHeld(this.paths);
    return !this.#isStopped && this.#addPatch(rest);
  }

  /** What comes from now on is the patch alone. */
  startPatch(): void {
    this.#isPatch = true;
    this.#isStopped = false;
  }

  /**
   * The page.
   *
   * @throws {ToolError} when there are too many files, or the diff is not the one of the cursor any more.
   */
  end(): PatchPage {
    if (this.#files.size > MAX_FILES)
      throw new ToolError(`More than ${MAX_FILES} files changed. Ask for some of them with paths.`);
    const stamp = this.#hash.digest('hex').slice(0, 16);
    if (this.#from !== undefined && this.#from.stamp !== stamp)
      throw new ToolError(
        'The changes are not the same as when the cursor was given. Start again without it.',
      );
    const whole = Buffer.concat(this.#page);
    const page = whole.subarray(0, cutAt(whole, this.#maxBytes));
    const next = (this.#from?.offset ?? 0) + page.length;
    return {
      paths: this.paths,
      patch: page.toString('utf8'),
      ...(page.length < whole.length ? { nextCursor: `${next}.${stamp}` } : {}),
    };
  }

  // `:100644 100644 bcd1234 0123456 M`, the path, and for a rename or copy the new path. An empty record ends the list.
  #addRecord(given: string): void {
    // After a message of `git log` the list begins on a line of its own.
    const record = given.startsWith('\n') ? given.slice(1) : given;
    this.#hash.update(`${record}\0`);
    const [header, ...paths] = this.#pending;
    if (header === undefined) {
      if (record.startsWith(':')) this.#pending = [record];
      else this.#isPatch = true;
      this.hasConflicts ||= record.startsWith('::');
      return;
    }
    const status = header.split(' ').at(-1) ?? '';
    const all = [...paths, record];
    this.#pending = /^[RC]/.test(status) && all.length < 2 ? [header, ...all] : [];
    if (this.#pending.length === 0) this.#files.set(record, all);
  }

  #addPatch(chunk: Buffer): boolean {
    const skip = Math.max(0, (this.#from?.offset ?? 0) - this.#seen);
    this.#seen += chunk.length;
    const part = chunk.subarray(skip);
    if (part.length > 0) this.#page.push(part);
    this.#pageBytes += part.length;
    // A little more than the page, to see where the next file begins.
    return this.#pageBytes <= this.#maxBytes + 100;
  }
}

/** Where the part of a file begins. Lines of content begin with another character. */
const BOUNDARIES = /^(?=diff --(?:git|cc|combined) |\* Unmerged path )/m;

/** At the last file that is whole, else at the last line, else anywhere between characters. */
const cutAt = (bytes: Buffer, maxBytes: number): number => {
  if (bytes.length <= maxBytes) return bytes.length;
  const text = bytes.toString('latin1', 0, maxBytes + 20);
  const file = text.split(BOUNDARIES).slice(0, -1).join('').length;
  if (file > 0 && file <= maxBytes) return file;
  const line = bytes.subarray(0, maxBytes).lastIndexOf(0x0a) + 1;
  if (line > 0) return line;
  let end = maxBytes;
  while (end > 1 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return end;
};

const readCursor = (cursor: string): { readonly offset: number; readonly stamp: string } => {
  const [, offset, stamp] = /^(\d{1,15})\.([0-9a-f]{16})$/.exec(cursor) ?? [];
  if (offset === undefined || stamp === undefined)
    throw new ToolError('The cursor is not one that this tool gave. Start again without it.');
  return { offset: Number(offset), stamp };
};
