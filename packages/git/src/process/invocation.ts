// How git is started for a command in a repository: its arguments, its directory, its environment, and what is in its
// sandbox.
import { delimiter, dirname, join, relative } from 'node:path';
import type { AllowedDirectory } from '@mcp/directories/allowed-directory';
import { toArguments, toPathspec, type Operand, type Option } from '../arguments/arguments.ts';
import type { Invocation } from './client.ts';
import type { Config } from '../view/config.ts';
import {
  fixedSettings,
  isTrusting,
  lfsSettings,
  toEnvironment,
  type Access,
  type Setting,
  type Trust,
} from './environment.ts';
import { readOperator, operatorSettings } from '../view/operator.ts';
import type { RepositoryPlace } from '../location/git-directory.ts';
import type { Opened } from '../opened.ts';
import { roomWith, type Room, type Unconfined } from './sandbox.ts';
import type { GitPolicy, Limits, Work } from './work.ts';

/** What an invocation is made of. */
export interface Shown {
  readonly access: Access;
  readonly settings: readonly Setting[];
  /** The path of the view; undefined where git sees the repository itself. */
  readonly view: string | undefined;
  readonly room: Room | Unconfined;
  /** The file that takes the place of the index. */
  readonly index?: string | undefined;
  /** How much git may look at submodules. */
  readonly submodules?: Option | undefined;
}

/** No program of a repository or of the operator takes part in showing a change. */
const NO_PROGRAMS: readonly Option[] = ['--no-ext-diff', '--no-textconv'];

/** Options that every command of a name has: git would start a program without them. No caller can forget one. */
const FIXED_OPTIONS: ReadonlyMap<string, readonly Option[]> = new Map([
  ['blame', ['--no-textconv']],
  ['diff', NO_PROGRAMS],
  ['diff-tree', NO_PROGRAMS],
  ['grep', ['--no-textconv']],
  ['log', NO_PROGRAMS],
]);

/** Commands that look at submodules: git would start git there. */
const LOOK_AT_SUBMODULES: ReadonlySet<string> = new Set(['diff', 'status']);

/** Whether a command needs to be told how much it may look at submodules. */
export const looksAtSubmodules = ({ name, ignoresSubmodules }: Work): boolean =>
  LOOK_AT_SUBMODULES.has(name) && ignoresSubmodules !== true;

const withPathspecs = (operands: readonly Operand[] = []): readonly Operand[] => {
  const paths = operands.indexOf('--') + 1 || operands.length;
  return [...operands.slice(0, paths), ...operands.slice(paths).map(toPathspec)];
};

/**
 * Adds the options that a command must have, before its own, and the magic that paths need where they are not literal.
 */
const withFixedOptions = (work: Work, submodules: Option = '--ignore-submodules=all'): Work => ({
  ...work,
  operands: work.hasPathspecs === true ? withPathspecs(work.operands) : (work.operands ?? []),
  options: [
    ...(FIXED_OPTIONS.get(work.name) ?? []),
    ...(LOOK_AT_SUBMODULES.has(work.name) ? [submodules] : []),
    ...(work.options ?? []),
  ],
});

/**
 * The variables that name the directories, so that git looks for nothing by itself, and core.worktree has no say. Git
 * works at the top of the files, if there are some.
 */
export const toVariables = (
  { isBare }: { readonly isBare: boolean },
  { gitDir, commonDir: real }: Pick<RepositoryPlace, 'gitDir' | 'commonDir'>,
  view: string | undefined,
): NodeJS.ProcessEnv => {
  const commonDir = view ?? real;
  const inner = relative(real, gitDir);
  return {
    // The directory of a linked worktree is below the common one for git, as it is on disk.
    GIT_DIR: inner === '' || inner.startsWith('..') ? gitDir : join(commonDir, inner),
    ...(view === undefined && inner === '' ? {} : { GIT_COMMON_DIR: commonDir }),
    // Without a work tree for git either, when there is none.
    ...(isBare ? { GIT_IMPLICIT_WORK_TREE: '0' } : { GIT_WORK_TREE: '.' }),
  };
};

/** How to start git for a command. Options that the command must have are added here. */
export const toInvocation = (
  repository: Opened,
  work: Work,
  { access, settings, view, room, index, submodules }: Shown,
): Invocation => {
  const env = {
    ...toEnvironment(access, [...settings, ...(work.settings ?? [])]),
    ...toVariables(repository, repository, view),
  };
  if (index !== undefined) env['GIT_INDEX_FILE'] = index;
  if (work.makesObjects === true && work.scratch !== undefined)
    Object.assign(env, toObjectVariables(work.scratch, repository.commonDir));
  if (repository.options.trust === 'trusted') delete env['GIT_LFS_SKIP_SMUDGE'];
  if (work.hasPathspecs === true) delete env['GIT_LITERAL_PATHSPECS'];
  const { input } = work;
  return {
    args: toArguments(withFixedOptions(work, submodules)),
    cwd: repository.directory,
    env,
    share: repository.commonDir,
    ...(input === undefined ? {} : { input }),
    room: typeof room === 'string' ? room : withOwn(room, view, [index && dirname(index), work.scratch]),
  };
};

/** The settings of a command, beside its own: the fixed ones, and what reads take of the operator. */
export const settingsFor = async (
  access: Access,
  trust: Trust,
  config: Config,
  limits: Limits,
): Promise<readonly Setting[]> => {
  const fixed = fixedSettings(access, trust);
  if (isTrusting(access, trust)) return fixed;
  const more = access === 'write' ? lfsSettings(config.unused) : await operatorSettings(config, limits);
  return [...fixed, ...more];
};

/** The variables by which new objects go into a folder, beside those of the repository, which are only read. */
const toObjectVariables = (folder: string, commonDir: string): NodeJS.ProcessEnv => ({
  GIT_OBJECT_DIRECTORY: folder,
  GIT_ALTERNATE_OBJECT_DIRECTORIES: toListed(join(commonDir, 'objects')),
});

// Quoted as in C, where the separator of the list is in the path.
const toListed = (path: string): string =>
  path.includes(delimiter) || path.startsWith('"') ? `"${path.replaceAll(/["\\]/g, String.raw`\$&`)}"` : path;

/**
 * What is in the sandbox of a command in a repository, or why it runs in none.
 *
 * @throws {GitError} when the operator wants a sandbox always, and there is none.
 */
export const roomFor = async (
  access: Access,
  { sandbox: mode, trust }: Pick<GitPolicy, 'sandbox' | 'trust'>,
  allowed: readonly AllowedDirectory[],
  limits: Limits,
): Promise<Room | Unconfined> => {
  if (access === 'write' && trust === 'trusted') return 'trusted';
  const directories = allowed.map(({ path }) => path);
  const room = await roomWith(mode, access, directories);
  if (typeof room === 'string') return room;
  const { configuration, lists, runs } = await readOperator(limits);
  // A write needs the programs of the operator, which are not in the sandbox: filters like Git LFS, and what signs.
  const needs = runs.filters || runs.signing;
  if (access === 'write' && mode === 'auto' && needs) return 'operator programs';
  return { ...room, files: access === 'write' ? [...configuration, ...lists] : lists };
};

/** A room with what was made for this command: nothing that was made for another one is in it. */
export const withOwn = (
  room: Room,
  view: string | undefined,
  scratch: readonly (string | undefined)[] = [],
): Room => ({
  ...room,
  directories: view === undefined ? room.directories : [...room.directories, view],
  scratch: [...room.scratch, ...scratch.filter((path) => path !== undefined)],
});
