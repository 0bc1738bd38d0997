// What a branch would bring to another one: its commits, the files that they change, and what is in conflict.
import { toRevision, type Operand, type Option, type Read, type Revision } from '@mcp/git';
import type { Repository } from '../repositories.ts';
import { mergeTree } from '../write/preview.ts';
import { readLog, type LogPage } from './log.ts';
import { readNumstat, type ChangedFile } from './numstat.ts';
import { formOptions } from './patch.ts';

/** The two ends, as commits. */
export interface Ends {
  readonly base: Revision;
  readonly target: Revision;
}

/** The commits that only the target has: how many, and one line for each that fits. */
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

/** The files that the target has changed since it left the base. */
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

/** The files that a merge of the target into the base would leave in conflict; undefined when git cannot tell. */
export const readConflictsOfMerge = async (
  repository: Repository,
  { base, target }: Ends,
): Promise<readonly string[] | undefined> => {
  const scratch = repository.makeFolder();
  const run: Read = (work) => repository.read({ ...work, scratch, makesObjects: true });
  return (await mergeTree(run, [base, target]))?.conflicts;
};
