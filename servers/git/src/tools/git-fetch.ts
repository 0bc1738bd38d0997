// git_fetch: fetches from a remote (features: progress, cancellation).
import { adds, openWorld } from '@mcp/runtime';
import { remoteIcon } from '../icons.ts';
import { toLines, transferOutput } from './transferred.ts';
import { gitTool, type Define } from './frame.ts';
import { dryRunFlag, remoteName } from './shared.ts';

export const gitFetch: Define = (repositories) =>
  gitTool({
    name: 'git_fetch',
    title: 'Fetch',
    description: 'Fetch branches and tags of a remote. Local branches and files do not change.',
    icons: remoteIcon,
    annotations: openWorld({ ...adds, idempotentHint: true }),
    task: 'optional',
    asksFirst: true,
    properties: {
      remote: remoteName,
      branch: { type: 'string', description: 'Only this branch of the remote.' },
      prune: { type: 'boolean', description: 'Delete remote-tracking branches that are gone at the remote.' },
      tags: {
        type: 'boolean',
        description: 'Fetch all tags, not only those that point into the fetched history (--tags).',
      },
      depth: { type: 'integer', minimum: 1, description: 'Limit the history to this many commits.' },
      dry_run: dryRunFlag,
    },
    outputSchema: transferOutput,
    async run(repository, { remote: given, dry_run: dryRun = false, ...query }, ctx) {
      const remote = await repository.remotes.find(given);
      const fetched = await repositories.for(ctx).fetch(repository, remote, { ...query, dryRun });
      const lines = toLines(fetched);
      const title = `${dryRun ? 'Would fetch' : 'Fetched'} from ${fetched.remote} (${fetched.url})`;
      return {
        text: `${title}\n${lines.join('\n') || 'Nothing is new.'}`,
        data: { ...fetched, dry_run: dryRun },
      };
    },
  })(repositories);
