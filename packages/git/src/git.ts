// Git for untrusted repositories: opens, creates, clones, fetches and pushes them for one request.
import { basename } from 'node:path';
import type { AllowedDirectory } from '@mcp/directories/allowed-directory';
import type { Directory } from './arguments/arguments.ts';
import { namesAmong, type Listed } from './location/listing.ts';
import { toNewDirectory, toNewRepository } from './location/new-directory.ts';
import { locate } from './location/find.ts';
import type { InitQuery } from './location/init.ts';
import { PrivateFolder } from './process/private-folder.ts';
import type { GitPolicy, Limits } from './process/work.ts';
import type { CloneQuery } from './remote/clone.ts';
import type { FetchQuery } from './remote/fetch.ts';
import type { PushQuery } from './remote/push.ts';
import type { NamedRemote } from './remote/remotes.ts';
import type { TransferReport } from './remote/report.ts';
import { Repository } from './repository.ts';
import type { Allowed, GitRequest } from './request.ts';
import { prepare } from './view/operator.ts';

/** Git as one request may use it. Paths outside its directories behave as if they did not exist. */
export interface RequestedGit<Policy extends GitPolicy> {
  /**
   * Opens the repository at or around a path. The path may be omitted if only one directory is allowed.
   *
   * @throws {GitError} if there is none inside the allowed directories.
   */
  open(path?: string): Promise<Repository<Policy>>;
  /** Opens a repository by the name of an allowed directory, or by path. */
  openNamed(name: string): Promise<Repository<Policy>>;
  /** Returns the sorted names of the repositories in the allowed directories. */
  names(): Promise<readonly string[]>;
  /**
   * Checks a path for a new directory: inside, not a link, not in a git directory, and its parent exists.
   *
   * @throws {GitError} otherwise.
   */
  newDirectory(path: string): Promise<Directory>;
  /** Creates an empty repository outside of any other one, and returns its directory. */
  init(path: string, query: InitQuery): Promise<Directory>;
  /** Clones a repository, and returns its directory and its address without a password. */
  clone(query: CloneQuery): Promise<{ readonly path: Directory; readonly url: string }>;
  /** Fetches from a remote. */
  fetch(repository: Repository, remote: NamedRemote, query: FetchQuery): Promise<TransferReport>;
  /** Pushes to a remote. A forced push replaces only the commit that was last fetched. */
  push(repository: Repository, remote: NamedRemote, query: PushQuery): Promise<TransferReport>;
}

/** Git under one policy. */
export interface Git<Policy extends GitPolicy> {
  /** Reads what every request needs, so that no request waits for it. */
  prepare(this: void): Promise<void>;
  /** Lists the repositories in some directories without starting git. */
  listed(this: void, directories: readonly AllowedDirectory[]): readonly Listed[];
  /** Returns git for one request. */
  for(this: void, request: GitRequest): RequestedGit<Policy>;
}

/** Returns git under a policy. */
export const createGit = <Policy extends GitPolicy>(policy: Policy): Git<Policy> => ({
  prepare: () => prepare(policy),
  listed: (directories) => namesAmong({ directories, reach: directories }),
  for: (request) => forRequest(policy, request),
});

const forRequest = <Policy extends GitPolicy>(options: Policy, request: GitRequest): RequestedGit<Policy> => {
  const { signal, allowed } = request;
  const limits: Limits = { ...options, signal };
  const scopeOf = (directories: readonly AllowedDirectory[]) => ({ directories, options, signal });
  const openIn = (path: string | undefined, where: Allowed): Repository<Policy> => {
    const { found, start } = locate(path, where);
    return new Repository(found, { ...scopeOf(where.reach), folder: new PrivateFolder() }, start);
  };
  return {
    open: async (path) => openIn(path, await allowed(path ?? '')),
    async openNamed(name) {
      const where = await allowed();
      return openIn(where.reach.find(({ path }) => basename(path) === name)?.path ?? name, where);
    },
    names: async () => namesAmong(await allowed()).map(({ name }) => name),
    newDirectory: async (path) => toNewDirectory(path, await allowed(path)),
    async init(path, query) {
      const directory = toNewRepository(path, await allowed(path));
      const { init } = await import('./location/init.ts');
      await init(directory, query, limits);
      return directory;
    },
    async clone(query) {
      const where = await allowed(query.path);
      const directory = toNewRepository(query.path, where);
      const { clone } = await import('./remote/clone.ts');
      return clone(directory, query, scopeOf(where.reach), request);
    },
    async fetch(repository, remote, query) {
      const { fetchFrom } = await import('./remote/fetch.ts');
      return fetchFrom(repository, remote, query, request);
    },
    async push(repository, remote, query) {
      const { pushTo } = await import('./remote/push.ts');
      return pushTo(repository, remote, query, request);
    },
  };
};
