// git_stash_push: puts changes aside.
import { adds, defineTool, ToolError, type Tool } from '@mcp/runtime';
import { stashIcon } from '../icons.ts';
import { toPathspec, toValue, type Operand, type Option } from '../repository/arguments.ts';
import type { Repositories } from '../repository/repositories.ts';
import { answer, neutralised, pathList, repoPath } from './shared.ts';

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
      const repository = await repositories.openWorkTree(place, ctx);
      const inner = repository.toPaths(paths, 'paths');
      const options: Option[] = [isAll ? '--include-untracked' : '--no-include-untracked'];
      if (message !== undefined) options.push(`--message=${toValue(message, 'message')}`);
      const operands: Operand[] = inner.length === 0 ? [] : ['--', ...inner.map(toPathspec)];
      const hash = await repository.change(async (run) => {
        const before = await repository.find('refs/stash', 'stash');
        // It removes new files by a pathspec with magic.
        await run({ name: 'stash push', options, operands, hasPathspecs: true });
        const after = await repository.find('refs/stash', 'stash');
        if (after === before) throw new ToolError('There are no changes to put aside.');
        return after;
      });
      const selector = 'stash@{0}';
      const data = { hash, selector, neutralised: repository.neutralised() };
      return answer(`Changes put aside as ${selector} (${hash})`, data);
    },
  });
