// The entries of a folder of a commit, from `git ls-tree`.
import type { Revision } from '../repository/arguments.ts';
import { toText } from '../repository/names.ts';
import type { Repository } from '../repository/repository.ts';
import { splitRecords } from './records.ts';

/** An entry. `kind` is `blob`, `tree`, or `commit` for a submodule. */
export interface TreeEntry {
  readonly mode: string;
  readonly kind: string;
  readonly hash: string;
  readonly name: string;
}

/** Lists them. */
export const readTree = async (repository: Repository, tree: Revision): Promise<TreeEntry[]> => {
  const operands = ['--end-of-options', tree] as const;
  const { text } = await repository.read({ name: 'ls-tree', options: ['-z'], operands });
  // `100644 blob 5626abf…\tname`
  return splitRecords(toText(text)).map((record) => {
    const tab = record.indexOf('\t');
    const [mode = '', kind = '', hash = ''] = record.slice(0, tab).split(' ');
    return { mode, kind, hash, name: record.slice(tab + 1) };
  });
};
