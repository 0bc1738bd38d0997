// git_remotes: the remotes and their addresses, without the passwords that may be in them.
import { defineTool, readsOnly, stripInvisible, type Tool } from '@mcp/runtime';
import { withoutPasswords } from '../repository/errors.ts';
import { remoteIcon } from '../icons.ts';
import { readRemotes } from '../remote/remotes.ts';
import type { Repositories } from '../repository/repositories.ts';
import { answer, repoPath } from './shared.ts';

const output = {
  type: 'object',
  properties: {
    remotes: {
      type: 'array',
      items: {
        type: 'object',
        properties: { name: { type: 'string' }, fetch: { type: 'string' }, push: { type: 'string' } },
      },
    },
  },
  required: ['remotes'],
} as const;

export const gitRemotes = (repositories: Repositories): Tool =>
  defineTool({
    name: 'git_remotes',
    title: 'Remotes',
    description: 'List remotes and their URLs, as `git remote -v` does. Passwords in them are removed.',
    icons: remoteIcon,
    annotations: readsOnly,
    inputSchema: { type: 'object', properties: { repo_path: repoPath }, additionalProperties: false },
    outputSchema: output,
    async run({ repo_path: place }, ctx) {
      using repository = await repositories.open(place, ctx);
      const remotes = (await readRemotes(repository)).map(({ name, fetch, push }) => ({
        name: stripInvisible(name),
        fetch: stripInvisible(withoutPasswords(fetch)),
        push: stripInvisible(withoutPasswords(push)),
      }));
      const lines = remotes.flatMap(({ name, fetch, push }) => [
        `${name}\t${fetch} (fetch)`,
        `${name}\t${push} (push)`,
      ]);
      return answer(lines.join('\n') || 'No remotes.', { remotes });
    },
  });
