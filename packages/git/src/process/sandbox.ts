// Sandbox (Linux): runs git under bubblewrap with git, its libraries and the allowed directories as its only files.
// Programs of the system, shells, other files, other processes and the network do not exist there.
import { existsSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { GitError } from '../git-error.ts';
import {
  findGit,
  findProgram,
  outputOf,
  toEnvironment,
  type Access,
  type SandboxMode,
} from './environment.ts';
import { refusal } from './errors.ts';

/**
 * Why git runs outside a sandbox: there is none, git needs the network or programs of the operator, or the operator
 * trusts the repository.
 */
export type Unconfined = 'no sandbox' | 'network' | 'operator programs' | 'trusted';

/** The content of the sandbox of one process, besides git. Each path is the same outside. */
export interface Confinement {
  readonly sandbox: Pick<Sandbox, 'program' | 'base'>;
  readonly access: Access;
  /** Directories that only writes can change: of the user, and the view of the repository. */
  readonly directories: readonly string[];
  /** Files of the operator. */
  readonly files: readonly string[];
  /** What git may always write. */
  readonly scratch: readonly string[];
}

/** How to start git under bubblewrap. */
export interface Sandbox {
  readonly program: string;
  /** The program, its folder of commands, and its libraries. */
  readonly files: readonly string[];
  /** The arguments that all sandboxes share. */
  readonly base: readonly string[];
  readonly version: Version;
}

let known: Promise<Sandbox | undefined> | undefined;

/**
 * Returns the sandbox of this system, which is tried once; undefined if there is none or it is off.
 *
 * @throws {GitError} if the operator requires one and there is none.
 */
export const findSandbox = async (mode: SandboxMode): Promise<Sandbox | undefined> => {
  if (mode === 'off') return undefined;
  known ??= tryOut().catch(() => undefined);
  const sandbox = await known;
  if (sandbox !== undefined || mode === 'auto') return sandbox;
  throw refusal(
    'unsupported',
    'The server was started with --sandbox always, and bubblewrap does not work here.',
    'Ask the user to install bubblewrap (Linux only), or to start the server without --sandbox always.',
  );
};

const tryOut = async (): Promise<Sandbox | undefined> => {
  const program = process.platform === 'linux' ? findProgram('bwrap') : undefined;
  if (program === undefined) return undefined;
  const git = findGit();
  const env = toEnvironment('read', []);
  const [libraries, folder] = await Promise.all([librariesOf(git), outputOf(git, ['--exec-path'], env)]);
  const files = [git, folder.trim(), ...libraries, ...encodingsOf(libraries)];
  const base = toBase(files, process.getuid?.() === 0);
  const version = toVersion(await outputOf(program, [...base, git, '--version'], env));
  return { program, files, base, version };
};

/** The version of git, like `[2, 39]`. */
type Version = readonly [major: number, minor: number];

/** Older versions lack the variables for the trust policy, GIT_CONFIG_COUNT and first-parent diffs of merges. */
const LEAST: Version = [2, 31];

/** @throws if it is not the version of git. */
const toVersion = (printed: string): Version => {
  const [, major, minor] = /^git version (\d+)\.(\d+)/.exec(printed) ?? [];
  if (major === undefined) throw new Error(`its version is ${printed.trim()}`);
  return [Number(major), Number(minor)];
};

let version: Promise<Version> | undefined;

/**
 * Checks the version of git, once. The trial of the sandbox already knows it.
 *
 * @throws {GitError} if it is too old, or git cannot be started.
 */
export const checkVersion = async (mode: SandboxMode): Promise<void> => {
  const sandbox = await findSandbox(mode);
  version ??=
    sandbox === undefined
      ? outputOf(findGit(), ['--version'], toEnvironment('read', [])).then(toVersion)
      : Promise.resolve(sandbox.version);
  const [major, minor] = await version.catch((cause: unknown) => {
    version = undefined;
    throw new GitError(`git cannot be started: ${cause instanceof Error ? cause.message : String(cause)}.`);
  });
  if (major < LEAST[0] || (major === LEAST[0] && minor < LEAST[1]))
    throw new GitError(
      `git ${major}.${minor} is too old; ${LEAST.join('.')} is the least. Ask the user to update it.`,
    );
};

/** Lists the loader and the libraries. A static program has none. */
const librariesOf = async (program: string): Promise<string[]> => {
  const stdout = await outputOf('ldd', [program], toEnvironment('read', [])).catch(() => '');
  // `libz.so.1 => /lib/libz.so.1 (0x…)`, and `/lib64/ld-linux-x86-64.so.2 (0x…)`.
  return stdout
    .split('\n')
    .flatMap((line) => /^\s*(?:\S+ => )?(\/.+) \(0x[0-9a-f]+\)$/.exec(line)?.[1] ?? []);
};

/** Libraries of libc for encodings, which git needs for messages that are not UTF-8. */
const encodingsOf = (libraries: readonly string[]): string[] => {
  const folders = libraries
    .filter((path) => /\/libc\.so/.test(path))
    .map((path) => dirname(realpathSync(path)));
  return [...new Set(folders.flatMap((folder) => [`${folder}/gconv`, `/usr${folder}/gconv`]))];
};

/** Time zones, and where libraries are. */
const SYSTEM_FILES = ['/etc/localtime', '/usr/share/zoneinfo', '/etc/ld.so.cache'];

/** Root can use files of others. Without that, a server in a container could not write the files of its user. */
const CAPABILITIES = ['DAC_OVERRIDE', 'DAC_READ_SEARCH', 'FOWNER', 'FSETID', 'CHOWN'];

/** Returns the arguments that all sandboxes share. An ordinary user also needs a user namespace. */
export const toBase = (files: readonly string[], isRoot: boolean): readonly string[] => [
  ...(isRoot
    ? ['--cap-drop', 'ALL', ...CAPABILITIES.flatMap((name) => ['--cap-add', `CAP_${name}`])]
    : ['--unshare-user']),
  '--unshare-net',
  '--unshare-ipc',
  // Processes in it reach none outside, and end with it.
  '--unshare-pid',
  // Names of temporary files are derived from the second.
  ...['/dev/null', '/dev/urandom'].flatMap((path) => ['--dev-bind', path, path]),
  ...['--tmpfs', '/tmp'],
  ...readOnly([...files, ...SYSTEM_FILES]),
];

// With the path that leads to it, because links on the way do not exist in the sandbox.
const readOnly = (paths: readonly string[]): string[] =>
  paths.filter((path) => existsSync(path)).flatMap((path) => ['--ro-bind', realpathSync(path), path]);

/** Returns the program and arguments that start `command` in the sandbox, in one of its directories. */
export const enter = (
  { sandbox: { program, base }, access, directories, files, scratch }: Confinement,
  directory: string,
  command: readonly string[],
): { readonly program: string; readonly args: readonly string[] } => {
  const how = access === 'read' ? '--ro-bind-try' : '--bind-try';
  // Parent directories come first.
  const sorted = directories.toSorted((one, other) => one.length - other.length);
  const args = [
    ...base,
    ...sorted.flatMap((path) => [how, path, path]),
    ...readOnly(files),
    ...scratch.flatMap((path) => ['--bind', path, path]),
    ...['--chdir', directory],
    ...command,
  ];
  return { program, args };
};

/** Whether a sandbox protects anything: with the root of the system it contains everything. */
export const canConfine = (directories: readonly string[]): boolean =>
  directories.every(
    (path) => !['/', '/proc', '/dev', '/sys'].includes(path) && !/^\/(?:proc|dev\/pts)\//.test(path),
  );

/**
 * Returns the sandbox with these directories and files.
 *
 * @throws {GitError} if the operator requires a sandbox and there is none.
 */
export const confinementWith = async (
  mode: SandboxMode,
  access: Access,
  directories: readonly string[],
  files: readonly string[] = [],
): Promise<Confinement | Unconfined> => {
  const sandbox = await findSandbox(mode);
  if (sandbox === undefined || (mode === 'auto' && !canConfine(directories))) return 'no sandbox';
  return { sandbox, access, directories, files, scratch: [] };
};
