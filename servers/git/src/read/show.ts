// A commit with its changes, and the content of other objects.
import { ToolError } from '@mcp/runtime';
import { visible } from '../answer.ts';
import { Collected, toBytes, toRevision, type Option, type Revision, type TreePath } from '@mcp/git';
import type { Repository } from '../repositories.ts';
import { partNote, readForm, type Diff, type DiffForm } from './diff.ts';
import { FIELD_COUNT, formatOption, toCommit, type PrintedCommit } from './log.ts';
import { formOptions } from './patch.ts';
import type { OnChunk } from './records.ts';

/** A commit and a page of its changes. */
export interface ShownCommit extends PrintedCommit {
  readonly diff: Diff;
}

/** Reads a commit; undefined if the revision is not one. A merge is compared with its first parent. */
export const readCommit = async (
  repository: Repository,
  revision: Revision,
  form: DiffForm,
): Promise<ShownCommit | undefined> => {
  let fields: string[] = [];
  const fixed: Option[] = ['--no-walk', ...formOptions, '--diff-merges=first-parent', '--root', formatOption];
  const operands = ['--end-of-options', revision, '--'] as const;
  const diff = await readForm(repository, form, (options, onChunk, settings) => {
    fields = [];
    // This commit only, none before it.
    const work = { name: 'log', options: [...fixed, ...options], operands, settings } as const;
    return repository.stream(work, afterFields(fields, onChunk));
  });
  return fields.length === FIELD_COUNT ? { ...toCommit(fields), diff } : undefined;
};

/** Returns a commit as one text, for answers without pages. */
export const printCommit = ({ text, diff }: ShownCommit): string =>
  `${visible(text)}\n${diff.text}${partNote(diff, 'git_show')}`;

/** Reads the fields of a commit, and passes what follows to `onChunk`. */
const afterFields = (fields: string[], onChunk: OnChunk): OnChunk => {
  let pieces: Buffer[] = [];
  return (chunk) => {
    let start = 0;
    while (fields.length < FIELD_COUNT) {
      const end = chunk.indexOf(0, start);
      pieces.push(chunk.subarray(start, end < 0 ? undefined : end));
      if (end < 0) return true;
      fields.push(Buffer.concat(pieces).toString());
      pieces = [];
      start = end + 1;
    }
    return onChunk(start === 0 ? chunk : chunk.subarray(start));
  };
};

/** Finds the object at a path of a commit. Names may be any bytes except line breaks. */
export const findFile = async (
  repository: Repository,
  revision: Revision,
  path: TreePath,
): Promise<Revision | undefined> => {
  if (path.includes('\n')) throw new ToolError('A file with a line break in its name cannot be shown.');
  const input = toBytes(`${revision}:${path === '.' ? '' : path}\n`);
  const { text } = await repository.read({
    name: 'cat-file',
    options: ['--batch-check=%(objectname)'],
    input,
  });
  return /^[0-9a-f]+\n$/.test(text) ? toRevision(text.trim(), 'revision') : undefined;
};

/** Reads an object from `start` as `git cat-file` prints it: a little more than `maxBytes` if there is more. */
export const readObject = async (
  repository: Repository,
  object: Revision,
  maxBytes: number,
  start = 0,
): Promise<Buffer> => {
  const output = new Collected(maxBytes + 4);
  let left = start;
  await repository.stream({ name: 'cat-file', options: ['-p'], operands: [object] }, (chunk) => {
    const part = chunk.subarray(left);
    left -= chunk.length - part.length;
    return output.add(part);
  });
  return output.bytes;
};
