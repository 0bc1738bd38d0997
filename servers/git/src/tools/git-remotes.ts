// git_remotes: lists remotes and their addresses, without passwords.
import { readsOnly } from '@mcp/runtime';
import { remoteIcon } from '../icons.ts';
import { gitTool } from './frame.ts';

export const gitRemotes = gitTool({
  name: 'git_remotes',
  title: 'Remotes',
  description: 'List remotes and their URLs, as `git remote -v` does. Passwords in them are removed.',
  icons: remoteIcon,
  annotations: readsOnly,
  outputSchema: {
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
  },
  async run(repository) {
    const remotes = await repository.remotes.list();
    const lines = remotes.flatMap(({ name, fetch, push }) => [
      `${name}\t${fetch} (fetch)`,
      `${name}\t${push} (push)`,
    ]);
    return { text: lines.join('\n') || 'No remotes.', data: { remotes } };
  },
});
