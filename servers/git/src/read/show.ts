// A commit with its changes, and what other objects hold.
import type { Context } from '@mcp/runtime';
import { pageBytes, toList } from './diff.ts';
import { generatedAmong, mayBeGenerated } from './generated.ts';
import { countOptions, formOptions, listOptions, patchOptions, PatchReader, type Diff } from './patch.ts';
import { EVERYTHING, type Option, type Revision, type TreePath } from '../repository/arguments.ts';
import type { Take } from '../repository/client.ts';
import type { Output, Repository } from '../repository/repository.ts';
import { FIELD_COUNT, formatOption, toCommit, toText, type Commit } from './commits.ts';

/** A commit and a page of its changes. */
export interface ShownCommit {
  readonly commit: Commit;
  readonly diff: Diff;
  /** As the official server writes it. */
  readonly text: string;
}

/** How the changes are wanted. */
export interface ShowForm {
  /** False: only the list of files, with counts. */
  readonly patch?: boolean;
  readonly generated?: boolean;
  readonly maxBytes?: number;
  readonly cursor?: string;
}

/** Reads a commit; undefined when the revision is none. The changes of a merge are those to its first parent. */
export const readCommit = async (
  repository: Repository,
  revision: Revision,
  form: ShowForm,
  { signal }: Pick<Context, 'signal'>,
): Promise<ShownCommit | undefined> => {
  const { patch = true, generated = false } = form;
  const holds = (names: readonly string[]): boolean => !generated && mayBeGenerated(repository, names);
  const reader = new CommitReader(new PatchReader(pageBytes(repository, form.maxBytes), form.cursor, holds));
  const run = (take: Take, options: readonly Option[], paths: readonly TreePath[] = []): Promise<Output> => {
    // Without a walk: paths choose among the changes of the commit, not among commits.
    const all: Option[] = ['--no-walk', ...formOptions, '--diff-merges=first-parent', '--root', ...options];
    const operands = ['--end-of-options', revision, '--', ...paths] as const;
    const command = { name: 'log', options: all, operands };
    return repository.stream({ command, signal, hasPathspecs: paths.length > 0 }, take);
  };
  const changes = patch ? [...listOptions, ...patchOptions(3)] : listOptions;
  await run((chunk) => reader.add(chunk), [formatOption, ...changes]);
  if (reader.fields.length < FIELD_COUNT) return undefined;
  const add: Take = (chunk) => reader.patch.add(chunk);
  if (reader.patch.isHeld) {
    reader.patch.startPatch(await generatedAmong(repository, reader.patch.paths, signal));
    await run(add, ['--format=', ...patchOptions(3)], [EVERYTHING, ...reader.patch.exclusions]);
  }
  if (reader.patch.isPart || !patch) {
    reader.patch.startCounts();
    await run(add, ['--format=', ...countOptions]);
  }
  const { commit, message } = toCommit(reader.fields);
  const diff = reader.patch.end();
  const body = patch ? toOfficialPatch(diff) : `\n${toList(diff)}`;
  return { commit, diff, text: toText(commit, message) + body };
};

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

// The official server writes two lines for a file and then its hunks.
const toOfficialPatch = ({ files }: Diff): string =>
  files
    .filter(({ patch }) => patch !== undefined)
    .map(({ path, oldPath = path, status, patch = '' }) => {
      const [from, to] = [
        status === 'added' ? '/dev/null' : oldPath,
        status === 'deleted' ? '/dev/null' : path,
      ];
      const isWhole = patch.startsWith('diff --');
      const hunks = isWhole ? patch.slice(Math.max(0, patch.search(/^(?:@@|Binary files )/m))) : patch;
      return isWhole ? `\n--- ${from}\n+++ ${to}\n${/^(?:@@|Binary)/.test(hunks) ? hunks : ''}` : hunks;
    })
    .join('');

/** The fields of the commit first, then its diff. */
class CommitReader {
  readonly fields: string[] = [];
  readonly patch: PatchReader;
  #rest: Buffer = Buffer.alloc(0);

  constructor(patch: PatchReader) {
    this.patch = patch;
  }

  add(chunk: Buffer): boolean {
    if (this.fields.length === FIELD_COUNT) return this.patch.add(chunk);
    const bytes = Buffer.concat([this.#rest, chunk]);
    let start = 0;
    while (this.fields.length < FIELD_COUNT) {
      const end = bytes.indexOf(0, start);
      if (end < 0) break;
      this.fields.push(bytes.toString('utf8', start, end));
      start = end + 1;
    }
    this.#rest = bytes.subarray(start);
    return this.fields.length < FIELD_COUNT || this.patch.add(this.#rest);
  }
}
