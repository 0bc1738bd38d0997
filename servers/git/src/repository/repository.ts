// One repository in one request: confined, with the trust policy applied to each command that runs in it.
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import { ToolError } from '@mcp/runtime';
import type { AllowedDirectory } from '@mcp/workspace';
import { Slots } from '@mcp/workspace/slots';
import { isAllowed, nameOf } from './roots.ts';
import { checkGitDirectories, findRepository, type RepositoryPlace } from './git-directory.ts';
import { toRevision, toTreePath, type Revision, type TreePath } from './arguments.ts';
import type { Access, Setting } from './environment.ts';
import { refusal } from './errors.ts';
import { readConfig, saveUpstreams, type Config } from './config.ts';
import { operatorSettings } from './operator.ts';
import { toConfigText } from './allowed-keys.ts';
import { requirePlain, submoduleOption, submodulesOf } from './submodules.ts';
import { fixedSettings, isTrusting, lfsSettings } from './settings.ts';
import { settleWorktree, viewFor, type View } from './view.ts';
import { toBytes } from './names.ts';
import { checkVersion, Collected, runGit, type Ended, type Limits, type Take } from './client.ts';
import { checkPlace, holdPlace, plainPlace, type HeldPlace } from './held.ts';
import { looksAtSubmodules } from './fixed-options.ts';
import { currentHead, type Head } from './head.ts';
import { copyOfIndex } from './index-copy.ts';
import { NO_INDEX, readIndex, usesIndex, type Index } from './index-names.ts';
import { toInvocation, type Shown } from './invocation.ts';
import { watchPlace } from './moves.ts';
import { checked, toText } from './outcome.ts';
import { roomFor } from './room.ts';
import { noRevision } from './unusable.ts';
import type { GitOptions, Output, Run, Work } from './work.ts';

/** The request that a repository was opened for. */
export interface RequestScope {
  readonly directories: readonly AllowedDirectory[];
  readonly options: GitOptions;
  readonly signal: AbortSignal;
}

/** Commands that change the same repository run one after the other: git itself only knows locks that fail. */
const writers = new Map<string, Slots>();

/** More than this is no answer that a tool can use whole. */
const MAX_TEXT_BYTES = 20_000_000;

/** A repository inside the allowed directories. */
export class Repository {
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
  #config: Config | undefined;
  /** The submodules of the index, as the last command found them. */
  #gitlinks: readonly string[] | undefined;

