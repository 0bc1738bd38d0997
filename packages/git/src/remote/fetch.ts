// Fetches the branches of a remote as refs/remotes/<name>/…, with the tags that point to their commits.
import { toBranchName, type Option, type RemoteName } from '../arguments/arguments.ts';
import { toFailure } from '../process/errors.ts';
import type { Repository } from '../repository.ts';
import type { GitRequest } from '../request.ts';
import { readTracking, toTracking, type NamedRemote } from './remotes.ts';
import type { RefChange, TransferReport } from './report.ts';
import { transfer, type Transferred } from './transfer.ts';

/** What to fetch. */
export interface FetchQuery {
  /** One branch of the remote. Default: all that the configuration names. */
  readonly branch?: string;
  readonly prune?: boolean;
  readonly tags?: boolean;
  readonly depth?: number;
  readonly dryRun: boolean;
}

/**
 * Fetches from a remote.
 *
 * @throws {GitError} if the remote cannot be reached, or has no such branch.
 */
export const fetchFrom = async (
  repository: Repository,
  remote: NamedRemote,
  { branch, dryRun, ...query }: FetchQuery,
  request: Pick<GitRequest, 'progress'>,
): Promise<TransferReport> => {
  const { name } = remote;
  const { refspecs, isOther } =
    branch === undefined
      ? await readTracking(repository, name)
      : { refspecs: [toTracking(name, toBranchName(branch, 'branch'))], isOther: false };
  const asked = { dryRun, tracking: refspecs, options: toOptions(query), refspecs };
  const done = await transfer(repository, remote, { direction: 'fetch', ...asked }, request);
  const { refs, rejected } = compare(done, name);
  const { code, lines } = done.output;
  const errors = lines.join('\n');
  if (code !== 0 && (rejected.length === 0 || /cannot lock ref/.test(errors)))
    throw toFailure('fetch', { code, errors });
  const ignored = isOther ? { ignored: [`remote.${name}.fetch`] } : {};
  return { remote: name, url: done.address.shown, refs, rejected, ...ignored };
};

const toOptions = ({ prune, tags, depth }: Omit<FetchQuery, 'branch' | 'dryRun'>): Option[] => [
  '--no-auto-gc',
  '--no-write-fetch-head',
  prune ? '--prune' : '--no-prune',
  ...(tags ? (['--tags'] as const) : []),
  ...(depth === undefined ? [] : ([`--depth=${depth}`] as const)),
];

/** ` ! [rejected]  v1 -> v1  (would clobber existing tag)`. Names of refs contain no spaces. */
const LINE = /^ ([ +*t!=-]) (?:\[[^\]]*\]|\S+) +\S+ +-> (\S+)(?: +\((.*)\))?$/;

const compare = (
  { before, after, output }: Transferred,
  name: RemoteName,
): Pick<TransferReport, 'refs' | 'rejected'> => {
  const isOurs = (ref: string): boolean =>
    ref.startsWith(`refs/remotes/${name}/`) || ref.startsWith('refs/tags/');
  const reported = output.lines.flatMap((line) => {
    const [, flag = '', ref = '', reason = ''] = LINE.exec(line) ?? [];
    return ref === '' ? [] : [{ flag, ref, reason }];
  });
  const forced = new Set(reported.filter(({ flag }) => flag === '+').map(({ ref }) => `refs/remotes/${ref}`));
  const refs = [...new Set([...before.keys(), ...after.keys()])]
    .filter((ref) => isOurs(ref) && before.get(ref) !== after.get(ref))
    .map((ref) => toChange(ref, before.get(ref), after.get(ref), forced.has(ref)));
  const rejected = reported
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
