// Repository: one repository in one request. Confines it and applies the trust policy to each command.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AllowedDirectory } from '@mcp/directories/allowed-directory';
import { Budget } from '@mcp/limited-work/budget';
import { Paths } from './location/find.ts';
import { errorCode } from './git-error.ts';
import { findWorktree } from './location/worktrees.ts';
import {
  checkGitDirectories,
  findRepository,
  isAllowed,
  type RepositoryDirectories,
} from './location/git-directory.ts';
import { toRevision, type Directory, type Revision } from './arguments/arguments.ts';
import { fixedSettings, isTrusting, type Access } from './process/environment.ts';
import { readConfig, saveUpstreams, type Config } from './view/config.ts';
import type { PrivateFolder } from './process/private-folder.ts';
import { runProtected, Protection } from './protected.ts';
import { Remotes } from './remote/remotes.ts';
import { checkVersion } from './process/sandbox.ts';
import type { Head } from './opened.ts';
import { requirePlain, submoduleOption, submodulesOf } from './view/submodules.ts';
import { hasIdentity } from './view/operator.ts';
import { makeFolders, makeView, notRun, restorePointer } from './view/view.ts';
import { currentHead, findAll, noRevision, resolveAll, type Given } from './revisions.ts';
import { copyIndex, readIndex, usesIndex } from './view/index-names.ts';
import {
  inspectsSubmodules,
  confinementFor,
  settingsFor,
  toInvocation,
  type Shown,
} from './process/invocation.ts';
import {
  checked,
  Collected,
  Records,
  toText,
  type Ended,
  type GitPolicy,
  type Limits,
  type Output,
  type Read,
  type ReadingWork,
  type Run,
  type OnChunk,
  type Work,
} from './process/work.ts';

/** The request that a repository was opened for. */
export interface RequestScope<Policy extends GitPolicy> {
  readonly directories: readonly AllowedDirectory[];
  readonly options: Policy;
  readonly signal: AbortSignal;
  /** Contains what is created for git, also for repositories opened from this one. */
  readonly folder: PrivateFolder;
}

/** Serializes writes per repository, because git fails instead of waiting for its locks. */
const writers = new Map<string, Budget>();

/** Larger outputs are useless to a tool. */
const MAX_TEXT_BYTES = 20_000_000;

/**
 * A repository inside the allowed directories, for one call. It is checked once, and git gets one view of it. A change
 * checks it again once it has the repository to itself.
 */
export class Repository<Policy extends GitPolicy = GitPolicy> extends Paths implements AsyncDisposable {
  readonly options: Policy;
  /** Limits of its commands. */
  readonly limits: Limits;
  readonly #scope: RequestScope<Policy>;
  #checked: Promise<void> | undefined;
  #config: Config | undefined;
  /** Path of the view, if there is one. */
  #view: string | undefined;
  /** The submodules of the index, as the last command found them. */
  #gitlinks: readonly string[] | undefined;

  constructor(found: RepositoryDirectories, scope: RequestScope<Policy>, start?: string) {
    super(found, scope.directories, start);
    this.options = scope.options;
    this.limits = { ...scope.options, signal: scope.signal };
    this.#scope = scope;
  }

