// git_tag_create: gives a commit a name that stays.
import { adds, defineTool, type Tool } from '@mcp/runtime';
import { tagIcon } from '../icons.ts';
import { toBranchName, toRevision, type Option } from '../repository/arguments.ts';
import type { Repositories } from '../repository/repositories.ts';
import { checkMessage } from '../write/commit.ts';
import { answer, neutralised, repoPath } from './shared.ts';

const input = {
  type: 'object',
  properties: {
    repo_path: repoPath,
    tag_name: { type: 'string', description: 'The name of the new tag.' },
    revision: { type: 'string', default: 'HEAD', description: 'What to tag: a branch, tag or commit.' },
    message: { type: 'string', maxLength: 100_000, description: 'Makes an annotated tag with this message.' },
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

export const gitTagCreate = (repositories: Repositories): Tool =>
  defineTool({
    name: 'git_tag_create',
    title: 'Create a tag',
    description: 'Tag a commit. A tag that exists is never moved.',
    icons: tagIcon,
    annotations: adds,
    inputSchema: input,
    outputSchema: output,
    async run({ repo_path: place, tag_name: given, revision, message }, ctx) {
      const name = toBranchName(given, 'tag_name');
      if (message !== undefined) checkMessage(message);
      const repository = await repositories.open(place, ctx);
      const annotated = message !== undefined;
      const options: Option[] = annotated ? ['--annotate', '--file=-', '--cleanup=whitespace'] : [];
      if (!annotated || repository.options.sign === 'never') options.push('--no-sign');
      const hash = await repository.change(async (run) => {
        const tagged = await repository.resolve(`${toRevision(revision, 'revision')}^{}`, 'revision');
        await run({ name: 'tag', options, operands: [name, tagged], input: message });
        return tagged;
      });
      const data = { name, hash, annotated, neutralised: repository.neutralised() };
      return answer(`Created tag '${name}' at ${hash}`, data);
    },
  });
