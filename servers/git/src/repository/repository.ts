// One repository, ready to run commands in: confined, with the trust policy applied to each of them.
import { existsSync, lstatSync, readFileSync, readlinkSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import { ToolError } from '@mcp/runtime';
import type { AllowedDirectory } from '@mcp/workspace';
import { isAllowed, nameOf } from './roots.ts';
import { checkGitDirectories, findRepository, type RepositoryPlace } from './git-directory.ts';
import {
  quoted,
  toRevision,
  toTreePath,
  withPaths,
  type Command,
  type Revision,
  type TreePath,
} from './arguments.ts';
import { toEnvironment, type Access } from './environment.ts';
import { refusal, toFailure } from './errors.ts';
import { operatorSettings, readKeys } from './config.ts';
import { submodulesOf } from './submodules.ts';
import { toPolicy, type Policy, type Trust } from './trust.ts';
import { toBytes } from './names.ts';
import { TextOutput } from './text-output.ts';
import { checkVersion, runGit, type Invocation, type Limits, type Take } from './client.ts';
import { hold, holdPlace, plainPlace, watchMoves, type HeldPlace } from './held.ts';
import { copyOfIndex } from './index-copy.ts';
import { Slots } from './semaphore.ts';

/** How git is used, for all repositories. */
export interface GitOptions {
  readonly trust: Trust;
  /** Whether commits may be signed as the operator's configuration says. */
  readonly sign: 'auto' | 'never';
  /** Whether a commit may be made without hooks where they run (`--allow-no-verify`). */
  readonly allowNoVerify: boolean;
  readonly timeoutMs: number;
  /** Branches whose history is not rewritten and that are not deleted, in small letters. */
  readonly protectedBranches: readonly string[];
  /** Bounds the text of one tool result. */
  readonly maxOutputBytes: number;
}

/** A command and how it is run. */
export interface Work {
  readonly command: Command;
  readonly signal: AbortSignal;
  /** Standard input. */
  readonly input?: string;
  /** Exit codes that are answers, beside 0. */
  readonly answers?: readonly number[];
  /** Set for commands that write what they find out about files into the index, even when nothing is to change. */
  readonly spoilsIndex?: boolean;
  /** Set for commands that use magic of pathspecs themselves: paths are given by `toPathspec` then. */
  readonly hasPathspecs?: boolean;
}

/** What came out. Bytes of the text that are not UTF-8 are as `decode` gives them. */
export interface Output {
  readonly code: number;
  readonly text: string;
  readonly errors: string;
}

/** What the trust policy did, for results. */
export interface TrustReport {
  readonly policy: Trust;
  readonly neutralised: readonly string[];
}

/** Commands that change the same repository run one after the other: git itself only knows locks that fail. */
const writers = new Map<string, Slots>();

/** A repository inside the allowed directories. */
export class Repository {
  readonly gitDir: string;
  readonly commonDir: string;
  /** Where commands run: the top level, or the git directory of a bare repository. */
  readonly directory: string;
  readonly isBare: boolean;
  readonly options: GitOptions;
  readonly #directories: readonly AllowedDirectory[];
  /** The folder in it that was asked for, with a slash at the end; empty for the top level. */
  readonly #folder: string;

  constructor(
    place: RepositoryPlace,
    directories: readonly AllowedDirectory[],
    options: GitOptions,
    start?: string,
  ) {
    this.gitDir = place.gitDir;
    this.commonDir = place.commonDir;
    this.directory = place.topLevel ?? place.gitDir;
    this.isBare = place.topLevel === undefined;
    this.options = options;
    this.#directories = directories;
    const folder = start === undefined || this.isBare ? '' : relative(this.directory, start);
    this.#folder = folder === '' || folder.startsWith('..') ? '' : `${folder.split(sep).join('/')}/`;
  }

  /** How it is named in URIs: as the allowed directory, where no other has that name, else by its path. */
  get name(): string {
    return nameOf(this.directory, this.#directories);
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

  /** Whether a path without links is inside the allowed directories. */
  isAllowed(path: string): boolean {
    return isAllowed(this.#directories, path);
  }

  /**
   * The repository whose top level is the real path `path`, with the same limits; undefined when it is none, or outside.
   *
   * @throws {ToolError} when a part of it is outside.
   */
  inside(path: string): Repository | undefined {
    const place = this.isAllowed(path) ? findRepository(path, this.#directories) : undefined;
    return place === undefined ? undefined : new Repository(place, this.#directories, this.options);
  }

  /** The branch or commit of HEAD as the file, or the link of older git, says it: `refs/heads/main`, or an object name. */
  head(): { readonly branch?: string; readonly commit?: string } {
    using gitDir = hold(this.gitDir);
    const path = join(gitDir.path, 'HEAD');
    const isLink = lstatSync(path).isSymbolicLink();
    const text = isLink ? `ref: ${readlinkSync(path)}` : readFileSync(path, 'utf8').trim();
    return text.startsWith('ref: refs/heads/') ? { branch: text.slice(16) } : { commit: text };
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

  /** Whether the git directory of this worktree has a file or directory. */
  has(name: string): boolean {
    return existsSync(join(this.gitDir, name));
  }

  /** What the trust policy does for a kind of command. */
  async trust(access: Access, signal: AbortSignal): Promise<TrustReport> {
    const { neutralised } = await this.#policy(access, this.#limits(signal), plainPlace(this));
    return { policy: access === 'read' ? 'untrusted' : this.options.trust, neutralised };
  }

  /**
   * Runs a command that changes nothing, and gives its output to `take` as it comes.
   *
   * @throws {ToolError} when git refuses.
   */
  async stream(work: Work, take: Take): Promise<Output> {
    const limits = this.#limits(work.signal);
    using place = this.#hold(work, 'read');
    const checkMoves = await this.#watchMoves();
    const invocation = this.#invocation(work, 'read', await this.#policy('read', limits, place), place);
    using copy = work.spoilsIndex === true ? copyOfIndex(place.gitDir) : undefined;
    if (copy !== undefined) invocation.env['GIT_INDEX_FILE'] = copy.path;
    const { code, errors } = await runGit(invocation, limits, take);
    checkMoves();
    return checked(work, { code, errors: place.toShown(errors), text: '' });
  }

  /**
   * Runs a command that changes nothing, for its whole output.
   *
   * @throws {ToolError} when git refuses.
   */
  async read(work: Work): Promise<Output> {
    const output = new TextOutput();
    const { code, errors } = await this.stream(work, output.take);
    return { code, errors, text: output.toString() };
  }

  /**
   * The name of the object that a revision stands for.
   *
   * @throws {ToolError} when there is none.
   */
  async resolve(revision: string, argument: string, signal: AbortSignal): Promise<Revision> {
    const operands = ['--end-of-options', toRevision(revision, argument)] as const;
    const command = { name: 'rev-parse', options: ['--verify'], operands } as const;
    const { code, text } = await this.read({ command, signal, answers: [128] });
    if (code === 0) return toRevision(text.trim(), argument);
    throw refusal(
      'not_found',
      `${argument}: there is no ${quoted(revision.replace(/\^\{\w*\}$/, ''))} in this repository.`,
      'Look with git_branch, git_tags or git_log.',
    );
  }

  /**
   * Runs commands that change the repository. Nobody else does at the same time. `also` are other repositories that
   * git is started in by them.
   *
   * @throws {ToolError} when git refuses.
   */
  async change<T>(
    signal: AbortSignal,
    work: (run: (work: Work) => Promise<Output>) => Promise<T>,
    also: readonly Repository[] = [],
  ): Promise<T> {
    const slots = writers.get(this.commonDir) ?? new Slots(1);
    writers.set(this.commonDir, slots);
    using turn = await slots.take(signal);
    void turn;
    // Some commands start git in submodules, to look at their files there.
    const nested = this.options.trust === 'trusted' ? [] : [...also, ...(await submodulesOf(this, signal))];
    return await work((command) => this.#write(command, nested));
  }

  async #write(work: Work, nested: readonly Repository[]): Promise<Output> {
    const limits = this.#limits(work.signal);
    using place = this.#hold(work, 'write');
    const checkMoves = await this.#watchMoves();
    const policy = await this.#policy('write', limits, place, nested);
    const invocation = this.#invocation(work, 'write', policy, place);
    const output = new TextOutput();
    const wasLocked = existsSync(join(place.gitDir, 'index.lock'));
    const { code, errors } = await runGit(invocation, limits, output.take);
    checkMoves();
    // Some commands say nothing about it, like `git stash push`.
    const isSilent = code !== 0 && errors.trim() === '' && wasLocked;
    const reason = isSilent ? 'Unable to create index.lock: File exists.' : place.toShown(errors);
    return checked(work, { code, errors: reason, text: place.toShown(output.toString()) });
  }

  // Git writes its paths into files of worktrees, and hooks of a trusted repository may keep them.
  #hold({ command: { name } }: Work, access: Access): HeldPlace {
    const isPlain = name.startsWith('worktree') || (access === 'write' && this.options.trust === 'trusted');
    return isPlain ? plainPlace(this) : holdPlace(this);
  }

  #watchMoves(): Promise<() => void> {
    return watchMoves(this.directory, (path) => this.isAllowed(path));
  }

  #invocation(work: Work, access: Access, { settings }: Policy, place: HeldPlace): Invocation {
    const { command, input, hasPathspecs } = work;
    const env = toEnvironment(access, settings);
    // Named here, so that git looks for nothing by itself, and core.worktree has no say.
    env['GIT_DIR'] = place.gitDir;
    if (place.commonDir !== place.gitDir) env['GIT_COMMON_DIR'] = place.commonDir;
    env['GIT_WORK_TREE'] = '.';
    const { args, input: paths, isLiteral } = withPaths(command);
    if (hasPathspecs === true || !isLiteral) delete env['GIT_LITERAL_PATHSPECS'];
    const given = input ?? paths;
    return { args, cwd: place.directory, env, ...(given === undefined ? {} : { input: given }) };
  }

  async #policy(
    access: Access,
    limits: Limits,
    place: HeldPlace,
    nested: readonly Repository[] = [],
  ): Promise<Policy> {
    // At each command: it may have waited for others since the repository was found.
    checkHeld(place, this.#directories);
    for (const repository of nested) checkGitDirectories(repository, repository.#directories);
    const [keys, ...others] = await Promise.all([
      readKeys(this, limits),
      ...nested.map((repository) => readKeys(repository, limits)),
      checkVersion(),
    ]);
    const policy = toPolicy(access, this.options.trust, [
      ...new Set([...keys, ...others.flatMap((more) => more ?? [])]),
    ]);
    if (access === 'write') return policy;
    return { ...policy, settings: [...policy.settings, ...(await operatorSettings(keys, limits))] };
  }

  /**
   * The keys of its configuration, when its git directories have been checked: for what runs git by itself.
   *
   * @throws {ToolError} as every command does.
   */
  async checkedKeys(limits: Limits): Promise<readonly string[]> {
    checkGitDirectories(this, this.#directories);
    await checkVersion();
    return readKeys(this, limits);
  }

  #limits(signal: AbortSignal): Limits {
    return { signal, timeoutMs: this.options.timeoutMs };
  }
}

// What is wrong is reported by the names of the directories.
const checkHeld = (place: HeldPlace, directories: readonly AllowedDirectory[]): void => {
  try {
    checkGitDirectories(place, directories);
  } catch (error) {
    if (error instanceof ToolError) error.message = place.toShown(error.message);
    throw error;
  }
};

const checked = ({ command, answers = [] }: Work, output: Output): Output => {
  if (output.code === 0 || answers.includes(output.code)) return output;
  throw toFailure(command.name, output.errors.trim() === '' ? output.text : output.errors);
};
