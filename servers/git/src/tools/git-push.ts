// git_push: sends a branch or a tag to a remote.
import { changes, openWorld } from '@mcp/runtime';
import { named } from '../confirm.ts';
import { remoteIcon } from '../icons.ts';
import { findRemote } from '../remote/remotes.ts';
import { toLines, transferOutput } from '../remote/report.ts';
import { gitTool } from './frame.ts';
import { remoteName } from './shared.ts';

export const gitPush = gitTool({
  name: 'git_push',
  title: 'Push',
  description:
    'Push a branch or tag to a remote. Force-push uses a lease and never touches protected branches.',
  icons: remoteIcon,
  annotations: openWorld(changes),
  properties: {
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
    return { text: lines.join('\n'), data: { ...pushed, dry_run: dryRun } };
  },
});
