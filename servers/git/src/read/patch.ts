// Patch reader: reads `git diff --raw --patch -z`, first the list of files, then one page of the patch. Git is stopped
// after the page, however large the patch is.
import { basename } from 'node:path';
import { ToolError } from '@mcp/runtime';
import { decode, shownName, type Option } from '@mcp/git';
import { lineEnd, readOffset } from './page.ts';
import { partsOf } from './records.ts';

/** Options for the list of files, and for the patch with this many context lines. */
export const listOptions: readonly Option[] = ['--raw', '-z'];
export const patchOptions = (contextLines: number): Option[] => ['--patch', `--unified=${contextLines}`];

/** Options of every diff. Settings of the repository do not change its form. */
export const formOptions: readonly Option[] = [
  '--src-prefix=a/',
  '--dst-prefix=b/',
  '--find-renames',
  '--submodule=short',
];

/** Lock files of package managers. Programs write them, so diffs leave them out and say so. */
const LOCK_FILES: ReadonlySet<string> = new Set(
  (
    'package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock bun.lockb deno.lock Cargo.lock ' +
    'Gemfile.lock composer.lock poetry.lock Pipfile.lock uv.lock pdm.lock go.sum flake.lock mix.lock pubspec.lock ' +
    'Podfile.lock Package.resolved packages.lock.json gradle.lockfile .terraform.lock.hcl'
  ).split(' '),
);

/** Whether a path names a lock file. */
export const isLockFile = (path: string): boolean => LOCK_FILES.has(basename(path));

/** A list with more files helps nobody. */
const MAX_FILES = 5000;

/** Which page of a patch. */
export interface PatchQuery {
  readonly maxBytes: number;
  readonly cursor: string | undefined;
  /** Whether to leave lock files out. */
  readonly hidesLockFiles: boolean;
}

/** A page of a patch. */
export interface PatchPage {
  /** Number of changed files on all pages. */
  readonly count: number;
  /** Lock files that were left out. */
  readonly excluded: readonly string[];
  /** Whole files if possible, else whole lines. */
  readonly text: string;
  /** Where the next page begins. */
  readonly nextCursor?: string;
}

/** Reads the output piece by piece. */
export class PatchReader {
  /** Whether files are in conflict: git then lists them in another form, without a patch. */
  hasConflicts = false;
  /** Whether names contain invisible characters. */
  hasUnseen = false;
  readonly #query: PatchQuery;
  readonly #from: { readonly offset: number; readonly stamp: string } | undefined;
  readonly #paths = new Set<string>();
  // Loaded with the first patch, not at the start of the server.
  readonly #hash = process.getBuiltinModule('node:crypto').createHash('sha256');
  readonly #page: Buffer[] = [];
  /** The incomplete record or line at the end of the last piece. */
  #rest: Buffer = Buffer.alloc(0);
  #isPatch = false;
  #hasLockFiles = false;
  #isLeftOut = false;
  /** Number of names of the next file: two if it was renamed or copied. */
  #names = 0;
  #seen = 0;
  #pageBytes = 0;

  /** @throws {ToolError} if the cursor is not from an answer. */
  constructor(query: PatchQuery) {
    this.#query = query;
    this.#from = query.cursor === undefined ? undefined : readOffset(query.cursor);
  }

