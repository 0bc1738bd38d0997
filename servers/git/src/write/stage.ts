// Stages and unstages what a person chooses: whole files, or one hunk of a file, as it was shown.
import { ToolError } from '@mcp/runtime';
import { readConflicts } from '../read/conflicts.ts';
import { hasFilter, readHunks, type FileHunks, type Hunk, type HunkSide } from '../read/hunks.ts';
import type { Option, TreePath } from '../repository/arguments.ts';
import { refusal } from '../repository/errors.ts';
import { shownName } from '../repository/names.ts';
import type { Repository } from '../repository/repository.ts';
import type { Run } from '../repository/work.ts';
import { placeHunks } from './place-hunks.ts';

/** What is chosen. */
export interface Chosen {
  /** With `hunk` or `stamp` only one. */
  readonly paths: readonly TreePath[];
  /** The hunk, by the name that `readHunks` gave it; without one whole files. */
  readonly hunk?: string | undefined;
  /** What the changes of the file were when they were shown. */
  readonly stamp?: string | undefined;
  /** From the files into the index, or out of it. */
  readonly isStaging: boolean;
}

/**
 * Stages or unstages it.
 *
 * @throws {ToolError} when a file is in conflict, or has changed since. Nothing is staged or unstaged then.
 */
export const stageChosen = async (repository: Repository, run: Run, chosen: Chosen): Promise<void> => {
  const { paths, hunk, stamp, isStaging } = chosen;
  const [conflict] = await readConflicts(repository, paths);
  if (conflict !== undefined)
    throw refusal(
      'conflict',
      `${shownName(conflict.path)} is in conflict. Nothing was changed.`,
      'Resolve it first.',
    );
  const [path, ...others] = paths;
  if (path === undefined) throw new ToolError('files is empty. Give at least one file.');
  if (hunk === undefined && stamp === undefined) return takeWhole(run, paths, isStaging);
  if (others.length > 0) throw new ToolError('hunk and stamp go with one file. Give one in files.');
  const shown = await readHunks(repository, path, isStaging ? 'unstaged' : 'staged');
  if (stamp !== undefined && stamp !== shown.stamp) throw changed(path);
  if (hunk === undefined) return takeWhole(run, paths, isStaging);
  const found = shown.hunks.find(({ id }) => id === hunk);
  if (found === undefined) throw changed(path);
  const isFiltered = isStaging && (await hasFilter(run, path));
  if (shown.whole !== undefined || isFiltered)
    throw refusal(
      'unsupported',
      `${shownName(path)} has no single hunks: ${shown.whole ?? 'a filter changes it when it is staged.'}`,
      'Take the whole file.',
    );
  await applyHunk(run, shown, found, isStaging ? 'unstaged' : 'staged');
};

const changed = (path: TreePath) =>
  refusal(
    'conflict',
    `${shownName(path)} has changed since its changes were shown. Nothing was staged or unstaged.`,
    'Look at it again.',
  );

const takeWhole = async (run: Run, paths: readonly TreePath[], isStaging: boolean): Promise<void> => {
  if (isStaging) await run({ name: 'add', operands: ['--', ...paths] });
  else await run({ name: 'reset', options: ['--quiet'], operands: ['--', ...paths] });
};

const OPTIONS: readonly Option[] = ['--cached', '--whitespace=nowarn', '--no-ignore-whitespace', '-p1'];

const applyHunk = async (run: Run, { head }: FileHunks, hunk: Hunk, side: HunkSide): Promise<void> => {
  const reverse = side === 'staged';
  const options: Option[] = reverse ? [...OPTIONS, '--reverse'] : [...OPTIONS];
  const input = Buffer.from(placeHunks(head + hunk.latin1, reverse), 'latin1');
  await run({ name: 'apply', options, input });
};
