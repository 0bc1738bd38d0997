// Reads what `git diff --raw --patch -z` writes: first the list of files, then a page of the patch. However large the
// patch is, one page of it is kept, and git is stopped after it.
import { createHash } from 'node:crypto';
import { ToolError } from '@mcp/runtime';
import { toExclusion, type Option, type TreePath } from '../repository/arguments.ts';

/** One file of a diff. */
export interface DiffFile {
  readonly path: string;
  readonly oldPath?: string;
  readonly status: string;
  readonly additions: number;
  readonly deletions: number;
  readonly binary: boolean;
  /** Its part of the page. */
  readonly patch?: string;
}

/** A page of a diff. */
export interface Diff {
  /** All changed files; those with a `patch` are on this page. */
  readonly files: readonly DiffFile[];
  /** The page: whole parts of files if possible, else whole lines. */
  readonly patch: string;
  /** Generated files, whose patch was left out. */
  readonly excluded: readonly string[];
  /** Where the next page begins. */
  readonly nextCursor?: string;
}

/** What to write: the list of files, and the patch with this many lines around each change. */
export const listOptions: readonly Option[] = ['--raw', '-z'];
/** Counting lines costs git as much as the patch. When all of that is at hand, they are counted there. */
export const countOptions: readonly Option[] = ['--numstat', '-z'];
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
const STATUS: { readonly [letter: string]: string } = {
  A: 'added',
  C: 'copied',
  D: 'deleted',
  M: 'modified',
  R: 'renamed',
  T: 'type-changed',
  U: 'unmerged',
};

interface Position {
  readonly offset: number;
  readonly file: number;
  readonly stamp: string;
}

