// git_show: a commit with its changes, or what another object holds.
import { isUtf8 } from 'node:buffer';
import { defineTool, resourceLink, text, ToolResult, type ContentBlock } from '@mcp/runtime';
import { diffArguments, diffOutputBrief, notesOf, pageBytes, toStructuredDiff } from '../read/diff.ts';
import { toRevision, toTreePath, type Revision, type TreePath } from '../repository/arguments.ts';
import { refusal } from '../repository/errors.ts';
import type { Repository } from '../repository/repository.ts';
import { readCommit, readObject } from '../read/show.ts';
import { showIcon } from '../icons.ts';
import { cutLines } from '../read/budget.ts';
import type { Repositories } from '../repository/repositories.ts';
import { READS, repoPath } from './arguments.ts';

const input = {
  type: 'object',
  properties: {
    repo_path: repoPath,
    revision: { type: 'string', description: 'A branch, tag or commit.' },
    path: {
      type: 'string',
      description: 'Show this file as it was then, not the changes.',
    },
    patch: { type: 'boolean', default: true, description: 'False: only names and counts.' },
    generated: diffArguments.generated,
    maxBytes: diffArguments.maxBytes,
    cursor: diffArguments.cursor,
  },
  required: ['revision'],
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: {
    type: { type: 'string', enum: ['commit', 'tree', 'blob', 'tag'] },
    commit: { type: 'object', description: 'As in git_log.' },
    ...diffOutputBrief.properties,
    text: { type: 'string' },
    binary: { type: 'boolean' },
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
    inputSchema: input,
    outputSchema: output,
    async run({ repo_path: place, revision, path, ...form }, ctx) {
      const repository = await repositories.open(place, ctx);
      const named = toRevision(revision, 'revision');
      const bytes = pageBytes(repository, form.maxBytes);
      if (path !== undefined) {
        const inner = toTreePath(path, repository.directory);
        const object = toRevision(`${named}:${inner === '.' ? '' : inner}`, 'revision');
        const link = toLink(repository, named, inner);
        return showObject(repository, object, { bytes, link }, ctx.signal);
      }
      const shown = await readCommit(repository, named, form, ctx);
      if (shown === undefined) return showObject(repository, named, { bytes }, ctx.signal);
      return new ToolResult({
        content: [text(shown.text), ...notesOf(shown.diff).map((note) => text(note))],
        structuredContent: { type: 'commit', commit: shown.commit, ...toStructuredDiff(shown.diff) },
      });
    },
  });

interface ObjectForm {
  readonly bytes: number;
  /** Where all of it can be read. */
  readonly link?: ContentBlock;
}

const showObject = async (
  repository: Repository,
  revision: Revision,
  { bytes: maxBytes, link }: ObjectForm,
  signal: AbortSignal,
): Promise<ToolResult> => {
  const operands = ['--end-of-options', revision] as const;
  const command = { name: 'rev-parse', options: ['--verify', '--quiet'], operands } as const;
  const named = await repository.read({ command, signal, answers: [1] });
  if (named.code !== 0)
    throw refusal(
      'not_found',
      `There is no ${JSON.stringify(revision)}.`,
      'Look with git_branch, git_tags or git_log for revisions, with git_ls_files for files.',
    );
  // From here on it is an object name, which is no option.
  const object = toRevision(named.text.trim(), 'revision');
  const type = (
    await repository.read({ command: { name: 'cat-file', options: ['-t'], operands: [object] }, signal })
  ).text.trim();
  const bytes = await readObject(repository, object, maxBytes, signal);
  const links = type === 'blob' && link !== undefined ? [link] : [];
  if (!isUtf8(bytes.subarray(0, -4)) || bytes.includes(0))
    return new ToolResult({
      content: [text(`${revision} is binary; it cannot be shown as text.`), ...links],
      structuredContent: { type, binary: true, truncated: true },
    });
  const { text: shown, isCut } = cutLines(bytes.toString('utf8'), maxBytes);
  return new ToolResult({
    content: [text(shown), ...(isCut ? [text(`[Cut at ${maxBytes} bytes.]`), ...links] : [])],
    structuredContent: { type, text: shown, truncated: isCut },
  });
};

const toLink = ({ name: repository }: Repository, revision: Revision, path: TreePath): ContentBlock => {
  const segments = [repository, 'blob', revision].map((part) => encodeURIComponent(part));
  const uri = `git://${segments.join('/')}/${path.split('/').map(encodeURIComponent).join('/')}`;
  return resourceLink({ uri, name: path });
};