  /**
   * Opens the repository whose top level is the real path `path` for the same request. Returns undefined if there is
   * none, or it is outside.
   *
   * @throws {GitError} if a part of it is outside.
   */
  inside(path: string): Promise<Repository<Policy> | undefined> {
    return openInside(path, this.#scope);
  }

  /** Returns the directory of a linked worktree, or undefined if there is none at that path. */
  findWorktree(path: string): Promise<Directory | undefined> {
    return findWorktree(this, path);
  }

  /** The remotes of its configuration. */
  get remotes(): Remotes {
    return new Remotes(this);
  }

  /** Protects branches from losing commits. */
  get protection(): Protection {
    return new Protection(this);
  }

  /** Whether git knows the committer. */
  async hasIdentity(): Promise<boolean> {
    return hasIdentity(await this.config(), this.limits);
  }

  /** Returns a sentence that names the hooks and programs that did not run, if there are any. */
  notRun(): readonly string[] {
    return notRun(this);
  }

  /** Creates an empty folder for this call. */
  makeFolder(): string {
    return this.#scope.folder.add();
  }

  /** Creates temporary files for a command that gets `scratch`. */
  makeFiles(contents: readonly Buffer[]): { readonly scratch: string; readonly files: readonly Directory[] } {
    const scratch = this.makeFolder();
    const files = contents.map((_, index) => join(scratch, String(index)) as Directory);
    for (const [index, content] of contents.entries()) writeFileSync(files[index] ?? scratch, content);
    return { scratch, files };
  }

  /**
   * Returns the branch that HEAD names, or else its commit.
   *
   * @throws {GitError} if git refuses.
   */
  head(): Promise<Head> {
    return currentHead(this);
  }

  /** Keys of the configuration that git does not get, except for writes to a trusted repository. */
  get unused(): readonly string[] {
    return this.#config?.unused ?? [];
  }

  /**
   * Runs a read-only command and streams its output to `onChunk`.
   *
   * @throws {GitError} if git refuses.
   */
  async stream(work: ReadingWork, onChunk: OnChunk): Promise<Ended> {
    return checked(work, await this.#run(work, 'read', onChunk), '');
  }

  /** Runs a read-only command and reads the records of its output, separated by NUL, until there are enough. */
  async readRecords(
    work: ReadingWork,
    onRecord: (record: string) => void,
    isEnough: () => boolean = () => false,
  ): Promise<void> {
    const records = new Records(onRecord);
    await this.stream(work, (chunk) => {
      records.add(chunk);
      return !isEnough();
    });
  }

  /**
   * Runs a read-only command and returns its output.
   *
   * @throws {GitError} if git refuses.
   */
  async read(work: ReadingWork): Promise<Output> {
    const output = new Collected(MAX_TEXT_BYTES);
    const ended = await this.stream(work, output.add);
    return { ...ended, text: toText(output) };
  }

  /** Returns the name of the object of a revision, or undefined if there is none. */
  async find(revision: string, argument: string): Promise<Revision | undefined> {
    const [found] = await findAll(this, [toRevision(revision, argument)]);
    return found;
  }

  /**
   * Resolves several revisions in one process. The keys are the arguments that contain them.
   *
   * @throws {GitError} if one does not exist.
   */
  resolveAll<const Argument extends string>(
    revisions: Given<Argument>,
  ): Promise<{ readonly [argument in Argument]: Revision }> {
    return resolveAll(this, revisions);
  }

  /**
   * Resolves one revision.
   *
   * @throws {GitError} if it does not exist.
   */
  async resolve(revision: string, argument: string): Promise<Revision> {
    const found = await this.find(revision, argument);
    if (found !== undefined) return found;
    throw noRevision(revision, argument);
  }

  /**
   * Runs commands that change the repository, while no other command does.
   *
   * @throws {GitError} if git refuses.
   */
  async change<T>(work: (run: Run) => Promise<T>): Promise<T> {
    const slots = writers.get(this.commonDir) ?? new Budget(1);
    writers.set(this.commonDir, slots);
    return slots.run({ signal: this.limits.signal }, () => this.#changeNow(work));
  }

  async #changeNow<T>(work: (run: Run) => Promise<T>): Promise<T> {
    // Another call may have changed the repository in the meantime.
    this.#checked = undefined;
    this.#config = undefined;
    this.#view = undefined;
    this.#gitlinks = undefined;
    const isTrusted = this.options.trust === 'trusted';
    await this.check();
    if (!isTrusted) makeFolders(this.commonDir);
    // Some commands start git in submodules to inspect their files.
    const nested = isTrusted ? [] : await submodulesOf(this);
    let arePlain: Promise<unknown> | undefined;
    return work(async (command) => {
      if (usesIndex(command)) await (arePlain ??= Promise.all(nested.map(requirePlain)));
      return runProtected(this, (each) => this.#write(each), command);
    });
  }

  /**
   * Runs commands like a change but changes nothing: even new objects stay outside the repository.
   *
   * @throws {GitError} if git refuses.
   */
  attempt<T>(work: (read: Read) => Promise<T>): Promise<T> {
    const scratch = this.makeFolder();
    return this.change((run) => work((command) => run({ ...command, scratch, makesObjects: true })));
  }

  /** Calls `attempt` for a dry run, without `run`, or else `change`. */
  changeUnless<T>(dryRun: boolean, work: (read: Read, run?: Run) => Promise<T>): Promise<T> {
    return dryRun ? this.attempt(work) : this.change((run) => work(run, run));
  }

  async #write(work: Work): Promise<Output> {
    const output = new Collected(MAX_TEXT_BYTES);
    const wasLocked = this.has('index.lock');
    const { code, errors } = await this.#run(work, 'write', output.add);
    // Some commands do not report a lock, like `git stash push`.
    const isSilent = code !== 0 && errors.trim() === '' && wasLocked;
    const reason = isSilent ? 'Unable to create index.lock: File exists.' : errors;
    const text = toText(output);
    return { ...checked(work, { code, errors: reason }, text), text };
  }

  async #run(work: Work, access: Access, onChunk: OnChunk): Promise<Ended> {
    const how = await this.#how(access);
    const gitlinks = usesIndex(work) ? await this.#readIndex(how) : [];
    const submodules =
      gitlinks.length > 0 && inspectsSubmodules(work) ? await submoduleOption(this, gitlinks) : undefined;
    const index = work.spoilsIndex === true ? await copyIndex(this.gitDir, this.makeFolder()) : undefined;
    const invocation = toInvocation(this, work, { ...how, index, submodules });
    const { runGit } = await import('./process/client.ts');
    const { code, errors } = await runGit(invocation, this.limits, onChunk);
    const { view } = how;
    if (view === undefined) return { code, errors };
    if (access === 'write' && (await saveUpstreams(this, view, await this.config())))
      this.#config = undefined;
    if (work.makes !== undefined && code === 0) restorePointer(work.makes, view, this.commonDir);
    return { code, errors: errors.replaceAll(view, this.commonDir) };
  }

  /** Returns the settings, view and sandbox for a command. */
  async #how(access: Access): Promise<Shown> {
    const { trust } = this.options;
    const confinement = await confinementFor(access, this.options, this.#scope.directories, this.limits);
    const config = await this.config();
    const view = isTrusting(access, trust) ? undefined : (this.#view ??= this.#makeView(access, config));
    return { access, settings: await settingsFor(access, trust, config, this.limits), view, confinement };
  }

  #makeView(access: Access, { text: config, unused }: Config): string | undefined {
    const settings = fixedSettings(access, this.options.trust);
    const makeIn = (where: 'disk' | 'memory'): string | undefined =>
      makeView(this.#scope.folder.add(where), this.commonDir, { config, unused, settings });
    try {
      return makeIn('memory');
    } catch (error) {
      // Containers have little memory for files, which their programs share.
      if (errorCode(error) !== 'ENOSPC') throw error;
      return makeIn('disk');
    }
  }

  /** Returns the submodules of the index, checked out or not. */
  async gitlinks(): Promise<readonly string[]> {
    return this.#gitlinks ?? this.#readIndex(await this.#how('read'));
  }

  async #readIndex(how: Shown): Promise<readonly string[]> {
    if (this.isBare) return [];
    const { runGit } = await import('./process/client.ts');
    this.#gitlinks = await readIndex(this.gitDir, async (work, onChunk) => {
      checked(work, await runGit(toInvocation(this, work, how), this.limits, onChunk), '');
    });
    return this.#gitlinks;
  }

  /**
   * Checks its git directories, once.
   *
   * @throws {GitError} if git would follow a link there, wait for a pipe, or borrow objects from outside.
   */
  check(): Promise<void> {
    this.#checked ??= checkGitDirectories(this, this.#scope.directories, this.limits);
    return this.#checked;
  }

  /**
   * Checks its git directories and reads its configuration.
   *
   * @throws {GitError} as every command does.
   */
  async config(): Promise<Config> {
    await this.check();
    if (this.#config !== undefined) return this.#config;
    const [config] = await Promise.all([readConfig(this), checkVersion(this.options.sandbox)]);
    this.#config = config;
    return config;
  }

  /** Deletes what was created for the call. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#scope.folder[Symbol.dispose]();
  }
}

/**
 * Opens the repository whose top level is the real path `path`. Returns undefined if there is none, or it is outside.
 *
 * @throws {GitError} if its git directory, or something that git reads there, is outside.
 */
export const openInside = async <Policy extends GitPolicy>(
  path: string,
  scope: RequestScope<Policy>,
): Promise<Repository<Policy> | undefined> => {
  const { directories } = scope;
  const found = isAllowed(directories, path) ? findRepository(path, directories) : undefined;
  const repository = found === undefined ? undefined : new Repository<Policy>(found, scope);
  await repository?.check();
  return repository;
};
