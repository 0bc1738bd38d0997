// git_tag_delete: removes a tag here. What it names stays.
import { defineTool, destroys, type Tool } from '@mcp/runtime';
import { tagIcon } from '../icons.ts';
import { toBranchName } from '../repository/arguments.ts';
import type { Repositories } from '../repository/repositories.ts';
import { answer, repoPath } from './shared.ts';

const input = {
  type: 'object',
  properties: {
    repo_path: repoPath,
    tag_name: { type: 'string', description: 'The tag to delete.' },
  },
  required: ['tag_name'],
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    hash: { type: 'string', description: 'What was tagged: git_tag_create tags it again.' },
  },
  required: ['name', 'hash'],
} as const;

export const gitTagDelete = (repositories: Repositories): Tool =>
  defineTool({
    name: 'git_tag_delete',
    title: 'Delete a tag',
    description: 'Delete a tag in this repository. The tag at a remote stays.',
    icons: tagIcon,
    annotations: destroys,
    inputSchema: input,
    outputSchema: output,
    async run({ repo_path: place, tag_name: given }, ctx) {
      const name = toBranchName(given, 'tag_name');
      const repository = await repositories.open(place, ctx);
      const hash = await repository.change(async (run) => {
        const tagged = await repository.resolve(`refs/tags/${name}^{}`, 'tag_name');
        await run({ name: 'tag', options: ['--delete'], operands: [name] });
        return tagged;
      });
      return answer(`Deleted tag '${name}' (was ${hash})`, { name, hash });
    },
  });
