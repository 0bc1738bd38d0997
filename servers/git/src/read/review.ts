// What a branch would bring to another one: its commits, the files that they change, and what is in conflict.
import { toRevision, type Operand, type Option, type Revision } from '../repository/arguments.ts';
import type { Repository } from '../repository/repository.ts';
import { mergeTree } from '../write/preview.ts';
import { FIELD_COUNT, formatOption, LogPage } from './log.ts';
import { Numstat, type ChangedFile } from './numstat.ts';
import { formOptions } from './patch.ts';
import { Records } from './records.ts';
import type { Totals } from './totals.ts';

/** The two ends, as commits. */
export interface Ends {
  readonly base: Revision;
  readonly target: Revision;
}

/** The commits that only the target has, one line each, as many as fit. */
export const readCommits = async (
  repository: Repository,
  { base, target }: Ends,
  { count, maxBytes }: { readonly count: number; readonly maxBytes: number },
): Promise<{ readonly page: LogPage; readonly totals: Pick<Totals, 'commits' | 'isCut'> }> => {
  const range = toRevision(`${base}..${target}`, 'base');
  const page = new LogPage(count, maxBytes, true);
  let fields = 0;
  const records = new Records((field) => {
    fields += 1;
    page.add(field);
  });
  const operands = ['--end-of-options', range, '--'] as const;
  await repository.stream({ name: 'log', options: ['-z', formatOption], operands }, (chunk) => {
    records.add(chunk);
    return fields <= MOST_COUNTED * FIELD_COUNT;
  });
  page.end();
  const commits = Math.floor(fields / FIELD_COUNT);
  return { page, totals: { commits: Math.min(commits, MOST_COUNTED), isCut: commits > MOST_COUNTED } };
};

/** Longer ranges are counted so far. */
const MOST_COUNTED = 10_000;

/** The files that the target has changed since it left the base. */
export const readFiles = async (
  repository: Repository,
  operands: readonly Operand[],
): Promise<ChangedFile[]> => {
  const files: ChangedFile[] = [];
  const numstat = new Numstat((file) => files.push(file));
  const records = new Records((record) => numstat.add(record));
  const options: Option[] = [...formOptions, '--merge-base', '--numstat', '-z'];
  await repository.stream({ name: 'diff', options, operands }, (chunk) => {
    records.add(chunk);
    return true;
  });
  return files;
};

/** The files that a merge of the target into the base would leave in conflict; undefined when git cannot tell. */
export const readConflictsOfMerge = async (
  repository: Repository,
  { base, target }: Ends,
): Promise<readonly string[] | undefined> => {
  const scratch = repository.makeFolder();
  return mergeTree((work) => repository.read({ ...work, scratch, makesObjects: true }), [base, target]);
};
