// Conflicts: the files in conflict, what each side did (the stages of the index), and the regions of text files.
import { createHash } from 'node:crypto';
import { Collected, decode, toRevision, type Option, type TreePath } from '@mcp/git';
import type { Repository } from '../repositories.ts';
import { linesOf, splitRecords } from './records.ts';
import { findRegions, hasMarkers, NONE, settleRegions, type Marked } from './regions.ts';
import { readWorkFile } from './work-file.ts';

/** One side of a conflict, as the index has it. */
export interface Stage {
  readonly mode: string;
  readonly hash: string;
}

/** A file in conflict. A stage is absent if its side has no file. */
export interface Conflict {
  readonly path: TreePath;
  readonly base?: Stage;
  readonly ours?: Stage;
  readonly theirs?: Stage;
}

const SIDES = ['base', 'ours', 'theirs'] as const;

/** Lists the files in conflict, below these paths or everywhere. */
export const readConflicts = async (
  repository: Repository,
  paths: readonly TreePath[] = [],
): Promise<Conflict[]> => {
  const { text } = await repository.read({
    name: 'ls-files',
    options: ['--unmerged', '-z'],
    operands: ['--', ...paths],
  });
  const found = new Map<string, Conflict>();
  for (const record of splitRecords(text)) {
    const [, mode = '', hash = '', stage = '', name = ''] =
      /^(\d+) ([0-9a-f]+) (\d)\t([^]*)$/.exec(record) ?? [];
    const path = name as TreePath;
    const side = SIDES[Number(stage) - 1];
    if (side !== undefined) found.set(path, { ...(found.get(path) ?? { path }), [side]: { mode, hash } });
  }
  return [...found.values()];
};

/** Returns what both sides did, in the words of `git status`. */
export const kindOf = ({ base, ours, theirs }: Conflict): string => {
  if (ours !== undefined && theirs !== undefined) return base === undefined ? 'both added' : 'both modified';
  if (ours === undefined && theirs === undefined) return 'both deleted';
  if (base === undefined) return ours === undefined ? 'added by them' : 'added by us';
  return ours === undefined ? 'deleted by us' : 'deleted by them';
};

/** The type of a file in conflict. */
export type FileType = 'text' | 'binary' | 'symlink' | 'submodule';

/** The file in the working tree, with its regions. */
export interface MarkedFile extends Marked {
  readonly type: FileType;
  readonly text: string;
  /** Identifies this state of the conflict. */
  readonly stamp: string;
}

/** Longer files are resolved as a whole. */
const MAX_BYTES = 60_000_000;
/** The marker size, larger than in any text. */
const MARKER_SIZE = 199;

/** Reads a file in conflict. */
export const readMarked = async (repository: Repository, conflict: Conflict): Promise<MarkedFile> => {
  const modes = SIDES.map((side) => conflict[side]?.mode.slice(0, 3));
  const bytes = readWorkFile(repository, conflict.path, MAX_BYTES) ?? Buffer.of(0);
  const hash = createHash('sha256').update(JSON.stringify(conflict)).update(bytes).digest('hex');
  const text = decode(bytes);
  const plain = { ...NONE, type: 'text', text, stamp: hash.slice(0, 12) } as const;
  if (modes.includes('160')) return { ...plain, type: 'submodule' };
  if (modes.includes('120')) return { ...plain, type: 'symlink' };
  if (bytes.includes(0)) return { ...plain, type: 'binary' };
  const marked = findRegions(text);
  if (marked.regions.length === 0) return plain;
  const blobs = await readVersions(repository, conflict);
  if (Object.values(blobs).some((blob: Buffer) => hasMarkers(decode(blob)))) return plain;
  const how: Option[] = [`--marker-size=${MARKER_SIZE}`];
  if (blobs.base !== undefined) how.push('--diff3');
  const merged = await mergeFile(repository, blobs, how);
  const regions = settleRegions(text, marked.regions, { text: merged, size: MARKER_SIZE });
  const last = regions.at(-1);
  if (last === undefined || last.endLine !== linesOf(text).length) return { ...plain, ...marked, regions };
  // Git adds a line break to a side that ends without one, to write its marker.
  const trim = (lines: string, version: Buffer = EMPTY): string =>
    version.at(-1) === LINE_FEED ? lines : lines.replace(/\r?\n$/, '');
  const [ours, theirs] = [trim(last.ours, blobs.ours), trim(last.theirs, blobs.theirs)];
  return { ...plain, ...marked, regions: [...regions.slice(0, -1), { ...last, ours, theirs }] };
};

const LINE_FEED = 0x0a;
const EMPTY = Buffer.alloc(0);

type Blobs = { readonly [side in (typeof SIDES)[number]]?: Buffer };

/** Splits the output of `git cat-file --batch`: a line with the size, the content, a line feed. */
const readVersions = async (repository: Repository, conflict: Conflict): Promise<Blobs> => {
  const sides = SIDES.filter((side) => conflict[side] !== undefined);
  const input = sides.map((side) => `${toRevision(conflict[side]?.hash ?? '', 'hash')}\n`).join('');
  const output = new Collected(MAX_BYTES);
  await repository.stream({ name: 'cat-file', options: ['--batch'], input }, output.add);
  const { bytes } = output;
  let at = 0;
  const versions = sides.map((side) => {
    const start = bytes.indexOf(LINE_FEED, at) + 1;
    const size = Number(/ (\d+)\n$/.exec(bytes.toString('latin1', at, start))?.[1] ?? 0);
    at = start + size + 1;
    return [side, bytes.subarray(start, start + size)] as const;
  });
  return Object.fromEntries(versions);
};

/**
 * Returns the text of a file with one side, or both, in each region. Git merges the versions of the index, so lines of
 * the file that look like markers do not matter.
 */
export const mergeTaking = async (
  repository: Repository,
  conflict: Conflict,
  take: 'ours' | 'theirs' | 'union',
): Promise<string> => mergeFile(repository, await readVersions(repository, conflict), [`--${take}`]);

const mergeFile = async (
  repository: Repository,
  { base = EMPTY, ours, theirs }: Blobs,
  how: readonly Option[],
): Promise<string> => {
  if (ours === undefined || theirs === undefined) return '';
  const { scratch, files } = repository.makeFiles([ours, base, theirs]);
  const { text } = await repository.read({
    name: 'merge-file',
    options: ['--stdout', '--quiet', ...how],
    operands: files,
    scratch,
    // The exit code is the number of regions, at most 127; 255 means that a file is not text.
    answers: [...Array.from({ length: 127 }, (_, index) => index + 1), 255],
  });
  return text;
};
