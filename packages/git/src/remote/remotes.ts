// Remotes and upstreams in the configuration of a repository.
import { GitError } from '../git-error.ts';
import { toRemoteName, type RemoteName, type Refspec } from '../arguments/arguments.ts';
import { withoutPasswords } from '../process/errors.ts';
import type { Opened } from '../opened.ts';

/** A remote with the unchecked addresses of the configuration. */
export interface Remote {
  readonly name: string;
  readonly fetch: string;
  readonly push: string;
}

/** A remote whose name is checked, because it becomes part of ref names. */
export interface NamedRemote extends Remote {
  readonly name: RemoteName;
}

/** The upstream of a branch: `branch.<name>.remote` and `.merge`. */
export interface Upstream {
  readonly remote: RemoteName;
  /** The name of the remote branch. */
  readonly branch: string;
}

/** The remotes and upstreams of a repository. */
export class Remotes {
  readonly #repository: Opened;

  constructor(repository: Opened) {
    this.#repository = repository;
  }

  /** Lists the remotes, without user names and passwords in their addresses. */
  async list(): Promise<readonly Remote[]> {
    return (await this.#read()).map(({ name, fetch, push }) => ({
      name,
      fetch: withoutPasswords(fetch),
      push: withoutPasswords(push),
    }));
  }

  /**
   * Finds a remote by name. Default: that of the upstream, else the only one, else `origin`. Its addresses contain user
   * names and passwords.
   *
   * @throws {GitError} if there is none.
   */
  async find(given?: string): Promise<NamedRemote> {
    const wanted = given === undefined ? undefined : toRemoteName(given, 'remote');
    const remotes = await this.#read();
    const name = wanted ?? (await this.#defaultName(remotes));
    const checked = toRemoteName(name, 'remote');
    const found = remotes.find((remote) => remote.name === checked);
    if (found !== undefined && found.fetch !== '') return { ...found, name: checked };
    const names = remotes.map((remote) => remote.name).join(', ');
    throw new GitError(
      `There is no remote ${name}. ${names === '' ? 'This repository has none' : `There are: ${names}`}.`,
    );
  }

  /** Returns the upstream of a branch, or undefined if it has none. */
  async upstreamOf(branch: string): Promise<Upstream | undefined> {
    const known = new Map((await this.#repository.config()).entries);
    const [remote, merge] = ['remote', 'merge'].map((name) => known.get(`branch.${branch}.${name}`));
    if (remote === undefined || merge?.startsWith('refs/heads/') !== true) return undefined;
    return { remote: toRemoteName(remote, 'remote'), branch: merge.slice('refs/heads/'.length) };
  }

  // Without `url.<base>.insteadOf` of the operator.
  async #read(): Promise<Remote[]> {
    const { entries } = await this.#repository.config();
    // The first of several values counts.
    const values = new Map(entries.toReversed());
    const names = entries.flatMap(([key]) => /^remote\.(.*)\.(?:url|pushurl)$/s.exec(key)?.[1] ?? []);
    return [...new Set(names)].map((name) => {
      const fetch = values.get(`remote.${name}.url`) ?? '';
      return { name, fetch, push: values.get(`remote.${name}.pushurl`) ?? fetch };
    });
  }

  async #defaultName(remotes: readonly Remote[]): Promise<string> {
    const { branch } = await this.#repository.head();
    const upstream = branch === undefined ? undefined : await this.upstreamOf(branch);
    const [only, ...others] = remotes;
    if (upstream !== undefined) return upstream.remote;
    return only !== undefined && others.length === 0 ? only.name : 'origin';
  }
}

/** The branches to fetch and the refs that they become. */
export interface Tracking {
  readonly refspecs: readonly Refspec[];
  /** Whether refspecs of the configuration were ignored, because they would change refs other than the remote's. */
  readonly isOther: boolean;
}

/** Reads `remote.<name>.fetch`. Only refspecs that preserve the branch name count; without any, all branches. */
export const readTracking = async (repository: Opened, name: RemoteName): Promise<Tracking> => {
  const configured = (await repository.config()).entries
    .filter(([key]) => key === `remote.${name}.fetch`)
    .map(([, value]) => /^\+?refs\/heads\/(.+):refs\/remotes\/(.+)$/.exec(value) ?? []);
  const own = configured.flatMap(([, from = '', to]) => (to === `${name}/${from}` ? [from] : []));
  return {
    refspecs: (own.length === 0 ? ['*'] : own).map((branch) => toTracking(name, branch)),
    isOther: own.length < configured.length,
  };
};

/** Returns the refspec that fetches a branch, or `*`, into its remote-tracking ref. */
export const toTracking = (name: RemoteName, branch: string): Refspec =>
  `+refs/heads/${branch}:refs/remotes/${name}/${branch}` as Refspec;
