// git_push: sends a branch or a tag to a remote.
import { changes, defineTool, openWorld, type Tool } from '@mcp/runtime';
import { remoteIcon } from '../icons.ts';
import { findRemote } from '../remote/remotes.ts';
import { toLines, transferOutput } from '../remote/report.ts';
import type { Repositories } from '../repository/repositories.ts';
import { answer, remoteName, repoPath } from './shared.ts';

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
      description: 'Overwrite the branch there, if it is still as fetched last. Never a protected one.',
    },
    set_upstream: { type: 'boolean', description: 'Make it the upstream of the branch.' },
    dry_run: { type: 'boolean', description: 'Ask the remote, but send nothing.' },
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
    async run(
      {
        repo_path: place,
        remote: given,
        dry_run: dryRun = false,
        set_upstream: setUpstream = false,
        ...rest
      },
      ctx,
    ) {
      using repository = await repositories.open(place, ctx);
      const query = { ...rest, dryRun, setUpstream };
      const { pushTo } = await import('../remote/push.ts');
      const pushed = await pushTo(repository, await findRemote(repository, given), query, ctx);
      const { remote, url, refs, rejected } = pushed;
      const isRejected = rejected.length > 0;
      const done = dryRun ? 'Would push to' : 'Pushed to';
      const lines = [
        `${isRejected ? 'Nothing was pushed to' : done} ${remote} (${url})`,
        ...toLines(refs, rejected),
        ...(isRejected ? ['If the remote has commits that are not here, git_pull first.'] : []),
      ];
      return answer(lines.join('\n'), { ...pushed, dry_run: dryRun });
    },
  });
