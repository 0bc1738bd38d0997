// Invocation: arguments, directory, environment and sandbox of a command in a repository.
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
import type { RepositoryDirectories } from '../location/git-directory.ts';
import type { Opened } from '../opened.ts';
import { confinementWith, type Confinement, type Unconfined } from './sandbox.ts';
import type { GitPolicy, Limits, Work } from './work.ts';

/** The inputs of an invocation. */
export interface Shown {
  readonly access: Access;
  readonly settings: readonly Setting[];
  /** Path of the view; undefined if git sees the repository itself. */
  readonly view: string | undefined;
  readonly confinement: Confinement | Unconfined;
  /** The index file to use instead. */
  readonly index?: string | undefined;
  /** How far git may inspect submodules. */
  readonly submodules?: Option | undefined;
}

/** No program of a repository or of the operator helps to show a change. */
const NO_PROGRAMS: readonly Option[] = ['--no-ext-diff', '--no-textconv'];

/** Options that a command always needs, because git would start a program without them. No caller can forget one. */
const FIXED_OPTIONS: ReadonlyMap<string, readonly Option[]> = new Map([
  ['blame', ['--no-textconv']],
  ['diff', NO_PROGRAMS],
  ['diff-tree', NO_PROGRAMS],
  ['grep', ['--no-textconv']],
  ['log', NO_PROGRAMS],
]);

/** Commands that inspect submodules, where git would start git. */
const INSPECT_SUBMODULES: ReadonlySet<string> = new Set(['diff', 'status']);

/** Whether a command must be told how far to inspect submodules. */
export const inspectsSubmodules = ({ name, ignoresSubmodules }: Work): boolean =>
  INSPECT_SUBMODULES.has(name) && ignoresSubmodules !== true;

const withPathspecs = (operands: readonly Operand[] = []): readonly Operand[] => {
  const paths = operands.indexOf('--') + 1 || operands.length;
  return [...operands.slice(0, paths), ...operands.slice(paths).map(toPathspec)];
};

/**
 * Adds the required options before those of the command, and the pathspec magic that paths need if they are not
 * literal.
 */
const withFixedOptions = (work: Work, submodules: Option = '--ignore-submodules=all'): Work => ({
  ...work,
  operands: work.hasPathspecs === true ? withPathspecs(work.operands) : (work.operands ?? []),
  options: [
    ...(FIXED_OPTIONS.get(work.name) ?? []),
    ...(INSPECT_SUBMODULES.has(work.name) ? [submodules] : []),
    ...(work.options ?? []),
  ],
});

/**
 * Returns the variables that name the directories, so that git searches nothing and ignores core.worktree. Git works at
 * the top of the working tree, if there is one.
 */
export const toVariables = (
  { isBare }: { readonly isBare: boolean },
  { gitDir, commonDir: real }: Pick<RepositoryDirectories, 'gitDir' | 'commonDir'>,
  view: string | undefined,
): NodeJS.ProcessEnv => {
  const commonDir = view ?? real;
  const inner = relative(real, gitDir);
  return {
    // Git's directory of a linked worktree is below the common one, as on disk.
    GIT_DIR: inner === '' || inner.startsWith('..') ? gitDir : join(commonDir, inner),
    ...(view === undefined && inner === '' ? {} : { GIT_COMMON_DIR: commonDir }),
    // Git must not assume a working tree if there is none.
    ...(isBare ? { GIT_IMPLICIT_WORK_TREE: '0' } : { GIT_WORK_TREE: '.' }),
  };
};

/** Returns how to start git for a command, with the options that it must have. */
export const toInvocation = (
  repository: Opened,
  work: Work,
  { access, settings, view, confinement, index, submodules }: Shown,
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
    confinement:
      typeof confinement === 'string'
        ? confinement
        : withOwn(confinement, view, [index && dirname(index), work.scratch]),
  };
};

/** Returns the fixed settings of a command, and what reads use of the operator's. */
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

/** Returns the variables that put new objects into a folder. Those of the repository are only read. */
const toObjectVariables = (folder: string, commonDir: string): NodeJS.ProcessEnv => ({
  GIT_OBJECT_DIRECTORY: folder,
  GIT_ALTERNATE_OBJECT_DIRECTORIES: toListed(join(commonDir, 'objects')),
});

// Quoted as in C if the path contains the separator of the list.
const toListed = (path: string): string =>
  path.includes(delimiter) || path.startsWith('"') ? `"${path.replaceAll(/["\\]/g, String.raw`\$&`)}"` : path;

/**
 * Returns the sandbox of a command in a repository, or why it has none.
 *
 * @throws {GitError} if the operator requires a sandbox and there is none.
 */
export const confinementFor = async (
  access: Access,
  { sandbox: mode, trust }: Pick<GitPolicy, 'sandbox' | 'trust'>,
  allowed: readonly AllowedDirectory[],
  limits: Limits,
): Promise<Confinement | Unconfined> => {
  if (access === 'write' && trust === 'trusted') return 'trusted';
  const directories = allowed.map(({ path }) => path);
  const confinement = await confinementWith(mode, access, directories);
  if (typeof confinement === 'string') return confinement;
  const { configuration, lists, runs } = await readOperator(limits);
  // A write needs programs of the operator that are not in the sandbox: filters like Git LFS, and signing.
  const needs = runs.filters || runs.signing;
  if (access === 'write' && mode === 'auto' && needs) return 'operator programs';
  return { ...confinement, files: access === 'write' ? [...configuration, ...lists] : lists };
};

/** Adds what was created for this command only. */
export const withOwn = (
  confinement: Confinement,
  view: string | undefined,
  scratch: readonly (string | undefined)[] = [],
): Confinement => ({
  ...confinement,
  directories: view === undefined ? confinement.directories : [...confinement.directories, view],
  scratch: [...confinement.scratch, ...scratch.filter((path) => path !== undefined)],
});
