// Pushes: sends a branch or a tag to a remote. What is there is replaced only if it is what we have seen last (a lease).
import { ToolError, type Context } from '@mcp/runtime';
import {
  toBranchName,
  toRevision,
  type Option,
  type Refspec,
  type RemoteName,
} from '../repository/arguments.ts';
import { toFailure } from '../repository/errors.ts';
import type { Repository } from '../repository/repository.ts';
import { splitLines } from '../read/records.ts';
import { readUpstream, type Remote } from './remotes.ts';
import type { RefChange, Rejected } from './report.ts';
import { Transfer } from './transfer.ts';

/** What to push. */
export interface PushQuery {
  readonly branch?: string;
  readonly to?: string;
  readonly tag?: string;
  readonly force: boolean;
  readonly expected?: string;
  readonly setUpstream: boolean;
  readonly dryRun: boolean;
}

/** What became of it. */
export interface Pushed {
  readonly remote: string;
  readonly url: string;
  readonly refs: readonly RefChange[];
  readonly rejected: readonly Rejected[];
  readonly neutralised: readonly string[];
}

interface Side {
  /** The full names here and there. */
  readonly from: string;
  readonly to: string;
}

/**
 * Pushes to a remote.
 *
 * @throws {ToolError} when a protected branch would be rewritten, or the remote cannot be reached.
 */
export const pushTo = async (
  repository: Repository,
  remote: Remote & { readonly name: RemoteName },
  query: PushQuery,
  ctx: Context,
): Promise<Pushed> => {
  const side = await toSide(repository, remote.name, query, ctx.signal);
  using transfer = await Transfer.start(repository, remote, 'push', ctx);
  const hash = transfer.before.get(side.from);
  if (hash === undefined)
    throw new ToolError(`There is no ${side.from} here. Look with git_branch or git_tags.`);
  const options: Option[] = [
    ...(['--progress', '--porcelain', '--no-follow-tags', '--no-recurse-submodules'] as const),
    ...(query.force
      ? [await toLease(repository, transfer, { ...side, expected: query.expected }, ctx.signal)]
      : []),
    ...(query.dryRun ? (['--dry-run'] as const) : []),
  ];
  // By its hash: the branch may go on meanwhile. A hook of the operator's own trust sees the name.
  const refspec = `${repository.options.trust === 'trusted' ? side.from : hash}:${side.to}` as Refspec;
  const said = await transfer.run({ name: 'push', options, operands: [refspec] }, [1]);
  const { refs, rejected } = toReport(said.text, transfer, side, hash);
  if (refs.length + rejected.length === 0) throw toFailure('push', said.lines.join('\n'));
  if (!query.dryRun && rejected.length === 0)
    await remember(repository, transfer.name, { ...side, ...query, hash }, ctx.signal);
  return {
    remote: remote.name,
    url: transfer.address.shown,
    refs,
    rejected,
    neutralised: transfer.neutralised,
  };
};

const toSide = async (
  repository: Repository,
  name: RemoteName,
  { branch, to, tag, force, setUpstream }: PushQuery,
  signal: AbortSignal,
): Promise<Side> => {
  if (tag !== undefined) {
    if (branch !== undefined || to !== undefined || force || setUpstream)
      throw new ToolError('tag goes alone: a tag that is there is never replaced.');
    const ref = `refs/tags/${toBranchName(tag, 'tag')}`;
    return { from: ref, to: ref };
  }
  const local = branch ?? repository.head().branch;
  if (local === undefined) throw new ToolError('HEAD is detached. Give branch.');
  const from = toBranchName(local, 'branch');
  const upstream = to === undefined ? await readUpstream(repository, from, signal) : undefined;
  const there = toBranchName(to ?? (upstream?.remote === name ? upstream.branch : from), 'to');
  if (force) repository.checkUnprotected(there);
  return { from: `refs/heads/${from}`, to: `refs/heads/${there}` };
};

const toLease = async (
  repository: Repository,
  { before, name }: Transfer,
  { to, expected }: Side & { readonly expected: string | undefined },
  signal: AbortSignal,
): Promise<Option> => {
  const seen =
    expected === undefined ? before.get(trackingOf(name, to)) : await resolve(repository, expected, signal);
  if (seen === undefined)
    throw new ToolError(
      `It is not known what ${to} is at ${name}. Look with git_fetch first, or give expected.`,
    );
  return `--force-with-lease=${to}:${seen}`;
};

const resolve = async (repository: Repository, expected: string, signal: AbortSignal): Promise<string> => {
  const operands = [
    '--end-of-options',
    toRevision(`${toRevision(expected, 'expected')}^{commit}`, 'expected'),
  ] as const;
  const command = { name: 'rev-parse', options: ['--verify'], operands } as const;
  return (await repository.read({ command, signal })).text.trim();
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
  { before, name }: Transfer,
  { to }: Side,
  hash: string,
): { readonly refs: RefChange[]; readonly rejected: Rejected[] } => {
  const line = splitLines(porcelain).find((text) => /^[ +*=!-]\t/.test(text));
  if (line === undefined) return { refs: [], rejected: [] };
  const change = CHANGES[line.charAt(0)];
  const summary = line.split('\t')[2] ?? '';
  if (change === undefined)
    return { refs: [], rejected: [{ ref: to, reason: /\((.*)\)$/.exec(summary)?.[1] ?? summary }] };
  const from = before.get(trackingOf(name, to));
  return { refs: [{ ref: to, change, ...(from === undefined ? {} : { from }), to: hash }], rejected: [] };
};

// What is there now, as a fetch would find it.
const remember = async (
  repository: Repository,
  name: RemoteName,
  { from, to, hash, setUpstream }: Side & Pick<PushQuery, 'setUpstream'> & { readonly hash: string },
  signal: AbortSignal,
): Promise<void> => {
  if (!to.startsWith('refs/heads/')) return;
  await repository.change(signal, async (run) => {
    const options: Option[] = ['--no-deref', '--stdin', '-z', `-mpush ${name}`];
    const input = `update ${trackingOf(name, to)}\0${hash}\0\0`;
    await run({ command: { name: 'update-ref', options }, signal, input });
    if (!setUpstream) return;
    const upstream: Option = `--set-upstream-to=${trackingOf(name, to)}`;
    const operands = [toBranchName(from.slice('refs/heads/'.length), 'branch')];
    await run({ command: { name: 'branch', options: ['--quiet', upstream], operands }, signal });
  });
};
