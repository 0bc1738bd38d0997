// git_tag_create: gives a commit a name that stays.
import { defineTool, text, ToolError, ToolResult } from '@mcp/runtime';
import { toBranchName, toRevision, type Option } from '../repository/arguments.ts';
import { tagIcon } from '../icons.ts';
import type { Repositories } from '../repository/repositories.ts';
import { messageArgument, neutralised, repoPath } from './arguments.ts';

const input = {
  type: 'object',
  properties: {
    repo_path: repoPath,
    tag_name: { type: 'string' },
    revision: { type: 'string', default: 'HEAD' },
    message: { ...messageArgument, description: 'Makes an annotated tag.' },
  },
  required: ['tag_name'],
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    hash: { type: 'string', description: 'What is tagged.' },
    annotated: { type: 'boolean' },
    neutralised,
  },
  required: ['name', 'hash', 'annotated', 'neutralised'],
} as const;

export const gitTagCreate = (repositories: Repositories) =>
  defineTool({
    name: 'git_tag_create',
    title: 'Create a tag',
    description: 'Tags a commit. A tag that exists is never moved.',
    icons: tagIcon,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    inputSchema: input,
    outputSchema: output,
    async run({ repo_path: place, tag_name: given, revision, message }, ctx) {
      const name = toBranchName(given, 'tag_name');
      const annotated = message !== undefined;
      if (annotated && (message.includes('\0') || message.trim() === ''))
        throw new ToolError('message is empty, or has a NUL.');
      const repository = await repositories.open(place, ctx);
      const { signal } = ctx;
      const options: Option[] = annotated
        ? ['--annotate', '--file=-', '--cleanup=whitespace']
        : ['--no-sign'];
      if (annotated && repository.options.sign === 'never') options.push('--no-sign');
      const hash = await repository.change(signal, async (run) => {
        const operands = [
          '--end-of-options',
          toRevision(`${toRevision(revision, 'revision')}^{}`, 'revision'),
        ] as const;
        const found = await run({ command: { name: 'rev-parse', options: ['--verify'], operands }, signal });
        const tagged = toRevision(found.text.trim(), 'revision');
        await run({
          command: { name: 'tag', options, operands: [name, tagged] },
          signal,
          ...(annotated ? { input: message } : {}),
        });
        return tagged;
      });
      const { neutralised: without } = await repository.trust('write', signal);
      return new ToolResult({
        content: [text(`Created tag '${name}' at ${hash}`)],
        structuredContent: { name, hash, annotated, neutralised: without },
      });
    },
  });