  constructor({ gitDir, commonDir, topLevel }: RepositoryPlace, scope: RequestScope, start?: string) {
    this.gitDir = gitDir;
    this.commonDir = commonDir;
    this.directory = topLevel ?? gitDir;
    this.isBare = topLevel === undefined;
    this.options = scope.options;
    this.limits = {
      signal: scope.signal,
      timeoutMs: scope.options.timeoutMs,
      maxMemory: scope.options.maxMemory,
    };
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
    const isThere = (inner: string): boolean =>
      lstatSync(toBytes(join(this.directory, inner)), { throwIfNoEntry: false }) !== undefined;
    const inner = `${this.#folder}${path === '.' ? '' : path}`;
    if (this.#folder === '' || isAbsolute(given)) return path;
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

  /**
   * The branch that HEAD stands for, followed to its end by git; its commit when it stands for none.
   *
   * @throws {ToolError} when git refuses.
   */
  head(): Promise<Head> {
    return currentHead(this);
  }

  /**
   * Refuses what would take commits from a protected branch.
   *
   * @throws {ToolError} for such a branch.
   */
  checkUnprotected(branch: string | undefined): void {
    // File systems may take names of other case for the same.
    if (branch === undefined || !this.options.protectedBranches.includes(branch.toLowerCase())) return;
    throw refusal(
      'protected',
      `${branch} is protected: its commits are not rewritten or deleted here.`,
      'Work on another branch, or ask the user to start the server with other --protected-branches.',
    );
  }

  /**
   * What is allowed of its configuration.
   *
   * @throws {ToolError} as every command does.
   */
  async entries(): Promise<Config['entries']> {
    if (this.#config !== undefined) return this.#config.entries;
    const { place, config } = await this.hold();
    place[Symbol.dispose]();
    return config.entries;
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
  async stream(work: Work, take: Take): Promise<Ended> {
    return checked(work, await this.#run(work, 'read', take), '');
  }

  /**
   * Runs a command that changes nothing, for its whole output.
   *
   * @throws {ToolError} when git refuses.
   */
  async read(work: Work): Promise<Output> {
    const output = new Collected(MAX_TEXT_BYTES);
    const ended = await this.stream(work, output.take);
    return { ...ended, text: toText(output) };
  }

  /** The name of the object that a revision stands for; undefined when there is none. */
  async find(revision: string, argument: string): Promise<Revision | undefined> {
    const { code, text } = await this.read({
      name: 'rev-parse',
      options: ['--verify', '--quiet'],
      operands: ['--end-of-options', toRevision(revision, argument)],
      answers: [1, 128],
    });
    return code === 0 ? toRevision(text.trim(), argument) : undefined;
  }

  /**
   * The same for a revision that has to be there.
   *
   * @throws {ToolError} when there is none.
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
    const slots = writers.get(this.commonDir) ?? new Slots(1);
    writers.set(this.commonDir, slots);
    using turn = await slots.take({ signal: this.limits.signal });
    void turn;
    await this.check();
    // Another call may have changed the index while this one waited.
    this.#gitlinks = undefined;
    // Some commands start git in submodules, to look at their files there.
    const nested = this.options.trust === 'trusted' ? [] : await submodulesOf(this);
    return await work((command) => this.#write(command, nested));
  }

  async #write(work: Work, nested: readonly Repository[]): Promise<Output> {
    const output = new Collected(MAX_TEXT_BYTES);
    const wasLocked = this.has('index.lock');
    const { code, errors } = await this.#run(work, 'write', output.take, nested);
    // Some commands say nothing about it, like `git stash push`.
    const isSilent = code !== 0 && errors.trim() === '' && wasLocked;
    const reason = isSilent ? 'Unable to create index.lock: File exists.' : errors;
    const text = toText(output);
    return { ...checked(work, { code, errors: reason }, text), text };
  }

  async #run(work: Work, access: Access, take: Take, nested: readonly Repository[] = []): Promise<Ended> {
    const room = await roomFor(access, this.options, this.#scope.directories, this.limits);
    // A held directory has no path in a room, and nothing outside is there to be put in its place.
    using place = room === undefined ? this.#hold(work, access) : plainPlace(this);
    // A write that git has finished is never reported as one that failed.
    using moves = access === 'read' ? watchPlace(this.directory, (path) => this.isAllowed(path)) : undefined;
    const config = await this.#check(place);
    if (usesIndex(work)) for (const repository of nested) await requirePlain(repository);
    using view = viewFor(access, this.options.trust, config, place);
    const settings = await this.#settings(access, config);
    const how: Shown = { access, settings, place, view, room };
    const { gitlinks } = !this.isBare && usesIndex(work) ? await this.#readIndex(how) : NO_INDEX;
    const submodules = looksAtSubmodules(work) ? await submoduleOption(this, gitlinks) : undefined;
    await using copy = work.spoilsIndex === true ? await copyOfIndex(place.gitDir) : undefined;
    const invocation = toInvocation(this, work, { ...how, index: copy?.path, submodules });
    const { code, errors } = await runGit(invocation, this.limits, take);
    if (access === 'write' && view !== undefined) await this.#saveUpstreams(config, view, place);
    if (work.makes !== undefined && view !== undefined && code === 0)
      settleWorktree(work.makes, view, this.commonDir);
    await moves?.check();
    return { code, errors: this.#toShown(errors, place, view) };
  }

  /** The submodules of the index, checked out or not. */
  async gitlinks(): Promise<readonly string[]> {
    if (this.isBare) return [];
    if (this.#gitlinks !== undefined) return this.#gitlinks;
    using place = this.#hold(LIST_FILES, 'read');
    const config = await this.#check(place);
    using view = viewFor('read', this.options.trust, config, place);
    const settings = await this.#settings('read', config);
    return (await this.#readIndex({ access: 'read', settings, place, view })).gitlinks;
  }

  async #readIndex(how: Shown): Promise<Index> {
    const index = await readIndex(this.gitDir, how.place.gitDir, async (work, take) => {
      checked(work, await runGit(toInvocation(this, work, how), this.limits, take), '');
    });
    this.#gitlinks = index.gitlinks;
    return index;
  }

  async #saveUpstreams(config: Config, view: View, { commonDir }: HeldPlace): Promise<void> {
    if (readFileSync(view.config, 'utf8') === toConfigText(config.entries)) return;
    await saveUpstreams(view.config, config.entries, join(commonDir, 'config'), this.limits);
  }

  #toShown(text: string, place: HeldPlace, view: View | undefined): string {
    return place.toShown(view === undefined ? text : text.replaceAll(view.path, place.commonDir));
  }

  // Git writes its paths into files of worktrees, and hooks of a trusted repository may keep them.
  #hold({ name }: Work, access: Access): HeldPlace {
    const isPlain = name.startsWith('worktree') || (access === 'write' && this.options.trust === 'trusted');
    return isPlain ? plainPlace(this) : holdPlace(this);
  }

  // At each command: it may have waited for others since the repository was found.
  async #check(place: HeldPlace): Promise<Config> {
    await checkPlace(place, this.#scope.directories, this.limits);
    const [config] = await Promise.all([readConfig(this), checkVersion()]);
    this.#config = config;
    return config;
  }

  async #settings(access: Access, config: Config): Promise<readonly Setting[]> {
    const fixed = fixedSettings(access, this.options.trust);
    if (isTrusting(access, this.options.trust)) return fixed;
    return access === 'write'
      ? [...fixed, ...lfsSettings(config.unused)]
      : [...fixed, ...(await operatorSettings(config, this.limits))];
  }

  /**
   * Checks its git directories.
   *
   * @throws {ToolError} when git would follow a link there, wait for a pipe, or borrow objects from outside.
   */
  check(): Promise<void> {
    return checkGitDirectories(this, this.#scope.directories, this.limits);
  }

  /**
   * Its directories, held and checked, and its configuration: for what runs git by itself.
   *
   * @throws {ToolError} as every command does.
   */
  async hold(): Promise<{ readonly place: HeldPlace; readonly config: Config }> {
    const place = this.options.trust === 'trusted' ? plainPlace(this) : holdPlace(this);
    try {
      return { place, config: await this.#check(place) };
    } catch (error) {
      place[Symbol.dispose]();
      throw error;
    }
  }
}

const LIST_FILES: Work = { name: 'ls-files' };

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
