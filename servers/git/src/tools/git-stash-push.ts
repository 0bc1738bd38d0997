// git_stash_push: puts changes aside.
import { adds, defineTool, text, ToolError, ToolResult, type Tool } from '@mcp/runtime';
import { stashIcon } from '../icons.ts';
import { toPathspec, toRevision, toValue, type Operand, type Option } from '../repository/arguments.ts';
import type { Repositories } from '../repository/repositories.ts';
import type { Run } from '../write/commit.ts';
import { neutralised, pathList, repoPath } from './shared.ts';

const input = {
  type: 'object',
  properties: {
    repo_path: repoPath,
    message: { type: 'string', description: 'What the changes are, for git_stash_list.' },
    paths: { ...pathList, default: [], description: 'Only the changes of these files and folders.' },
    include_untracked: { type: 'boolean', default: false, description: 'Also put new files aside.' },
  },
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: { hash: { type: 'string' }, selector: { type: 'string' }, neutralised },
  required: ['hash', 'selector', 'neutralised'],
} as const;

export const gitStashPush = (repositories: Repositories): Tool =>
  defineTool({
    name: 'git_stash_push',
    title: 'Stash',
    description:
      'Put changes aside, so that files are as in the last commit. git_stash_pop and git_stash_apply bring them back.',
    icons: stashIcon,
    annotations: adds,
    inputSchema: input,
    outputSchema: output,
    async run({ repo_path: place, message, paths, include_untracked: isAll }, ctx) {
      const { signal } = ctx;
      const repository = await repositories.open(place, ctx);
      repository.requireWorkTree();
      const inner = paths.map((path) => repository.toPath(path, 'paths'));
      const options: Option[] = [isAll ? '--include-untracked' : '--no-include-untracked', '--quiet'];
      if (message !== undefined) options.push(`--message=${toValue(message, 'message')}`);
      const operands: Operand[] = inner.length === 0 ? [] : ['--', ...inner.map(toPathspec)];
      const hash = await repository.change(signal, async (run) => {
        const before = await newest(run, signal);
        // It removes new files by a pathspec with magic.
        await run({ command: { name: 'stash push', options, operands }, signal, hasPathspecs: true });
        const after = await newest(run, signal);
        if (after === before) throw new ToolError('There are no changes to put aside.');
        return after;
      });
      const { neutralised: without } = await repository.trust('write', signal);
      return new ToolResult({
        content: [text(`Changes put aside as stash@{0} (${hash})`)],
        structuredContent: { hash, selector: 'stash@{0}', neutralised: without },
      });
    },
  });

const newest = async (run: Run, signal: AbortSignal): Promise<string> => {
  const command = {
    name: 'rev-parse',
    options: ['--verify', '--quiet'],
    operands: [toRevision('refs/stash', 'stash')],
  } as const;
  return (await run({ command, signal, answers: [1] })).text.trim();
};
