// The remotes that the configuration of a repository names.
import { ToolError } from '@mcp/runtime';
import { toRemoteName, type RemoteName, type Refspec } from '../repository/arguments/arguments.ts';
import type { Repository } from '../repository/repository.ts';

/** A remote as the configuration says it: its addresses may be anything. */
export interface Remote {
  readonly name: string;
  readonly fetch: string;
  readonly push: string;
}

/** A remote whose name may become a part of the names of refs. */
export interface NamedRemote extends Remote {
  readonly name: RemoteName;
}

/**
 * Reads them. The addresses are as they stand there, with names and passwords, and without the rewriting that the operator
 * may have set.
 */
export const readRemotes = async (repository: Repository): Promise<Remote[]> => {
  const urls = new Map<string, { url?: string; pushurl?: string }>();
  for (const [key, value] of (await repository.config()).entries) {
    if (!/^remote\..*\.(?:url|pushurl)$/s.test(key)) continue;
    const name = key.slice('remote.'.length, key.lastIndexOf('.'));
    const known = urls.get(name) ?? {};
    if (key.endsWith('.pushurl')) known.pushurl ??= value;
    else known.url ??= value;
    urls.set(name, known);
  }
  return [...urls].map(([name, { url = '', pushurl = url }]) => ({ name, fetch: url, push: pushurl }));
};

/** Where a branch goes to and comes from: `branch.<name>.remote` and `.merge`. */
export interface Upstream {
  readonly remote: RemoteName;
  /** The branch there. */
  readonly branch: string;
}

/** The upstream of a branch; undefined when it has none. */
export const readUpstream = async (repository: Repository, branch: string): Promise<Upstream | undefined> => {
  const known = new Map((await repository.config()).entries);
  const [remote, merge] = ['remote', 'merge'].map((name) => known.get(`branch.${branch}.${name}`));
  if (remote === undefined || merge?.startsWith('refs/heads/') !== true) return undefined;
  return { remote: toRemoteName(remote, 'remote'), branch: merge.slice('refs/heads/'.length) };
};

/**
 * The remote of this name; without one the upstream's, or `origin`, or the only one.
 *
 * @throws {ToolError} when there is none.
 */
export const findRemote = async (repository: Repository, given: string | undefined): Promise<NamedRemote> => {
  const wanted = given === undefined ? undefined : toRemoteName(given, 'remote');
  const remotes = await readRemotes(repository);
  const name = wanted ?? (await defaultName(repository, remotes));
  const checked = toRemoteName(name, 'remote');
  const found = remotes.find((remote) => remote.name === checked);
  if (found !== undefined && found.fetch !== '') return { ...found, name: checked };
  const names = remotes.map((remote) => remote.name).join(', ');
  throw new ToolError(
    `There is no remote ${name}. ${names === '' ? 'This repository has none' : `There are: ${names}`}.`,
  );
};

const defaultName = async (repository: Repository, remotes: readonly Remote[]): Promise<string> => {
  const { branch } = await repository.head();
  const upstream = branch === undefined ? undefined : await readUpstream(repository, branch);
  const [only, ...others] = remotes;
  if (upstream !== undefined) return upstream.remote;
  return only !== undefined && others.length === 0 ? only.name : 'origin';
};

/** Which branches a remote is asked for, and where they go. */
export interface Tracking {
  readonly refspecs: readonly Refspec[];
  /** Refspecs of the configuration that would change other refs than those of the remote are not used. */
  readonly isOther: boolean;
}

/** `remote.<name>.fetch`, as far as each branch goes to the ref of the remote with its name; without any all branches. */
export const readTracking = async (repository: Repository, name: RemoteName): Promise<Tracking> => {
  const configured = (await repository.config()).entries
    .filter(([key]) => key === `remote.${name}.fetch`)
    .map(([, value]) => /^\+?refs\/heads\/(.+):refs\/remotes\/(.+)$/.exec(value) ?? []);
  const own = configured.flatMap(([, from = '', to]) => (to === `${name}/${from}` ? [from] : []));
  return {
    refspecs: (own.length === 0 ? ['*'] : own).map((branch) => toTracking(name, branch)),
    isOther: own.length < configured.length,
  };
};

/** A branch of the remote, or `*`, to the ref for it here. */
export const toTracking = (name: RemoteName, branch: string): Refspec =>
  `+refs/heads/${branch}:refs/remotes/${name}/${branch}` as Refspec;
