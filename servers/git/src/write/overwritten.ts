// Overwritten files: finds uncommitted files that a command would overwrite. Git itself spares only those that are not
// ignored; `--no-overwrite-ignore` works in checkout and fast-forward merges only.
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { splitRecords } from '../read/records.ts';
import { HEAD, shownName, toBytes, toRevision, type Read, type Revision, type TreePath } from '@mcp/git';
import { refusal } from '../refusal.ts';
import type { Repository } from '../repositories.ts';
import { commitWith, mergeTree } from './preview.ts';

/** Finds the paths that a command may write for a commit, except those in HEAD. */
export type Written = (run: Read, commit: Revision) => Promise<readonly string[]>;

/**
 * Refuses a command that would overwrite uncommitted files, or folders that contain some.
 *
 * @throws {ToolError} with their names.
 */
export const spareFiles = async (
  repository: Repository,
  run: Read,
  paths: readonly string[],
): Promise<void> => {
  const kinds = new Map<string, Kind>();
  const inTheWay: string[] = [];
  for (let at = 0; at < paths.length; at += LOOKED_AT) {
    const piece = paths.slice(at, at + LOOKED_AT);
    inTheWay.push(...new Set(piece.flatMap((path) => findInTheWay(repository.directory, path, kinds))));
    await setImmediate();
  }
  // Git cannot be asked about a name that is not UTF-8, so such a file counts as uncommitted.
  const files = inTheWay.filter((path) => !isText(path));
  const asked = inTheWay.filter(isText) as TreePath[];
  for (let at = 0; at < asked.length; at += AT_ONCE) {
    const operands = ['--', ...asked.slice(at, at + AT_ONCE)] as const;
    const { text } = await run({ name: 'ls-files', options: ['--others', '-z'], operands });
    files.push(...splitRecords(text));
  }
  if (files.length === 0) return;
  const names = files.slice(0, MAX_NAMES).map(shownName).join(', ');
  const more = files.length > MAX_NAMES ? ` and ${files.length - MAX_NAMES} more` : '';
  throw refusal(
    'conflict',
    `Files that are in no commit would be overwritten by this: ${names}${more}. Nothing was changed.`,
    'Move them away first, or ask the user.',
  );
};

const isText = (path: string): boolean => Buffer.from(path).equals(toBytes(path));

/** The event loop runs other calls between batches. */
const LOOKED_AT = 1000;
/** The length of a command line is limited. */
const AT_ONCE = 200;
const MAX_NAMES = 20;

/** Returns what is on disk at a path: the path itself, or a file where one of its folders should be. */
const findInTheWay = (directory: string, path: string, kinds: Map<string, Kind>): string[] => {
  const parts = path.split('/');
  for (let length = 1; length < parts.length; length += 1) {
    const folder = parts.slice(0, length).join('/');
    const kind = kinds.get(folder) ?? kindOf(directory, folder);
    kinds.set(folder, kind);
    if (kind === 'nothing') return [];
    if (kind === 'other') return [folder];
  }
  return kindOf(directory, path) === 'nothing' ? [] : [path];
};

/** Returns what is at a path. Each folder is read once. */
type Kind = 'directory' | 'nothing' | 'other';

const kindOf = (directory: string, path: string): Kind => {
  const stats = lstatSync(toBytes(join(directory, path)), { throwIfNoEntry: false });
  if (stats === undefined) return 'nothing';
  return stats.isDirectory() ? 'directory' : 'other';
};

/** Finds what a merge writes. */
export const writtenByMerge: Written = async (run, commit) =>
  addedTo(run, HEAD, (await treeOf(run, HEAD, commit)) ?? commit);

/** Finds what a reset to a commit writes. */
export const writtenByReset: Written = (run, commit) => addedTo(run, HEAD, commit);

/** Finds what a cherry-pick writes, or a stash, which is a commit too. */
export const writtenByPick: Written = async (run, commit) => {
  const parent = revision(`${commit}^`);
  const ours = await commitWith(run, 'HEAD^{tree}', parent);
  // The first commit has no parent, and older versions of git cannot tell.
  const tree = ours === undefined ? undefined : await treeOf(run, ours, commit);
  if (tree !== undefined) return addedTo(run, HEAD, tree);
  return ours === undefined ? listTree(run, commit) : changedBetween(run, parent, commit);
};

/** Finds what a revert writes: its base is the commit, and its target the parent. */
export const writtenByRevert: Written = async (run, commit) => {
  const ours = await commitWith(run, 'HEAD^{tree}', commit);
  const theirs = await commitWith(run, `${commit}^^{tree}`, commit);
  if (ours === undefined || theirs === undefined) return [];
  const tree = await treeOf(run, ours, theirs);
  return tree === undefined ? changedBetween(run, commit, theirs) : addedTo(run, HEAD, tree);
};

/** Finds what a rebase writes: the files of the other branch, and those that each replayed commit adds. */
export const writtenByRebase: Written = async (run, commit) => {
  const { text } = await run({
    name: 'log',
    options: ['--format=', '--name-only', '--no-renames', '--diff-filter=A', '-z'],
    operands: ['--end-of-options', revision(`${commit}..HEAD`), '--'],
  });
  const tree = await treeOf(run, commit, HEAD);
  return [
    ...(await addedTo(run, HEAD, commit)),
    ...splitRecords(text),
    ...(tree === undefined ? [] : await addedTo(run, HEAD, tree)),
  ];
};

/** Finds what applying a stash writes, including its untracked files. */
export const writtenByStash: Written = async (run, commit) => {
  const { code } = await run({
    name: 'rev-parse',
    options: ['--verify', '--quiet'],
    operands: ['--end-of-options', revision(`${commit}^3`)],
    answers: [1, 128],
  });
  const untracked = code === 0 ? await listTree(run, revision(`${commit}^3`)) : [];
  return [...(await writtenByPick(run, commit)), ...untracked];
};

const revision = (text: string): Revision => toRevision(text, 'revision');

const treeOf = async (run: Read, ours: Revision, theirs: Revision): Promise<Revision | undefined> =>
  (await mergeTree(run, [ours, theirs], [128]))?.tree;

/** Lists what a tree has and another one has not, except submodules, whose files git leaves alone. */
const addedTo = (run: Read, from: Revision, to: Revision): Promise<string[]> => compare(run, from, to, 'A');

const changedBetween = (run: Read, from: Revision, to: Revision): Promise<string[]> =>
  compare(run, from, to, 'AMT');

const compare = async (run: Read, from: Revision, to: Revision, kinds: 'A' | 'AMT'): Promise<string[]> => {
  const { text } = await run({
    name: 'diff-tree',
    options: ['-r', '-z', '--raw', '--no-renames', `--diff-filter=${kinds}`],
    operands: ['--end-of-options', from, to, '--'],
  });
  const records = splitRecords(text);
  // `:<mode> <mode> <hash> <hash> <kind>`, then the name.
  return records.filter((_, index) => index % 2 === 1 && !/^:\d+ 160000 /.test(records[index - 1] ?? ''));
};

const listTree = async (run: Read, commit: Revision): Promise<string[]> => {
  const work = { name: 'ls-tree', options: ['-r', '-z', '--name-only'], operands: [commit] } as const;
  return splitRecords((await run(work)).text);
};
