// The files in conflict: what each side did (the stages of the index), and the regions of those that are text.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toRevision, type Directory, type Option, type TreePath } from '../repository/arguments.ts';
import { Collected } from '../repository/client.ts';
import { decode } from '../repository/names.ts';
import type { Repository } from '../repository/repository.ts';
import { makeScratch } from '../repository/scratch.ts';
import { linesOf, splitRecords } from './records.ts';
import { findRegions, withBases, type Marked } from './regions.ts';
import { openEnds, settleSides, type Versions } from './sides.ts';

/** One side of a conflict, as the index has it. */
export interface Stage {
  readonly mode: string;
  readonly hash: string;
}

/** A file in conflict. What a side does not have is absent. */
export interface Conflict {
  readonly path: TreePath;
  readonly base?: Stage;
  readonly ours?: Stage;
  readonly theirs?: Stage;
}

const SIDES = ['', 'base', 'ours', 'theirs'] as const;

/** Lists them, of these paths or of all. */
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
    const side = SIDES[Number(stage)] ?? '';
    if (side !== '') found.set(path, { ...(found.get(path) ?? { path }), [side]: { mode, hash } });
  }
  return [...found.values()];
};

/** What both sides did, in the words of `git status`. */
export const kindOf = ({ base, ours, theirs }: Conflict): string => {
  if (ours !== undefined && theirs !== undefined) return base === undefined ? 'both added' : 'both modified';
  if (ours === undefined && theirs === undefined) return 'both deleted';
  if (base === undefined) return ours === undefined ? 'added by them' : 'added by us';
  return ours === undefined ? 'deleted by us' : 'deleted by them';
};

/** What a file in conflict is. */
export type FileType = 'text' | 'binary' | 'symlink' | 'submodule';

/** What is in the working tree, with its regions. */
export interface MarkedFile extends Marked {
  readonly type: FileType;
  /** The text as git would stage it. */
  readonly text: string;
  /** Sides that end without a line break, where the text ends with a region. */
  readonly openEnds: { readonly ours: boolean; readonly theirs: boolean };
}

/** Reads a file in conflict. */
export const readMarked = async (repository: Repository, conflict: Conflict): Promise<MarkedFile> => {
  const { ours, theirs } = conflict;
  const modes = [conflict.base, ours, theirs].map((stage) => stage?.mode.slice(0, 3));
  if (modes.includes('160')) return { ...NOTHING, type: 'submodule' };
  if (modes.includes('120')) return { ...NOTHING, type: 'symlink' };
  const text = await readFile(repository, conflict);
  if (text === undefined) return { ...NOTHING, type: 'binary' };
  const marked = findRegions(text);
  if (marked.regions.length === 0) return { ...NOTHING, type: 'text', text };
  const blobs = await readVersions(repository, conflict);
  const versions = mapVersions(blobs, decode);
  const settled = settleSides(text, marked.regions, versions);
  const known = { ...marked, type: 'text', text, openEnds: openEnds(text, settled, versions) } as const;
  if (settled.every(({ base }) => base !== undefined)) return { ...known, regions: settled };
  return { ...known, regions: withBases(settled, await mergeAgain(repository, blobs)) };
};

const NOTHING: Omit<MarkedFile, 'type'> = {
  text: '',
  regions: [],
  oursName: '',
  theirsName: '',
  openEnds: { ours: false, theirs: false },
};

type Blobs = { readonly [side in 'base' | 'ours' | 'theirs']?: Buffer };

const readVersions = async (repository: Repository, conflict: Conflict): Promise<Blobs> => {
  const sides = (['base', 'ours', 'theirs'] as const).filter((side) => conflict[side] !== undefined);
  const blobs = await readBlobs(
    repository,
    sides.map((side) => conflict[side]?.hash ?? ''),
  );
  return Object.fromEntries(sides.map((side, index) => [side, blobs[index]]));
};

const mapVersions = (blobs: Blobs, map: (blob: Buffer) => string): Versions =>
  Object.fromEntries(Object.entries(blobs).map(([side, blob]) => [side, map(blob)]));

// As git reads it, which follows no link on the way: what `git diff` between a side and the working tree keeps or adds.
const readFile = async (
  repository: Repository,
  { path, ours, theirs }: Conflict,
): Promise<string | undefined> => {
  const side = ours === undefined ? '--theirs' : '--ours';
  const options = [side, '--unified=999999999'] as const;
  const operands = ['--', path] as const;
  const { text } = await repository.read({ name: 'diff', options, operands, spoilsIndex: true });
  const lines = linesOf(text);
  const at = lines.findIndex((line) => line.startsWith('@@ '));
  if (at >= 0) return toContent(lines.slice(at + 1));
  if (lines.some((line) => line.startsWith('Binary files '))) return undefined;
  // The same as the side.
  const hash = (ours ?? theirs)?.hash;
  if (hash === undefined || text.includes('\ndeleted file mode ')) return '';
  const [blob] = await readBlobs(repository, [hash]);
  return blob?.includes(0) === true ? undefined : (blob?.toString() ?? '');
};

const toContent = (hunk: readonly string[]): string => {
  let content = '';
  let isKept = false;
  for (const line of hunk) {
    // `\ No newline at end of file`, of the line before.
    if (line.startsWith('\\')) content = isKept ? content.slice(0, -1) : content;
    isKept = line.startsWith(' ') || line.startsWith('+');
    if (isKept) content += line.slice(1);
  }
  return content;
};

/** Merges the three versions, with the base in each region. */
const mergeAgain = async (repository: Repository, blobs: Blobs): Promise<string> =>
  blobs.base === undefined ? '' : mergeFile(repository, blobs, '--diff3');

/**
 * The text of a file in conflict with one side, or both, in each place of the conflict: git merges the versions of the index, so
 * lines of the file that look like markers do not matter.
 */
export const mergeTaking = async (
  repository: Repository,
  conflict: Conflict,
  take: 'ours' | 'theirs' | 'union',
): Promise<string> => mergeFile(repository, await readVersions(repository, conflict), `--${take}`);

const mergeFile = async (
  repository: Repository,
  { base = Buffer.alloc(0), ours, theirs }: Blobs,
  how: Option,
): Promise<string> => {
  if (ours === undefined || theirs === undefined) return '';
  using scratch = makeScratch();
  const blobs = [ours, base, theirs];
  const files = blobs.map((_, index) => join(scratch.path, String(index)) as Directory);
  for (const [index, file] of files.entries()) writeFileSync(file, blobs[index] ?? '');
  const { text } = await repository.read({
    name: 'merge-file',
    options: ['--stdout', '--quiet', how],
    operands: files,
    scratch: scratch.path,
    // How many regions there are, 127 at most; 255 for files that are not text.
    answers: [...Array.from({ length: 127 }, (_, index) => index + 1), 255],
  });
  return text;
};

const MAX_BYTES = 60_000_000;

/** The content of objects, from `git cat-file --batch`: a line with the size, then the content and a line feed. */
const readBlobs = async (repository: Repository, hashes: readonly string[]): Promise<Buffer[]> => {
  const input = hashes.map((hash) => `${toRevision(hash, 'hash')}\n`).join('');
  const output = new Collected(MAX_BYTES);
  await repository.stream({ name: 'cat-file', options: ['--batch'], input }, output.take);
  const { bytes } = output;
  let at = 0;
  return hashes.map(() => {
    const start = bytes.indexOf(0x0a, at) + 1;
    const size = Number(/ (\d+)\n$/.exec(bytes.toString('latin1', at, start))?.[1] ?? 0);
    at = start + size + 1;
    return bytes.subarray(start, start + size);
  });
};
