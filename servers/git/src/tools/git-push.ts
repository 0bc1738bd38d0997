// git_push: sends a branch or a tag to a remote.
import { changes, defineTool, openWorld, text, type Tool, ToolResult } from '@mcp/runtime';
import { remoteIcon } from '../icons.ts';
import { pushTo } from '../remote/push.ts';
import { findRemote } from '../remote/remotes.ts';
import { toLines, transferOutput, type TransferReport } from '../remote/report.ts';
import type { Repositories } from '../repository/repositories.ts';
import { remoteName, repoPath } from './shared.ts';

const input = {
  type: 'object',
  properties: {
    repo_path: repoPath,
    remote: remoteName,
    branch: { type: 'string', description: 'The branch here. Default: the current one.' },
    to: { type: 'string', description: 'The branch at the remote. Default: the upstream, or the same name.' },
    tag: { type: 'string', description: 'A tag to push instead of a branch.' },
    force: {
      type: 'boolean',
      default: false,
      description: 'Overwrite the branch there, if it is still as fetched last. Never a protected one.',
    },
    set_upstream: { type: 'boolean', default: false, description: 'Make it the upstream of the branch.' },
    dry_run: { type: 'boolean', default: false, description: 'Ask the remote, but send nothing.' },
  },
  additionalProperties: false,
} as const;

export const gitPush = (repositories: Repositories): Tool =>
  defineTool({
    name: 'git_push',
    title: 'Push',
    description:
      'Push a branch or tag to a remote. Force-push uses a lease and never touches protected branches.',
    icons: remoteIcon,
    annotations: openWorld(changes),
    inputSchema: input,
    outputSchema: transferOutput,
    async run({ repo_path: place, remote: given, dry_run: dryRun, set_upstream: setUpstream, ...rest }, ctx) {
      const repository = await repositories.open(place, ctx);
      const query = { ...rest, dryRun, setUpstream };
      const pushed = await pushTo(repository, await findRemote(repository, given, ctx.signal), query, ctx);
      return new ToolResult({
        content: [text(toText(pushed, dryRun))],
        structuredContent: { ...pushed, dryRun },
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
