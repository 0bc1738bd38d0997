// git_pull: fetches the upstream of the current branch and merges it.
import { destroys, openWorld, ToolError } from '@mcp/runtime';
import { named } from '../confirm.ts';
import { remoteIcon } from '../icons.ts';
import { toOutcome, toText } from '../write/integrate.ts';
import type { Repository } from '../repositories.ts';
import { toLines, transferProperties } from './transferred.ts';
import { gitTool, type Define } from './frame.ts';
import { remoteName, strings } from './shared.ts';
import { merge } from './git-merge.ts';

export const gitPull: Define = (repositories) =>
  gitTool({
    name: 'git_pull',
    title: 'Pull',
    description: 'Fetch a branch of a remote and merge it into the current branch. Reports conflicts.',
    icons: remoteIcon,
    annotations: openWorld(destroys),
    properties: {
      remote: remoteName,
      branch: { type: 'string', description: 'Branch at the remote. Default: the upstream.' },
      fast_forward_only: { type: 'boolean', description: 'Fail if a merge would be needed.' },
      dry_run: { type: 'boolean', description: 'Fetch, then only report which files would conflict.' },
    },
    outputSchema: {
      type: 'object',
      properties: {
        ...transferProperties,
        result: { type: 'string', enum: ['done', 'fast-forward', 'up-to-date', 'conflict'] },
        hash: { type: 'string', description: 'Where HEAD is now.' },
        conflicts: strings,
      },
      required: ['remote', 'url', 'result'],
    },
    needsFiles: true,
    stake: ({ remote, branch }) => {
      const what = branch === undefined ? 'the upstream branch' : `the branch ${named(branch)}`;
      return `Pull ${what}${remote === undefined ? '' : ` of ${named(remote)}`} into the current branch`;
    },
    async run(repository, { remote: given, branch, ...query }, ctx) {
      const remote = await repository.remotes.find(given);
      const from = branch ?? (await upstreamOf(repository, remote.name));
      const asked = { branch: from, prune: false, tags: false, dryRun: false };
      const fetched = await repositories.for(ctx).fetch(repository, remote, asked);
      const { dry_run: dryRun = false, fast_forward_only: isForwardOnly } = query;
      const integration = isForwardOnly
        ? { ...merge, options: [...merge.options, '--ff-only'] as const }
        : merge;
      const merging = { revision: `refs/remotes/${remote.name}/${from}`, dry_run: dryRun };
      const outcome = await toOutcome(repository, integration, merging);
      const lines = [
        `Fetched from ${fetched.remote} (${fetched.url})`,
        ...toLines(fetched),
        toText(merge, outcome, dryRun),
      ];
      return { text: lines.join('\n'), data: { ...fetched, ...outcome, dry_run: dryRun } };
    },
  })(repositories);

const upstreamOf = async (repository: Repository, remote: string): Promise<string> => {
  const { branch } = await repository.head();
  const upstream = branch === undefined ? undefined : await repository.remotes.upstreamOf(branch);
  if (upstream?.remote === remote) return upstream.branch;
  throw new ToolError(
    `${branch ?? 'HEAD'} has no upstream at ${remote}. Give branch, or set one with git_push and set_upstream.`,
  );
};
