// One repository in one request: confined, with the trust policy applied to each command that runs in it.
import { existsSync, lstatSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import { ToolError } from '@mcp/runtime';
import type { AllowedDirectory } from '@mcp/workspace';
import { Budget } from '@mcp/workspace/budget';
import { isAllowed, nameOf } from './location/roots.ts';
import { checkGitDirectories, findRepository, type RepositoryPlace } from './location/git-directory.ts';
import { toRevision, toTreePath, type Revision, type TreePath } from './arguments/arguments.ts';
import { fixedSettings, isTrusting, type Access } from './process/environment.ts';
import { readConfig, saveUpstreams, type Config } from './view/config.ts';
import type { PrivateFolder } from './process/private-folder.ts';
import { keepProtected } from './protected.ts';
import { checkVersion } from './process/sandbox.ts';
import { requirePlain, submoduleOption, submodulesOf } from './view/submodules.ts';
import { makeFolders, makeView, settleWorktree } from './view/view.ts';
import { currentHead, findAll, noRevision, resolveAll, type Given, type Head } from './revisions.ts';
import { copyIndex, NO_INDEX, readIndex, usesIndex, type Index } from './view/index-names.ts';
import { looksAtSubmodules, roomFor, settingsFor, toInvocation, type Shown } from './process/invocation.ts';
import {
  checked,
  Collected,
  toText,
  type Ended,
  type GitOptions,
  type Limits,
  type Output,
  type Read,
  type ReadingWork,
  type Run,
  type Take,
  type Work,
} from './process/work.ts';

/** The request that a repository was opened for. */
export interface RequestScope {
  readonly directories: readonly AllowedDirectory[];
  readonly options: GitOptions;
  readonly signal: AbortSignal;
  /** What is made for git is in it, also for repositories that are opened from this one. */
  readonly folder: PrivateFolder;
}

/** Commands that change the same repository run one after the other: git itself only knows locks that fail. */
const writers = new Map<string, Budget>();

/** More than this is no answer that a tool can use whole. */
const MAX_TEXT_BYTES = 20_000_000;

/**
 * A repository inside the allowed directories, for one call. It is looked through once, and git gets one view of it; a change
 * does both again when it has the repository for itself.
 */
export class Repository implements AsyncDisposable {
  readonly gitDir: string;
  readonly commonDir: string;
  /** Where commands run: the top level, or the git directory of a bare repository. */
  readonly directory: string;
  readonly isBare: boolean;
  readonly options: GitOptions;
  /** When to give up. */
  readonly limits: Limits;
  readonly #scope: RequestScope;
  /** The folder in it that was asked for, with a slash at the end; empty for the top level. */
  readonly #folder: string;
  #checked: Promise<void> | undefined;
  #config: Config | undefined;
  /** Its path, when one was made. */
  #view: string | undefined;
  /** The submodules of the index, as the last command found them. */
  #gitlinks: readonly string[] | undefined;

  constructor({ gitDir, commonDir, topLevel }: RepositoryPlace, scope: RequestScope, start?: string) {
    this.gitDir = gitDir;
    this.commonDir = commonDir;
    this.directory = topLevel ?? gitDir;
    this.isBare = topLevel === undefined;
    this.options = scope.options;
    this.limits = { ...scope.options, signal: scope.signal };
    this.#scope = scope;
    const folder = start === undefined || this.isBare ? '' : relative(this.directory, start);
    this.#folder = folder === '' || folder.startsWith('..') ? '' : `${folder.split(sep).join('/')}/`;
  }

  /** How it is named in URIs: as the allowed directory, where no other has that name, else by its path. */
  get name(): string {
    return nameOf(this.directory, this.#scope.directories);
  }

  /**
   * Refuses a bare repository.
   *
   * @throws {ToolError} when there are no files to work on.
   */
  requireWorkTree(): void {
    if (this.isBare)
      throw new ToolError(`${this.directory} is a bare repository: it has no files to work on.`);
  }

  /**
   * The path of a file from the top level. Relative ones begin there, or in the folder that was given as `repo_path`.
   *
   * @throws {ToolError} as `toTreePath`.
   */
  toPath(given: string, argument: string): TreePath {
    const path = toTreePath(given, this.directory, argument);
    if (this.#folder === '' || isAbsolute(given)) return path;
    const isThere = (inner: string): boolean =>
      lstatSync(join(this.directory, inner), { throwIfNoEntry: false }) !== undefined;
    const inner = `${this.#folder}${path === '.' ? '' : path}`;
    return path === '.' || (!isThere(path) && isThere(inner)) ? toTreePath(inner, this.directory) : path;
  }

  /** The same for several. */
  toPaths(given: readonly string[], argument: string): TreePath[] {
    return given.map((path) => this.toPath(path, argument));
  }

  /** Whether a path without links is inside the allowed directories. */
  isAllowed(path: string): boolean {
    return isAllowed(this.#scope.directories, path);
  }

  /**
   * The repository whose top level is the real path `path`, for the same request; undefined when it is none, or outside.
   *
   * @throws {ToolError} when a part of it is outside.
   */
  inside(path: string): Promise<Repository | undefined> {
    return openInside(path, this.#scope);
  }

  /** Makes an empty folder for files of this call: it is gone with the call. */
  makeFolder(): string {
    return this.#scope.folder.add();
  }

  /**
   * The branch that HEAD stands for, followed to its end by git; its commit when it stands for none.
   *
   * @throws {ToolError} when git refuses.
   */
  head(): Promise<Head> {
    return currentHead(this);
  }

  /** Whether the git directory of this worktree has a file or directory. */
  has(name: string): boolean {
    return existsSync(join(this.gitDir, name));
  }

  /** Keys of the configuration that no command sees, unless it writes and the repository is trusted. */
  get unused(): readonly string[] {
    return this.#config?.unused ?? [];
  }

  /**
   * Runs a command that changes nothing, and gives its output to `take` as it comes.
   *
   * @throws {ToolError} when git refuses.
   */
  async stream(work: ReadingWork, take: Take): Promise<Ended> {
    return checked(work, await this.#run(work, 'read', take), '');
  }

  /**
   * Runs a command that changes nothing, for its whole output.
   *
   * @throws {ToolError} when git refuses.
   */
  async read(work: ReadingWork): Promise<Output> {
    const output = new Collected(MAX_TEXT_BYTES);
    const ended = await this.stream(work, output.take);
    return { ...ended, text: toText(output) };
  }

  /** The name of the object that a revision stands for; undefined when there is none. */
  async find(revision: string, argument: string): Promise<Revision | undefined> {
    const [found] = await findAll(this, [toRevision(revision, argument)]);
    return found;
  }

  /**
   * The same for revisions that have to be there, by the arguments that they are from, in one process.
   *
   * @throws {ToolError} when one is not there.
   */
  resolveAll<const Argument extends string>(
    revisions: Given<Argument>,
  ): Promise<{ readonly [argument in Argument]: Revision }> {
    return resolveAll(this, revisions);
  }

  /**
   * The same for one.
   *
   * @throws {ToolError} when it is not there.
   */
  async resolve(revision: string, argument: string): Promise<Revision> {
    const found = await this.find(revision, argument);
    if (found !== undefined) return found;
    throw noRevision(revision, argument);
  }

  /**
   * Runs commands that change the repository. No other command does at the same time.
   *
   * @throws {ToolError} when git refuses.
   */
  async change<T>(work: (run: Run) => Promise<T>): Promise<T> {
    const slots = writers.get(this.commonDir) ?? new Budget(1);
    writers.set(this.commonDir, slots);
    using turn = await slots.take({ signal: this.limits.signal });
    void turn;
    // Another call may have changed the repository while this one waited.
    this.#forget();
    const isTrusted = this.options.trust === 'trusted';
    await this.check();
    if (!isTrusted) makeFolders(this.commonDir);
    // Some commands start git in submodules, to look at their files there.
    const nested = isTrusted ? [] : await submodulesOf(this);
    let arePlain: Promise<unknown> | undefined;
    return await work(async (command) => {
      if (usesIndex(command)) await (arePlain ??= Promise.all(nested.map(requirePlain)));
      return keepProtected(this, (each) => this.#write(each), command);
    });
  }

  /**
   * Runs commands as a change would, and changes nothing: also the objects that they make are not in the repository.
   *
   * @throws {ToolError} when git refuses.
   */
  attempt<T>(work: (read: Read) => Promise<T>): Promise<T> {
    const scratch = this.makeFolder();
    return this.change((run) => work((command) => run({ ...command, scratch, makesObjects: true })));
  }

  /** `attempt` for a dry run, which has no `run`; else `change`. */
  changeUnless<T>(dryRun: boolean, work: (read: Read, run?: Run) => Promise<T>): Promise<T> {
    return dryRun ? this.attempt(work) : this.change((run) => work(run, run));
  }

  async #write(work: Work): Promise<Output> {
    const output = new Collected(MAX_TEXT_BYTES);
    const wasLocked = this.has('index.lock');
    const { code, errors } = await this.#run(work, 'write', output.take);
    // Some commands say nothing about it, like `git stash push`.
    const isSilent = code !== 0 && errors.trim() === '' && wasLocked;
    const reason = isSilent ? 'Unable to create index.lock: File exists.' : errors;
    const text = toText(output);
    return { ...checked(work, { code, errors: reason }, text), text };
  }

  async #run(work: Work, access: Access, take: Take): Promise<Ended> {
    const how = await this.#how(access);
    const { gitlinks } = usesIndex(work) ? await this.#readIndex(how) : NO_INDEX;
    const submodules =
      gitlinks.length > 0 && looksAtSubmodules(work) ? await submoduleOption(this, gitlinks) : undefined;
    const index = work.spoilsIndex === true ? await copyIndex(this.gitDir, this.makeFolder()) : undefined;
    const invocation = toInvocation(this, work, { ...how, index, submodules });
    const { runGit } = await import('./process/client.ts');
    const { code, errors } = await runGit(invocation, this.limits, take);
    const { view } = how;
    if (view === undefined) return { code, errors };
    if (access === 'write' && (await saveUpstreams(this, view, await this.config())))
      this.#config = undefined;
    if (work.makes !== undefined && code === 0) settleWorktree(work.makes, view, this.commonDir);
    return { code, errors: errors.replaceAll(view, this.commonDir) };
  }

  /** How git is run: with what configuration and settings, and where. */
  async #how(access: Access): Promise<Shown> {
    const { trust } = this.options;
    const room = await roomFor(access, this.options, this.#scope.directories, this.limits);
    const config = await this.config();
    const view = isTrusting(access, trust) ? undefined : (this.#view ??= this.#makeView(access, config));
    return { access, settings: await settingsFor(access, trust, config, this.limits), view, room };
  }

  #makeView(access: Access, { text: config, unused }: Config): string | undefined {
    const settings = fixedSettings(access, this.options.trust);
    return makeView(this.makeFolder(), this.commonDir, { config, unused, settings });
  }

  /** The submodules of the index, checked out or not. */
  async gitlinks(): Promise<readonly string[]> {
    return this.#gitlinks ?? (await this.#readIndex(await this.#how('read'))).gitlinks;
  }

  async #readIndex(how: Shown): Promise<Index> {
    if (this.isBare) return NO_INDEX;
    const { runGit } = await import('./process/client.ts');
    const index = await readIndex(this.gitDir, async (work, take) => {
      checked(work, await runGit(toInvocation(this, work, how), this.limits, take), '');
    });
    this.#gitlinks = index.gitlinks;
    return index;
  }

  /**
   * Looks through its git directories.
   *
   * @throws {ToolError} when git would follow a link there, wait for a pipe, or borrow objects from outside.
   */
  check(): Promise<void> {
    this.#checked ??= checkGitDirectories(this, this.#scope.directories, this.limits);
    return this.#checked;
  }

  /**
   * What is allowed of its configuration, and what else there is, once its git directories have been looked through.
   *
   * @throws {ToolError} as every command does.
   */
  async config(): Promise<Config> {
    await this.check();
    if (this.#config !== undefined) return this.#config;
    const [config] = await Promise.all([readConfig(this), checkVersion(this.options.sandbox)]);
    this.#config = config;
    return config;
  }

  #forget(): void {
    this.#checked = undefined;
    this.#config = undefined;
    this.#view = undefined;
    this.#gitlinks = undefined;
  }

  /** Removes what was made for the call. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#scope.folder[Symbol.dispose]();
  }
}

/**
 * The repository whose top level is the real path `path`; undefined when it is none, or outside.
 *
 * @throws {ToolError} when its git directory, or something that git reads there, is outside.
 */
export const openInside = async (path: string, scope: RequestScope): Promise<Repository | undefined> => {
  const { directories } = scope;
  const place = isAllowed(directories, path) ? findRepository(path, directories) : undefined;
  const repository = place === undefined ? undefined : new Repository(place, scope);
  await repository?.check();
  return repository;
};
