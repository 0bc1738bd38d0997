// Pushes a branch or a tag. A forced push replaces only the commit that was last fetched (a lease).
import { GitError } from '../git-error.ts';
import { toBranchName, type Option, type Refspec, type RemoteName } from '../arguments/arguments.ts';
import { toFailure } from '../process/errors.ts';
import type { Repository } from '../repository.ts';
import type { GitRequest } from '../request.ts';
import { toTracking, type NamedRemote } from './remotes.ts';
import type { RefChange, TransferReport } from './report.ts';
import { transfer } from './transfer.ts';

/** What to push. */
export interface PushQuery {
  readonly branch?: string;
  readonly to?: string;
  readonly tag?: string;
  readonly force?: boolean;
  readonly setUpstream: boolean;
  readonly dryRun: boolean;
}

/** The full names of the local and the remote ref. */
interface Sides {
  readonly from: string;
  readonly to: string;
}

/**
 * Pushes to a remote.
 *
 * @throws {GitError} if a protected branch would be rewritten, or the remote cannot be reached.
 */
export const pushTo = async (
  repository: Repository,
  remote: NamedRemote,
  query: PushQuery,
  request: Pick<GitRequest, 'progress'>,
): Promise<TransferReport> => {
  const { name } = remote;
  const { dryRun, setUpstream } = query;
  const sides = await toSides(repository, name, query);
  const to = await repository.find(sides.from, 'branch');
  if (to === undefined)
    throw new GitError(`There is no ${sides.from} here. Look with git_branch or git_log.`);
  const from = await repository.find(trackingOf(name, sides.to), 'to');
  const options: Option[] = ['--porcelain', '--no-follow-tags'];
  if (query.force) options.push(toLease(from, name, sides.to));
  if (dryRun) options.push('--dry-run');
  // The branch may move during the push, so its hash is pushed. Hooks of a trusted repository need the name.
  const source = repository.options.trust === 'trusted' ? sides.from : to;
  const refspecs = [`${source}:${sides.to}` as Refspec];
  const asked = { dryRun, tracking: [toTracking(name, '*')], options, refspecs };
  const done = await transfer(repository, remote, { direction: 'push', ...asked }, request);
  const hashes = { ...(from === undefined ? {} : { from }), to };
  const { refs, rejected } = toReport(done.output.text, sides.to, hashes);
  if (refs.length + rejected.length === 0)
    throw toFailure('push', { code: done.output.code, errors: done.output.lines.join('\n') });
  if (setUpstream && !dryRun && rejected.length === 0) await writeUpstream(repository, name, sides);
  return { remote: name, url: done.address.shown, refs, rejected };
};

const toSides = async (
  repository: Repository,
  name: RemoteName,
  { branch, to, tag, force, setUpstream }: PushQuery,
): Promise<Sides> => {
  if (tag !== undefined) {
    if (branch !== undefined || to !== undefined || force || setUpstream)
      throw new GitError('tag goes alone: a tag that is there is never replaced.');
    const ref = `refs/tags/${toBranchName(tag, 'tag')}`;
    return { from: ref, to: ref };
  }
  const local = branch ?? (await repository.head()).branch;
  if (local === undefined) throw new GitError('HEAD is detached. Give branch.');
  const from = toBranchName(local, 'branch');
  const upstream = to === undefined ? await repository.remotes.upstreamOf(from) : undefined;
  const there = toBranchName(to ?? (upstream?.remote === name ? upstream.branch : from), 'to');
  if (force) repository.protection.checkBranch(there);
  return { from: `refs/heads/${from}`, to: `refs/heads/${there}` };
};

const toLease = (known: string | undefined, name: RemoteName, to: string): Option => {
  if (known === undefined)
    throw new GitError(`It is not known what ${to} is at ${name}. Look with git_fetch first.`);
  return `--force-with-lease=${to}:${known}`;
};

const trackingOf = (name: RemoteName, ref: string): string =>
  ref.replace(/^refs\/heads\//, `refs/remotes/${name}/`);

const CHANGES: { readonly [flag: string]: RefChange['change'] } = {
  ' ': 'updated',
  '+': 'forced',
  '*': 'new',
  '=': 'up-to-date',
};

// `<flag>\t<from>:<to>\t<summary> (<reason>)` (git-push, "Output").
const toReport = (
  porcelain: string,
  ref: string,
  hashes: Pick<RefChange, 'from' | 'to'>,
): Pick<TransferReport, 'refs' | 'rejected'> => {
  const line = porcelain.split('\n').find((text) => /^[ +*=!-]\t/.test(text));
  if (line === undefined) return { refs: [], rejected: [] };
  const change = CHANGES[line.charAt(0)];
  if (change !== undefined) return { refs: [{ ref, change, ...hashes }], rejected: [] };
  const summary = line.split('\t')[2] ?? '';
  return { refs: [], rejected: [{ ref, reason: /\((.*)\)$/.exec(summary)?.[1] ?? summary }] };
};

const writeUpstream = async (
  repository: Repository,
  name: RemoteName,
  { from, to }: Sides,
): Promise<void> => {
  const upstream: Option = `--set-upstream-to=${trackingOf(name, to)}`;
  const operands = [toBranchName(from.slice('refs/heads/'.length), 'branch')];
  await repository.change((run) => run({ name: 'branch', options: ['--quiet', upstream], operands }));
};
