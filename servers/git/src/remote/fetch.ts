// Fetches: brings the branches of a remote here, as refs/remotes/<name>/…, and the tags that belong to them.
import type { Context } from '@mcp/runtime';
import { toBranchName, type Option, type RemoteName } from '../repository/arguments.ts';
import { toFailure } from '../repository/errors.ts';
import type { Repository } from '../repository/repository.ts';
import { readTracking, toTracking, type Remote, type Tracking } from './remotes.ts';
import type { RefChange, Rejected } from './report.ts';
import { Transfer, type Refs, type Said } from './transfer.ts';

/** What to fetch. */
export interface FetchQuery {
  /** One branch of the remote; all that the configuration names when left out. */
  readonly branch?: string;
  readonly prune: boolean;
  readonly tags: boolean;
  readonly depth?: number;
  readonly dryRun: boolean;
}

/** What came. */
export interface Fetched {
  readonly remote: string;
  readonly url: string;
  readonly refs: readonly RefChange[];
  readonly rejected: readonly Rejected[];
  readonly neutralised: readonly string[];
}

/**
 * Fetches from a remote.
 *
 * @throws {ToolError} when the remote cannot be reached, or has no such branch.
 */
export const fetchFrom = async (
  repository: Repository,
  remote: Remote & { readonly name: RemoteName },
  query: FetchQuery,
  ctx: Context,
): Promise<Fetched> => {
  const { name } = remote;
  const tracking = await toRefspecs(repository, name, query.branch, ctx.signal);
  using transfer = await Transfer.start(repository, remote, 'fetch', ctx);
  const said = await transfer.run(
    { name: 'fetch', options: toOptions(query), operands: tracking.refspecs },
    [1],
  );
  const after = await transfer.refs();
  const { refs, rejected } = compare(transfer.before, after, name, said);
  if (said.code !== 0 && rejected.length === 0) throw toFailure('fetch', said.lines.join('\n'));
  if (!query.dryRun) await keep(repository, transfer, refs, ctx.signal);
  const neutralised = [...transfer.neutralised, ...(tracking.isOther ? [`remote.${name}.fetch`] : [])];
  return { remote: name, url: transfer.address.shown, refs, rejected, neutralised };
};

const toRefspecs = async (
  repository: Repository,
  name: RemoteName,
  branch: string | undefined,
  signal: AbortSignal,
): Promise<Tracking> =>
  branch === undefined
    ? readTracking(repository, name, signal)
    : { refspecs: [toTracking(name, toBranchName(branch, 'branch'))], isOther: false };

const toOptions = ({ prune, tags, depth }: FetchQuery): Option[] => [
  '--progress',
  '--no-auto-gc',
  '--no-write-fetch-head',
  '--no-recurse-submodules',
  prune ? '--prune' : '--no-prune',
  ...(tags ? (['--tags'] as const) : []),
  ...(depth === undefined ? [] : ([`--depth=${depth}`] as const)),
];

/** ` ! [rejected]  v1 -> v1  (would clobber existing tag)`: names of refs have no spaces. */
const LINE = /^ ([ +*t!=-]) (?:\[.*?\]|\S+) +\S+ +-> (\S+)(?: +\((.*)\))?$/;

const compare = (before: Refs, after: Refs, name: RemoteName, { lines }: Said) => {
  const isOurs = (ref: string): boolean =>
    ref.startsWith(`refs/remotes/${name}/`) || ref.startsWith('refs/tags/');
  const told = lines.flatMap((line) => {
    const [, flag = '', ref = '', reason = ''] = LINE.exec(line) ?? [];
    return ref === '' ? [] : [{ flag, ref, reason }];
  });
  const forced = new Set(told.filter(({ flag }) => flag === '+').map(({ ref }) => `refs/remotes/${ref}`));
  const refs = [...new Set([...before.keys(), ...after.keys()])]
    .filter((ref) => isOurs(ref) && before.get(ref) !== after.get(ref))
    .map((ref) => toChange(ref, before.get(ref), after.get(ref), forced.has(ref)));
  const rejected = told
    .filter(({ flag }) => flag === '!')
    .map(({ ref, reason }) => ({ ref: `refs/tags/${ref}`, reason: reason || 'rejected' }));
  return { refs, rejected };
};

const toChange = (
  ref: string,
  from: string | undefined,
  to: string | undefined,
  isForced: boolean,
): RefChange => {
  if (from === undefined) return { ref, change: 'new', ...(to === undefined ? {} : { to }) };
  if (to === undefined) return { ref, change: 'deleted', from };
  return { ref, change: isForced ? 'forced' : 'updated', from, to };
};

// Nobody else may have changed a ref meanwhile. What goes comes first: a new branch may need its name for a folder.
const keep = async (
  repository: Repository,
  transfer: Transfer,
  refs: readonly RefChange[],
  signal: AbortSignal,
): Promise<void> => {
  const deletions = refs.filter(({ to }) => to === undefined);
  const updates = refs.filter(({ to }) => to !== undefined);
  await repository.change(signal, async (run) => {
    transfer.keep();
    for (const group of [deletions, updates]) {
      if (group.length === 0) continue;
      const options: Option[] = ['--no-deref', '--stdin', '-z', `-mfetch ${transfer.name}`];
      await run({ command: { name: 'update-ref', options }, signal, input: group.map(toUpdate).join('') });
    }
  });
};

const toUpdate = ({ ref, from, to }: RefChange): string => {
  if (to === undefined) return `delete ${ref}\0${from ?? ''}\0`;
  return from === undefined ? `create ${ref}\0${to}\0` : `update ${ref}\0${to}\0${from}\0`;
};