  /** Returns false if there is enough. */
  readonly add = (chunk: Buffer): boolean => {
    if (this.#isPatch) return this.#addPatch(chunk);
    const bytes = Buffer.concat([this.#rest, chunk]);
    let start = 0;
    for (let end = bytes.indexOf(0); end >= 0 && !this.#isPatch; end = bytes.indexOf(0, start)) {
      this.#addRecord(decode(bytes.subarray(start, end)));
      start = end + 1;
    }
    this.#rest = bytes.subarray(start);
    if (!this.#isPatch) return this.#paths.size <= MAX_FILES;
    const patch = this.#rest;
    this.startPatch();
    return this.#addPatch(patch);
  };

  /** Everything from now on is the patch. */
  startPatch(): void {
    this.#isPatch = true;
    this.#rest = Buffer.alloc(0);
    this.#hasLockFiles = this.#lockFiles.length > 0;
  }

  /**
   * Returns the page.
   *
   * @throws {ToolError} if there are too many files, or the diff has changed since the cursor was returned.
   */
  end(): PatchPage {
    if (this.#paths.size > MAX_FILES)
      throw new ToolError(`More than ${MAX_FILES} files changed. Ask for some of them with paths.`);
    const stamp = this.#hash.digest('hex').slice(0, 16);
    if (this.#from !== undefined && this.#from.stamp !== stamp)
      throw new ToolError(
        'The changes are not the same as when the cursor was given. Start again without it.',
      );
    if (this.#isPatch && !this.#isLeftOut) this.#keep(this.#rest);
    const whole = Buffer.concat(this.#page);
    const page = whole.subarray(0, cutAt(whole, this.#query.maxBytes));
    const next = (this.#from?.offset ?? 0) + page.length;
    return {
      count: this.#paths.size,
      excluded: this.#lockFiles,
      text: page.toString('utf8'),
      ...(page.length < whole.length ? { nextCursor: `${next}.${stamp}` } : {}),
    };
  }

  get #lockFiles(): string[] {
    return this.#query.hidesLockFiles ? [...this.#paths].filter(isLockFile).map(shownName) : [];
  }

  // `:100644 100644 bcd1234 0123456 M`, the path, and for a rename or copy the new path. An empty record ends the list.
  #addRecord(given: string): void {
    // After the message of `git log`, the list starts on a new line.
    const record = given.startsWith('\n') ? given.slice(1) : given;
    this.#hash.update(`${record}\0`);
    this.hasUnseen ||= hasUnseen(record);
    if (this.#names > 0) {
      this.#names -= 1;
      if (this.#names === 0) this.#paths.add(record);
    } else if (record.startsWith(':')) {
      this.#names = /[RC]\d*$/.test(record) ? 2 : 1;
      this.hasConflicts ||= record.startsWith('::');
    } else this.#isPatch = true;
  }

  #addPatch(chunk: Buffer): boolean {
    this.#keep(this.#hasLockFiles ? this.#withoutLockFiles(chunk) : chunk);
    // A little more than a page, to see where the next file starts.
    return this.#pageBytes <= this.#query.maxBytes + 100;
  }

  #keep(chunk: Buffer): void {
    const skip = Math.max(0, (this.#from?.offset ?? 0) - this.#seen);
    this.#seen += chunk.length;
    const part = chunk.subarray(skip);
    this.#page.push(part);
    this.#pageBytes += part.length;
  }

  // Whole lines only; the rest waits for the next piece.
  #withoutLockFiles(chunk: Buffer): Buffer {
    const bytes = Buffer.concat([this.#rest, chunk]);
    const end = bytes.lastIndexOf(0x0a) + 1;
    this.#rest = bytes.subarray(end);
    const kept = partsOf(bytes.toString('latin1', 0, end), isHeader).filter((part) => {
      const [, path] = HEADER.exec(part.slice(0, part.indexOf('\n'))) ?? [];
      if (path !== undefined) this.#isLeftOut = isLockFile(path.replace(/"$/, ''));
      return !this.#isLeftOut;
    });
    return Buffer.from(kept.join(''), 'latin1');
  }
}

/** Characters that git leaves in unquoted names although they are invisible or change the direction of text. */
const hasUnseen = (name: string): boolean => /[^ -~]/.test(name) && /[\p{Cf}\p{Zl}\p{Zp}]/u.test(name);

/** The first line of a file, which ends with its path. Lines of content start with another character. */
const HEADER = /^(?:diff --(?:git|cc|combined)|\* Unmerged path) "?(.*)/;

const isHeader = (line: string): boolean => HEADER.test(line);

/** Cuts after the last whole file, else after the last line, else between characters. */
const cutAt = (bytes: Buffer, maxBytes: number): number => {
  if (bytes.length <= maxBytes) return bytes.length;
  const text = bytes.toString('latin1', 0, maxBytes + 20);
  const file = partsOf(text, isHeader).slice(0, -1).join('').length;
  if (file > 0 && file <= maxBytes) return file;
  return lineEnd(bytes, maxBytes);
};
