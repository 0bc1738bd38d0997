// git_push: sends a branch or a tag to a remote.
import { changes, openWorld } from '@mcp/runtime';
import { named } from '../confirm.ts';
import { remoteIcon } from '../icons.ts';
import { toLines, transferOutput } from './transferred.ts';
import { gitTool, type Define } from './frame.ts';
import { dryRunFlag, remoteName } from './shared.ts';

export const gitPush: Define = (repositories) =>
  gitTool({
    name: 'git_push',
    title: 'Push',
    description: 'Push a branch or tag to a remote. Protected branches are never force-pushed.',
    icons: remoteIcon,
    annotations: openWorld(changes),
    properties: {
      remote: remoteName,
      branch: { type: 'string', description: 'Local branch to push. Default: the current one.' },
      to: { type: 'string', description: 'Branch at the remote. Default: the upstream, or the same name.' },
      tag: { type: 'string', description: 'Tag to push instead of a branch.' },
      force: { type: 'boolean', description: 'Force-push, if the remote branch is still as last fetched.' },
      set_upstream: { type: 'boolean', description: 'Set the remote branch as upstream.' },
      dry_run: dryRunFlag,
    },
    outputSchema: transferOutput,
    stake: ({ remote, branch, to, tag, force }) => {
      const here = branch === undefined ? 'the branch that is checked out' : `the branch ${named(branch)}`;
      const what = tag === undefined ? here : `the tag ${named(tag)}`;
      const where = `${remote === undefined ? 'its remote' : named(remote)}${to === undefined ? '' : `, as ${named(to)}`}`;
      return `Push ${what} to ${where}${force ? ' and overwrite the commits that are there' : ''}`;
    },
    async run(
      repository,
      { remote: given, dry_run: dryRun = false, set_upstream: setUpstream = false, ...rest },
      ctx,
    ) {
      const query = { ...rest, dryRun, setUpstream };
      const remote = await repository.remotes.find(given);
      const pushed = await repositories.for(ctx).push(repository, remote, query);
      const isRejected = pushed.rejected.length > 0;
      const done = dryRun ? 'Would push to' : 'Pushed to';
      const lines = [
        `${isRejected ? 'Nothing was pushed to' : done} ${pushed.remote} (${pushed.url})`,
        ...toLines(pushed),
        ...(isRejected ? ['If the remote has commits that are not here, git_pull first.'] : []),
      ];
      return { text: lines.join('\n'), data: { ...pushed, dry_run: dryRun } };
    },
  })(repositories);
