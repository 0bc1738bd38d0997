// Changed files: lists what a command changed or would change.
import { splitRecords } from '../read/records.ts';
import { shownName, type Operand, type Option, type Read } from '@mcp/git';

/** Lists the files of `git diff`: between index and files, or with `--cached` between a commit and the index. */
export const changedFiles = async (
  run: Read,
  options: readonly Option[],
  operands: readonly Operand[] = [],
): Promise<string[]> => {
  const { text } = await run({
    name: 'diff',
    options: ['--name-only', '-z', '--no-renames', ...options],
    operands,
    ignoresSubmodules: true,
  });
  return [...new Set(splitRecords(text))].map(shownName);
};

/** Lists the files in conflict. */
export const conflictsOf = (run: Read): Promise<string[]> => changedFiles(run, ['--diff-filter=U']);
