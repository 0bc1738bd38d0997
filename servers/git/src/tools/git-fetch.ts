// git_fetch: brings what is new at a remote here. Branches and files stay as they are (features: progress, cancellation).
import { defineTool, text, ToolResult } from '@mcp/runtime';
import { remoteIcon } from '../icons.ts';
import { fetchFrom } from '../remote/fetch.ts';
import { findRemote } from '../remote/remotes.ts';
import { toLines, transferOutput, TRANSFERS } from '../remote/report.ts';
import type { Repositories } from '../repository/repositories.ts';
import { remoteName, repoPath } from './arguments.ts';

const input = {
  type: 'object',
  properties: {
    repo_path: repoPath,
    remote: remoteName,
    branch: { type: 'string', description: 'Only this branch of the remote.' },
    prune: { type: 'boolean', default: false, description: 'Forget branches that are gone there.' },
    tags: { type: 'boolean', default: false, description: 'All tags, not only those of what comes.' },
    depth: { type: 'integer', minimum: 1, description: 'Cut the history off after so many commits.' },
    dryRun: { type: 'boolean', default: false, description: 'Only tell what would come.' },
  },
  additionalProperties: false,
} as const;

export const gitFetch = (repositories: Repositories) =>
  defineTool({
    name: 'git_fetch',
    title: 'Fetch',
    description: 'Fetches branches and tags of a remote. Local branches and files do not change.',
    icons: remoteIcon,
    annotations: TRANSFERS,
    inputSchema: input,
    outputSchema: transferOutput,
    async run({ repo_path: place, remote: given, ...query }, ctx) {
      const repository = await repositories.open(place, ctx);
      const fetched = await fetchFrom(
        repository,
        await findRemote(repository, given, ctx.signal),
        query,
        ctx,
      );
      const lines = toLines(fetched.refs, fetched.rejected);
      const title = `${query.dryRun ? 'Would fetch' : 'Fetched'} from ${fetched.remote} (${fetched.url})`;
      return new ToolResult({
        content: [text(`${title}\n${lines.join('\n') || 'Nothing is new.'}`)],
        structuredContent: { ...fetched, dryRun: query.dryRun },
      });
    },
  });
