// Review: the commits of a branch, the files that they change, and conflicts with its base.
import { toRevision, type Operand, type Option, type Read, type Revision } from '@mcp/git';
import type { Repository } from '../repositories.ts';
import { mergeTree } from '../write/preview.ts';
import { readLog, type LogPage } from './log.ts';
import { readNumstat, type ChangedFile } from './numstat.ts';
import { formOptions } from './patch.ts';

/** The two commits to compare. */
export interface Ends {
  readonly base: Revision;
  readonly target: Revision;
}

/** Reads the commits that only the target has: their number, and a line for each that fits. */
export const readCommits = async (
  repository: Repository,
  { base, target }: Ends,
  { count, maxBytes }: { readonly count: number; readonly maxBytes: number },
): Promise<{ readonly page: LogPage; readonly total: number }> => {
  const operands = ['--end-of-options', toRevision(`${base}..${target}`, 'base'), '--'] as const;
  const [page, { text }] = await Promise.all([
    readLog(repository, { operands }, { count, maxBytes, isOneLine: true }),
    repository.read({ name: 'rev-list', options: ['--count'], operands }),
  ]);
  return { page, total: Number(text) };
};

/** Reads the files that the target changed since it left the base. */
export const readFiles = async (
  repository: Repository,
  operands: readonly Operand[],
): Promise<ChangedFile[]> => {
  const files: ChangedFile[] = [];
  const numstat = readNumstat((file) => files.push(file));
  const options: Option[] = [...formOptions, '--merge-base', '--numstat', '-z'];
  await repository.readRecords({ name: 'diff', options, operands }, numstat);
  return files;
};

/** Reads the files in which a merge into the base would conflict; undefined if git cannot tell. */
export const readConflictsOfMerge = async (
  repository: Repository,
  { base, target }: Ends,
): Promise<readonly string[] | undefined> => {
  const scratch = repository.makeFolder();
  const run: Read = (work) => repository.read({ ...work, scratch, makesObjects: true });
  return (await mergeTree(run, [base, target]))?.conflicts;
};
