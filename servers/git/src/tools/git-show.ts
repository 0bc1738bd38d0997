// git_show: a commit with its changes, or what another object holds.
import { isUtf8 } from 'node:buffer';
import { defineTool, text, ToolError, ToolResult, type Context } from '@mcp/runtime';
import { diffArguments, diffOutput, pageNote, toStructuredDiff } from '../diff/diff-tool.ts';
import { toRevision, toTreePath, type Revision } from '../git/argument.ts';
import type { Repository } from '../git/repository.ts';
import { commitSchema } from '../history/commits.ts';
import { readCommit, readObject } from '../history/show.ts';
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
      const shown = await readCommit(repository, named, cursor, ctx);
      if (shown === undefined) return showObject(repository, named, ctx);
      return new ToolResult({
        content: [text(shown.text), ...pageNote(shown.diff)],
        structured: { type: 'commit', commit: shown.commit, ...toStructuredDiff(shown.diff) },
      });
    },
  });

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
  const bytes = await readObject(repository, object, repository.options.maxOutputBytes, signal);
  const isText = isUtf8(bytes.subarray(0, -4)) && !bytes.includes(0);
  if (!isText) throw new ToolError(`${revision} is binary; it cannot be shown as text.`);
  const { maxOutputBytes } = repository.options;
  const { text: shown, isCut } = cutLines(bytes.toString('utf8'), maxOutputBytes);
  return new ToolResult({
    content: [text(shown), ...(isCut ? [text(`[Cut at ${maxOutputBytes} bytes.]`)] : [])],
    structured: { type, text: shown, truncated: isCut },
  });
};
