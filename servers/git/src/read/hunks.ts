// The hunks of one file, byte by byte as `git diff` prints them, each named by what it changes: for a person who stages some.
import { createHash } from 'node:crypto';
import type { Option, TreePath } from '../repository/arguments.ts';
import { Collected } from '../repository/client.ts';
import { toBytes } from '../repository/names.ts';
import type { Repository } from '../repository/repository.ts';
import type { Run } from '../repository/work.ts';
import { partsOf, splitRecords } from './records.ts';

/** What is compared: the file with the index, or the index with the last commit. */
export type HunkSide = 'unstaged' | 'staged';

/** Changes that lie together. */
export interface Hunk {
  /** A digest of what it changes, and where. */
  readonly id: string;
  /** Its lines, from `@@` on: a character for each byte. */
  readonly latin1: string;
}

/** The changes of a file. */
export interface FileHunks {
  /** A digest of all of them. */
  readonly stamp: string;
  /** Why the file can only be staged or unstaged whole. */
  readonly whole?: string;
  /** Other modes. */
  readonly remarks: readonly string[];
  /** The lines by which `git apply` finds the file: a character for each byte. */
  readonly head: string;
  /** Of a file that can only be taken whole, too: to be looked at. */
  readonly hunks: readonly Hunk[];
}

/** More is nothing that a person reads. */
const MAX_BYTES = 20_000_000;

const FORM: readonly Option[] = [
  '--patch',
  '--unified=3',
  '--inter-hunk-context=0',
  '--full-index',
  '--no-renames',
  '--src-prefix=a/',
  '--dst-prefix=b/',
  '--submodule=short',
];

/** Reads them. Nothing when the file has not changed on this side. */
export const readHunks = async (
  repository: Repository,
  path: TreePath,
  side: HunkSide,
): Promise<FileHunks> => {
  const output = new Collected(MAX_BYTES);
  const isStaged = side === 'staged';
  const options: Option[] = [...FORM, ...(isStaged ? CACHED : [])];
  await repository.stream(
    { name: 'diff', options, operands: ['--', path], spoilsIndex: !isStaged },
    output.take,
  );
  const patch = output.bytes.toString('latin1');
  const digest = (text: string): string =>
    createHash('sha256')
      .update(toBytes(path))
      .update(`\0${side}\0`)
      .update(text, 'latin1')
      .digest('hex')
      .slice(0, 32);
  const stamp = digest(patch);
  if (output.isCut) return { stamp, whole: 'It has too many changes to show.', ...NOTHING };
  const [section, ...others] = partsOf(patch, (line) => line.startsWith('diff --git ')).filter((part) =>
    part.startsWith('diff '),
  );
  if (section === undefined) return { stamp, whole: 'It has no lines to compare.', ...NOTHING };
  if (others.length > 0) return { stamp, whole: 'It is of another type now.', ...NOTHING };
  const [top = '', ...bodies] = partsOf(section, (line) => line.startsWith('@@ '));
  const lines = top.split('\n');
  const isFiltered = !isStaged && (await hasFilter((work) => repository.read(work), path));
  const whole = wholeReason(lines, bodies.length) ?? (isFiltered ? FILTERED : undefined);
  return {
    stamp,
    ...(whole === undefined ? {} : { whole }),
    remarks: lines.filter((line) => /^(?:old|new) mode /.test(line)),
    head: lines
      .filter((line) => /^(?:diff --git|---|\+\+\+) /.test(line))
      .map((line) => `${line}\n`)
      .join(''),
    hunks: bodies.map((latin1) => ({ id: digest(latin1), latin1 })),
  };
};

const CACHED: readonly Option[] = ['--cached'];
const NOTHING = { remarks: [], head: '', hunks: [] } as const;

const wholeReason = (lines: readonly string[], hunks: number): string | undefined => {
  const has = (pattern: RegExp): boolean => lines.some((line) => pattern.test(line));
  if (has(/^index .* 160000$|^(?:new|deleted) file mode 160000$/)) return 'It is a submodule.';
  if (has(/^index .* 120000$|^(?:new|deleted) file mode 120000$/)) return 'It is a symbolic link.';
  if (has(/^new file mode /)) return 'It is a new file.';
  if (has(/^deleted file mode /)) return 'It is deleted.';
  if (has(/^Binary files /)) return 'It is binary.';
  return hunks === 0 ? 'Only its mode is another one.' : undefined;
};

const FILTERED = 'A filter changes it when it is staged.';

/** Whether a filter is set for a file: what git would stage of it may be another text than the diff shows. */
export const hasFilter = async (run: Run, path: TreePath): Promise<boolean> => {
  const input = toBytes(`${path}\0`);
  const { text } = await run({ name: 'check-attr', options: ['-z', '--stdin', '--all'], input });
  // The path, the attribute and its value, of each that is set.
  const fields = splitRecords(text);
  const value = fields.find((_, at) => at % 3 === 2 && fields[at - 1] === 'filter');
  return value !== undefined && value !== 'unset';
};

/** The text of a hunk for people. */
export const toHunkText = ({ latin1 }: Hunk): string => Buffer.from(latin1, 'latin1').toString('utf8');
