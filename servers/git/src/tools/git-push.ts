// git_push: sends a branch or a tag to a remote.
import { defineTool, text, ToolResult } from '@mcp/runtime';
import { remoteIcon } from '../icons.ts';
import { pushTo } from '../remote/push.ts';
import { findRemote } from '../remote/remotes.ts';
import { toLines, transferOutput, type TransferReport } from '../remote/report.ts';
import type { Repositories } from '../repository/repositories.ts';
import { remoteName, repoPath } from './arguments.ts';

const input = {
  type: 'object',
  properties: {
    repo_path: repoPath,
    remote: remoteName,
    branch: { type: 'string', description: 'A branch here. The current one when left out.' },
    to: { type: 'string', description: 'The branch there. Left out: the upstream, or the same name.' },
    tag: { type: 'string', description: 'A tag, instead of a branch.' },
    force: {
      type: 'boolean',
      default: false,
      description: 'Rewrite the branch there, if it is still as fetched last. Never a protected one.',
    },
    setUpstream: { type: 'boolean', default: false, description: 'Pull from there from now on.' },
    dryRun: { type: 'boolean', default: false, description: 'Ask the remote, but send nothing.' },
  },
  additionalProperties: false,
} as const;

export const gitPush = (repositories: Repositories) =>
  defineTool({
    name: 'git_push',
    title: 'Push',
    description: 'Sends a branch or tag to a remote. Others see it then.',
    icons: remoteIcon,
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
    inputSchema: input,
    outputSchema: transferOutput,
    async run({ repo_path: place, remote: given, ...query }, ctx) {
      const repository = await repositories.open(place, ctx);
      const pushed = await pushTo(repository, await findRemote(repository, given, ctx.signal), query, ctx);
      return new ToolResult({
        content: [text(toText(pushed, query.dryRun))],
        structuredContent: { ...pushed, dryRun: query.dryRun },
      });
    },
  });

const toText = ({ remote, url, refs, rejected }: TransferReport, dryRun: boolean): string => {
  const title = `${dryRun ? 'Would push' : 'Pushed'} to ${remote} (${url})`;
  if (rejected.length === 0) return [title, ...toLines(refs, rejected)].join('\n');
  return [
    `Nothing was pushed to ${remote} (${url})`,
    ...toLines(refs, rejected),
    'If the remote has commits that are not here, git_pull first.',
  ].join('\n');
};
