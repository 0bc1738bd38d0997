// The remotes that the configuration of a repository names.
import { GitError } from '../git-error.ts';
import { toRemoteName, type RemoteName, type Refspec } from '../arguments/arguments.ts';
import { withoutPasswords } from '../process/errors.ts';
import type { Opened } from '../opened.ts';

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

/** Where a branch goes to and comes from: `branch.<name>.remote` and `.merge`. */
export interface Upstream {
  readonly remote: RemoteName;
  /** The branch there. */
  readonly branch: string;
}

/** The remotes and upstreams that the configuration of a repository names. */
export class Remotes {
  readonly #repository: Opened;

  constructor(repository: Opened) {
    this.#repository = repository;
  }

  /** All, with their addresses as they stand there, but for names and passwords. */
  async list(): Promise<readonly Remote[]> {
    return (await this.#read()).map(({ name, fetch, push }) => ({
      name,
      fetch: withoutPasswords(fetch),
      push: withoutPasswords(push),
    }));
  }

  /**
   * The remote of this name; without one the upstream's, or `origin`, or the only one. Its addresses have names and
   * passwords.
   *
   * @throws {GitError} when there is none.
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

  /** The upstream of a branch; undefined when it has none. */
  async upstreamOf(branch: string): Promise<Upstream | undefined> {
    const known = new Map((await this.#repository.config()).entries);
    const [remote, merge] = ['remote', 'merge'].map((name) => known.get(`branch.${branch}.${name}`));
    if (remote === undefined || merge?.startsWith('refs/heads/') !== true) return undefined;
    return { remote: toRemoteName(remote, 'remote'), branch: merge.slice('refs/heads/'.length) };
  }

  // As they stand there, without the rewriting that the operator may have set.
  async #read(): Promise<Remote[]> {
    const { entries } = await this.#repository.config();
    // Of several values of a key the first one counts.
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

/** Which branches a remote is asked for, and where they go. */
export interface Tracking {
  readonly refspecs: readonly Refspec[];
  /** Refspecs of the configuration that would change other refs than those of the remote are not used. */
  readonly isOther: boolean;
}

/**
 * `remote.<name>.fetch`, as far as each branch goes to the ref of the remote with its name; without any all branches.
 */
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

/** A branch of the remote, or `*`, to the ref for it here. */
export const toTracking = (name: RemoteName, branch: string): Refspec =>
  `+refs/heads/${branch}:refs/remotes/${name}/${branch}` as Refspec;
