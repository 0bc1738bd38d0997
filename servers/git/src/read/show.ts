// A commit with its changes, and what other objects hold.
import type { Context } from '@mcp/runtime';
import type { Option, Revision } from '../repository/arguments.ts';
import type { Take } from '../repository/client.ts';
import type { Repository } from '../repository/repository.ts';
import { readForm, type Diff, type DiffForm } from './diff.ts';
import { FIELD_COUNT, formatOption, toCommit, type PrintedCommit } from './log.ts';
import { formOptions } from './patch.ts';

/** A commit and a page of its changes. */
export interface ShownCommit extends PrintedCommit {
  readonly diff: Diff;
}

/** Reads a commit; undefined when the revision is none. The changes of a merge are those to its first parent. */
export const readCommit = async (
  repository: Repository,
  revision: Revision,
  form: DiffForm,
  { signal }: Pick<Context, 'signal'>,
): Promise<ShownCommit | undefined> => {
  let fields: readonly string[] | undefined;
  const diff = await readForm(repository, form, async (options, paths, take) => {
    const reader = new FieldReader(fields === undefined ? FIELD_COUNT : 0, take);
    // Without a walk: paths choose among the changes of the commit, not among commits.
    const format: Option = fields === undefined ? formatOption : '--format=';
    const fixed: Option[] = ['--no-walk', ...formOptions, '--diff-merges=first-parent', '--root', format];
    const operands = ['--end-of-options', revision, '--', ...paths] as const;
    const command = { name: 'log', options: [...fixed, ...options], operands };
    await repository.stream({ command, signal, hasPathspecs: paths.length > 0 }, reader.add);
    fields ??= reader.fields;
  });
  return fields?.length === FIELD_COUNT ? { ...toCommit(fields), diff } : undefined;
};

/** The fields of the commit first, then its diff. */
class FieldReader {
  readonly fields: string[] = [];
  readonly #count: number;
  readonly #take: Take;
  #rest: Buffer = Buffer.alloc(0);

  constructor(count: number, take: Take) {
    this.#count = count;
    this.#take = take;
  }

  readonly add: Take = (chunk) => {
    if (this.fields.length === this.#count) return this.#take(chunk);
    const bytes = Buffer.concat([this.#rest, chunk]);
    let start = 0;
    while (this.fields.length < this.#count) {
      const end = bytes.indexOf(0, start);
      if (end < 0) break;
      this.fields.push(bytes.toString('utf8', start, end));
      start = end + 1;
    }
    this.#rest = bytes.subarray(start);
    return this.fields.length < this.#count || this.#take(this.#rest);
  };
}

/** Reads the first bytes of an object, as `git cat-file` prints it: a few more than `maxBytes` when there are more. */
export const readObject = async (
  repository: Repository,
  object: Revision,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const command = { name: 'cat-file', options: ['-p'], operands: [object] } as const;
  await repository.stream({ command, signal }, (chunk) => {
    chunks.push(chunk);
    bytes += chunk.length;
    return bytes <= maxBytes + 4;
  });
  return Buffer.concat(chunks);
};
