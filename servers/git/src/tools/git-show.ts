// git_show: a commit with its changes, or what another object holds.
import { isUtf8 } from 'node:buffer';
import { defineTool, text, ToolError, ToolResult, type Context } from '@mcp/runtime';
import { diffArguments, diffOutput, pageNote, toStructuredDiff } from '../diff/diff-tool.ts';
import {
  countOptions,
  formOptions,
  listOptions,
  patchOptions,
  PatchReader,
  type Diff,
} from '../diff/patch.ts';
import { toRevision, toTreePath, type Option, type Revision } from '../git/argument.ts';
import type { Take } from '../git/process.ts';
import type { Output, Repository } from '../git/repository.ts';
import { commitSchema, FIELD_COUNT, formatOption, toCommit, toText } from '../history/commits.ts';
import { showIcon } from '../icons.ts';
import { cutLines } from '../output/budget.ts';
import type { Repositories } from '../repositories.ts';
import { READS, repoPath } from './arguments.ts';

const input = {
  type: 'object',
  properties: {
    repo_path: repoPath,
    revision: { type: 'string', description: 'A branch, tag or commit.' },
    path: {
      type: 'string',
      description: 'Show this file as it was in the revision, instead of the changes.',
    },
    cursor: diffArguments.cursor,
  },
  required: ['revision'],
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: {
    type: { type: 'string', enum: ['commit', 'tree', 'blob', 'tag'] },
    commit: commitSchema,
    ...diffOutput.properties,
    text: { type: 'string' },
    truncated: { type: 'boolean' },
  },
  required: ['type'],
} as const;

export const gitShow = (repositories: Repositories) =>
  defineTool({
    name: 'git_show',
    title: 'Show',
    description: 'Shows the contents of a commit: who, when, why, and its changes. Or a file as it was then.',
    icons: showIcon,
    annotations: READS,
    input,
    output,
    async run({ repo_path: place, revision, path, cursor }, ctx) {
      const repository = await repositories.open(place, ctx);
      const named = toRevision(revision, 'revision');
      if (path !== undefined) {
        const inner = toTreePath(path, repository.directory);
        return showObject(repository, toRevision(`${named}:${inner === '.' ? '' : inner}`, 'revision'), ctx);
      }
      return (await showCommit(repository, named, cursor, ctx)) ?? showObject(repository, named, ctx);
    },
  });

/** Undefined when it is no commit. */
const showCommit = async (
  repository: Repository,
  revision: Revision,
  cursor: string | undefined,
  ctx: Context,
): Promise<ToolResult | undefined> => {
  const reader = new CommitReader(new PatchReader(repository.options.maxOutputBytes, cursor));
  // Like the official server: the changes of a merge are those to its first parent.
  const operands = ['--end-of-options', revision, '--'] as const;
  const run = (take: Take, ...options: readonly Option[]): Promise<Output> => {
    const all: Option[] = [
      '--max-count=1',
      ...formOptions,
      '--diff-merges=first-parent',
      '--root',
      ...options,
    ];
    return repository.stream({ command: { name: 'log', options: all, operands }, signal: ctx.signal }, take);
  };
  await run((chunk) => reader.add(chunk), formatOption, ...listOptions, ...patchOptions(3));
  if (reader.fields.length < FIELD_COUNT) return undefined;
  const { commit, message } = toCommit(reader.fields);
  if (reader.patch.isPart) {
    reader.patch.startCounts();
    await run((chunk) => reader.patch.add(chunk), '--format=', ...countOptions);
  }
  const diff = reader.patch.end();
  return new ToolResult({
    content: [text(toText(commit, message) + toOfficialPatch(diff)), ...pageNote(diff)],
    structured: { type: 'commit', commit, ...toStructuredDiff(diff) },
  });
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

const showObject = async (repository: Repository, revision: Revision, ctx: Context): Promise<ToolResult> => {
  const { signal } = ctx;
  const operands = ['--end-of-options', revision] as const;
  const named = await repository.read({
    command: { name: 'rev-parse', options: ['--verify'], operands },
    signal,
  });
  // From here on it is an object name, which is no option.
  const object = toRevision(named.text.trim(), 'revision');
  const type = (
    await repository.read({ command: { name: 'cat-file', options: ['-t'], operands: [object] }, signal })
  ).text.trim();
  const bytes = await readBytes(repository, object, signal);
  const isText = isUtf8(bytes.subarray(0, -4)) && !bytes.includes(0);
  if (!isText) throw new ToolError(`${revision} is binary; it cannot be shown as text.`);
  const { maxOutputBytes } = repository.options;
  const { text: shown, isCut } = cutLines(bytes.toString('utf8'), maxOutputBytes);
  return new ToolResult({
    content: [text(shown), ...(isCut ? [text(`[Cut at ${maxOutputBytes} bytes.]`)] : [])],
    structured: { type, text: shown, truncated: isCut },
  });
};

const readBytes = async (repository: Repository, object: Revision, signal: AbortSignal): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  await repository.stream(
    { command: { name: 'cat-file', options: ['-p'], operands: [object] }, signal },
    (chunk) => {
      chunks.push(chunk);
      bytes += chunk.length;
      return bytes <= repository.options.maxOutputBytes + 4;
    },
  );
  return Buffer.concat(chunks);
};
