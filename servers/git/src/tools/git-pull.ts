// git_pull: fetches the upstream of the current branch, and merges it.
import { defineTool, destroys, openWorld, text, type Tool, ToolError, ToolResult } from '@mcp/runtime';
import { remoteIcon } from '../icons.ts';
import { toOutcome, toText, type Integration } from '../write/integrate.ts';
import type { Repository } from '../repository/repository.ts';
import { fetchFrom } from '../remote/fetch.ts';
import { findRemote, readUpstream } from '../remote/remotes.ts';
import { toLines, transferProperties } from '../remote/report.ts';
import type { Repositories } from '../repository/repositories.ts';
import { neutralised, remoteName, repoPath } from './shared.ts';
import { merge } from './git-merge.ts';

const input = {
  type: 'object',
  properties: {
    repo_path: repoPath,
    remote: remoteName,
    branch: { type: 'string', description: 'The branch at the remote. Default: the upstream.' },
    fast_forward_only: {
      type: 'boolean',
      default: false,
      description: 'Fail where a merge would be needed.',
    },
    dry_run: {
      type: 'boolean',
      default: false,
      description: 'Fetch, and only report which files would be in conflict.',
    },
  },
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: {
    ...transferProperties,
    result: { type: 'string', enum: ['done', 'fast-forward', 'up-to-date', 'conflict'] },
    hash: { type: 'string', description: 'Where HEAD is now.' },
    conflicts: { type: 'array', items: { type: 'string' } },
    neutralised,
  },
  required: ['remote', 'url', 'refs', 'rejected', 'result', 'conflicts', 'dryRun', 'neutralised'],
} as const;

const fastForward: Integration = { ...merge, options: [...merge.options, '--ff-only'] };

export const gitPull = (repositories: Repositories): Tool =>
  defineTool({
    name: 'git_pull',
    title: 'Pull',
    description: 'Fetch a branch of a remote and merge it into the current branch. Reports conflicts.',
    icons: remoteIcon,
    annotations: openWorld(destroys),
    inputSchema: input,
    outputSchema: output,
    async run({ repo_path: place, remote: given, branch, ...query }, ctx) {
      const repository = await repositories.open(place, ctx);
      repository.requireWorkTree();
      const remote = await findRemote(repository, given, ctx.signal);
      const from = branch ?? (await upstreamOf(repository, remote.name, ctx.signal));
      const asked = { branch: from, prune: false, tags: false, dryRun: false };
      const fetched = await fetchFrom(repository, remote, asked, ctx);
      const { dry_run: dryRun } = query;
      const integration = query.fast_forward_only ? fastForward : merge;
      const merging = { revision: `refs/remotes/${remote.name}/${from}`, dry_run: dryRun };
      const outcome = await toOutcome(repository, integration, merging, ctx.signal);
      const { neutralised: without } = await repository.trust('write', ctx.signal);
      const lines = [
        `Fetched from ${fetched.remote} (${fetched.url})`,
        ...toLines(fetched.refs, fetched.rejected),
      ];
      return new ToolResult({
        content: [text([...lines, toText(merge, outcome, dryRun)].join('\n'))],
        structuredContent: {
          ...fetched,
          ...outcome,
          dryRun,
          neutralised: [...new Set([...fetched.neutralised, ...without])],
        },
      });
    },
  });

const upstreamOf = async (repository: Repository, remote: string, signal: AbortSignal): Promise<string> => {
  const { branch } = repository.head();
  const upstream = branch === undefined ? undefined : await readUpstream(repository, branch, signal);
  if (upstream?.remote === remote) return upstream.branch;
  throw new ToolError(
    `${branch ?? 'HEAD'} has no upstream at ${remote}. Give branch, or set one with git_push and set_upstream.`,
  );
};