/** Takes the output in pieces. */
export class PatchReader {
  readonly #maxBytes: number;
  readonly #from: Position | undefined;
  #head: Buffer = Buffer.alloc(0);
  #isPatch = false;
  #files: {
    path: string;
    oldPath?: string;
    status: string;
    additions: number;
    deletions: number;
    binary: boolean;
  }[] = [];
  #pending: { kind: 'raw' | 'count'; fields: string[]; status: string } | undefined;
  #byPath = new Map<string, number>();
  #hash = createHash('sha256');
  #seen = 0;
  #page: Buffer[] = [];
  #pageBytes = 0;
  #hasMore = false;
  #hasConflicts = false;
  #isCounted = false;
  #isHeld = false;
  #excluded: ReadonlySet<string> = new Set();
  readonly #holds: (paths: readonly string[]) => boolean;

  /**
   * `holds` is asked when the list is there: whether git is to be stopped, so that some of the files can be excluded.
   *
   * @throws {ToolError} when the cursor is not one of ours.
   */
  constructor(
    maxBytes: number,
    cursor: string | undefined,
    holds: (paths: readonly string[]) => boolean = () => false,
  ) {
    this.#maxBytes = maxBytes;
    this.#holds = holds;
    this.#from = cursor === undefined ? undefined : readCursor(cursor);
  }

  /** False: it is enough. */
  add(chunk: Buffer): boolean {
    if (this.#hasConflicts || this.#isHeld) return false;
    if (this.#isPatch) return this.#addPatch(chunk);
    const bytes = this.#head.length === 0 ? chunk : Buffer.concat([this.#head, chunk]);
    let start = 0;
    for (let end = bytes.indexOf(0); end >= 0 && !this.#isPatch; end = bytes.indexOf(0, start)) {
      this.#addRecord(bytes.toString('utf8', start, end));
      start = end + 1;
    }
    const rest = bytes.subarray(start);
    if (this.#isPatch) {
      this.#isHeld = this.#holds(this.paths);
      return !this.#isHeld && this.#addPatch(rest);
    }
    this.#head = rest;
    // Without the rest of the list there is nothing to show: `end` says so.
    return this.#files.length <= MAX_FILES;
  }

  /** Files are in conflict: git has written their list in another form, and no patch. */
  get hasConflicts(): boolean {
    return this.#hasConflicts;
  }

  /** The list is there, and no patch: it was held. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** The files of the list. */
  get paths(): string[] {
    return this.#files.map(({ path }) => path);
  }

  /** Pathspecs against the excluded files. */
  get exclusions(): TreePath[] {
    const excluded = this.#files.filter(({ path }) => this.#excluded.has(path));
    return excluded.flatMap(({ path, oldPath }) =>
      [path, ...(oldPath === undefined ? [] : [oldPath])].map((name) => toExclusion(name)),
    );
  }

  /** The patch is not all here: lines have to be counted by git. */
  get isPart(): boolean {
    return this.#excluded.size > 0 || this.#from !== undefined || this.#pageBytes > this.#maxBytes;
  }

  /** What comes from now on is the patch alone, without these files. */
  startPatch(excluded: ReadonlySet<string> = new Set()): void {
    this.#isPatch = true;
    this.#isHeld = false;
    this.#hasConflicts = false;
    this.#excluded = excluded;
  }

  /** What comes from now on are the counts alone. */
  startCounts(): void {
    this.#isPatch = false;
    this.#isCounted = true;
    this.#head = Buffer.alloc(0);
  }

  /**
   * The page.
   *
   * @throws {ToolError} when there are too many files, or the diff is not the one of the cursor any more.
   */
  end(): Diff {
    if (this.#files.length > MAX_FILES)
      throw new ToolError(`More than ${MAX_FILES} files changed. Ask for some of them with paths.`);
    const stamp = this.#hash.digest('hex').slice(0, 16);
    if (this.#from !== undefined && this.#from.stamp !== stamp)
      throw new ToolError(
        'The changes are not the same as when the cursor was given. Start again without it.',
      );
    const whole = Buffer.concat(this.#page);
    const page = whole.subarray(
      0,
      this.#hasMore || whole.length > this.#maxBytes ? cutAt(whole, this.#maxBytes) : undefined,
    );
    const parts = splitParts(page);
    const first = this.#from?.file ?? 0;
    const files: DiffFile[] = this.#files.map((file) => ({ ...file }));
    const patched = files.flatMap(({ path }, index) => (this.#excluded.has(path) ? [] : [index]));
    for (const [index, part] of parts.entries()) {
      const at = patched[first + index] ?? -1;
      const file = files[at];
      if (file !== undefined)
        files[at] = { ...file, ...(this.#isCounted ? {} : countLines(part)), patch: part };
    }
    const isLast = page.length === whole.length && !this.#hasMore;
    const isAtFile = BOUNDARY.test(whole.toString('latin1', page.length, page.length + 20));
    const next = {
      offset: (this.#from?.offset ?? 0) + page.length,
      file: first + parts.length - (isAtFile ? 0 : 1),
      stamp,
    };
    return {
      files,
      patch: page.toString('utf8'),
      excluded: this.paths.filter((path) => this.#excluded.has(path)),
      ...(isLast ? {} : { nextCursor: `${next.offset}.${next.file}.${next.stamp}` }),
    };
  }

  #addRecord(given: string): void {
    // After a message of `git log` the list begins on a line of its own.
    const record = given.startsWith('\n') ? given.slice(1) : given;
    this.#hash.update(record).update('\0');
    const pending = this.#pending;
    if (pending !== undefined) {
      pending.fields.push(record);
      const isMoved = /^[RC]/.test(pending.status) || pending.kind === 'count';
      if (isMoved && pending.fields.length < 2) return;
      this.#pending = undefined;
      const [from = '', to = from] = pending.fields;
      if (pending.kind === 'raw') this.#addFile(pending.status, to, isMoved ? from : undefined);
      else this.#addCount(pending.status, to);
    } else if (record === '') this.#isPatch = true;
    else if (record.startsWith('::')) this.#hasConflicts = true;
    else if (record.startsWith(':'))
      this.#pending = { kind: 'raw', fields: [], status: record.split(' ').at(-1) ?? 'M' };
    else {
      const path = record.split('\t').slice(2).join('\t');
      if (path === '') this.#pending = { kind: 'count', fields: [], status: record };
      else this.#addCount(record, path);
    }
  }

  #addFile(letter: string, path: string, oldPath: string | undefined): void {
    // An unmerged file comes a second time, as the change of the file.
    if (this.#byPath.has(path)) return;
    const status = STATUS[letter.charAt(0)] ?? 'modified';
    this.#byPath.set(path, this.#files.length);
    const file = { path, status, additions: 0, deletions: 0, binary: false };
    this.#files.push(oldPath === undefined ? file : { ...file, oldPath });
  }

  #addCount(record: string, path: string): void {
    const [additions = '', deletions = ''] = record.split('\t');
    const file = this.#files[this.#byPath.get(path) ?? -1];
    if (file === undefined) return;
    file.binary = additions === '-';
    file.additions = Number(additions) || 0;
    file.deletions = Number(deletions) || 0;
  }

  #addPatch(chunk: Buffer): boolean {
    const skip = Math.max(0, (this.#from?.offset ?? 0) - this.#seen);
    this.#seen += chunk.length;
    const part = chunk.subarray(skip);
    if (part.length === 0) return true;
    this.#page.push(part);
    this.#pageBytes += part.length;
    // A little more than the page, to see where the next file begins.
    this.#hasMore = this.#pageBytes > this.#maxBytes + 100;
    return !this.#hasMore;
  }
}

/** Where the part of a file begins. Lines of content begin with another character. */
const BOUNDARY = /^(?:diff --(?:git|cc|combined) |\* Unmerged path )/;
const BOUNDARIES = /^(?=diff --(?:git|cc|combined) |\* Unmerged path )/m;

// Bytes are kept while splitting.
const splitParts = (page: Buffer): string[] =>
  page.length === 0
    ? []
    : page
        .toString('latin1')
        .split(BOUNDARIES)
        .map((part) => Buffer.from(part, 'latin1').toString('utf8'));

// Behind the first header of a hunk every line is content, or the header of another one.
const countLines = (part: string): Pick<DiffFile, 'additions' | 'deletions' | 'binary'> => {
  const counts = { additions: 0, deletions: 0, binary: /^(?:Binary files |GIT binary patch)/m.test(part) };
  const start = part.search(/^@@/m);
  for (let at = start < 0 ? -1 : part.indexOf('\n', start); at >= 0; at = part.indexOf('\n', at + 1)) {
    const sign = part[at + 1];
    if (sign === '+') counts.additions += 1;
    else if (sign === '-') counts.deletions += 1;
  }
  return counts;
};

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

const readCursor = (cursor: string): Position => {
  const [, offset, file, stamp] = /^(\d{1,15})\.(\d{1,6})\.([0-9a-f]{16})$/.exec(cursor) ?? [];
  if (offset === undefined || file === undefined || stamp === undefined)
    throw new ToolError('The cursor is not one that this tool gave. Start again without it.');
  return { offset: Number(offset), file: Number(file), stamp };
};
