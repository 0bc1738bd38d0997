// Git for untrusted repositories: opens, makes and transfers them for one request.
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

/** What one request can do. Whatever is outside its directories does not show: it is as if it were not there. */
export interface RequestedGit<Policy extends GitPolicy> {
  /**
   * The repository at a path, or around it. Without a path: the one that is allowed, if it is only one.
   *
   * @throws {GitError} when there is none inside the allowed directories.
   */
  open(path?: string): Promise<Repository<Policy>>;
  /** The same for the name of an allowed directory, or a path. */
  openNamed(name: string): Promise<Repository<Policy>>;
  /**
   * The names of the repositories, sorted: the allowed directories, and the folders in those that are none themselves.
   */
  names(): Promise<readonly string[]>;
  /**
   * Checks a path for a new directory: inside, no link, in no git directory, and its parent is there.
   *
   * @throws {GitError} when it is not.
   */
  newDirectory(path: string): Promise<Directory>;
  /** Makes an empty repository, in no other one, and returns its directory. */
  init(path: string, query: InitQuery): Promise<Directory>;
  /** Clones, and returns the directory, and the address without a password. */
  clone(query: CloneQuery): Promise<{ readonly path: Directory; readonly url: string }>;
  /** Fetches from a remote. */
  fetch(repository: Repository, remote: NamedRemote, query: FetchQuery): Promise<TransferReport>;
  /** Pushes to a remote. What is there is replaced only if it is what was fetched last. */
  push(repository: Repository, remote: NamedRemote, query: PushQuery): Promise<TransferReport>;
}

/** Git under one policy. */
export interface Git<Policy extends GitPolicy> {
  /** Asks git what every request needs to know, so that none waits for it. */
  prepare(this: void): Promise<void>;
  /** The repositories among directories. To find them git is not started. */
  listed(this: void, directories: readonly AllowedDirectory[]): readonly Listed[];
  /** Git for one request. */
  for(this: void, request: GitRequest): RequestedGit<Policy>;
}

/** Makes it. */
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
