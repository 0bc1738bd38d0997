// Sandbox, on Linux: runs git under bubblewrap in a root that holds git, the libraries it is linked with, and the
// allowed directories. The system's programs and shells, files outside, other processes and the network are not there.
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
 * Why git runs in no sandbox: there is none, git needs the network or the operator's programs, or the operator trusts
 * the repository.
 */
export type Unconfined = 'no sandbox' | 'network' | 'operator programs' | 'trusted';

/** What is in the sandbox of one process beside git. Each has the path that it has outside. */
export interface Room {
  readonly sandbox: Pick<Sandbox, 'program' | 'base'>;
  readonly access: Access;
  /** Directories that only a write may change: of the user, and the view of the repository. */
  readonly directories: readonly string[];
  /** Files of the operator. */
  readonly files: readonly string[];
  /** What git may write in any case. */
  readonly scratch: readonly string[];
}

/** How to start git under bubblewrap. */
export interface Sandbox {
  readonly program: string;
  /** What git is made of: the program, the folder of its parts, its libraries. */
  readonly files: readonly string[];
  /** What every room has. */
  readonly base: readonly string[];
  readonly version: Version;
}

let known: Promise<Sandbox | undefined> | undefined;

/**
 * The sandbox of this system, tried once; undefined when there is none, or it is switched off.
 *
 * @throws {GitError} when the operator wants it always, and there is none.
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

/** Of git, like `[2, 39]`. */
type Version = readonly [major: number, minor: number];

/**
 * Older ones do not know the variables by which the trust policy is set. The first with GIT_CONFIG_COUNT, and with
 * first-parent diffs of merges.
 */
const LEAST: Version = [2, 31];

/** @throws when it is not the version of git. */
const toVersion = (printed: string): Version => {
  const [, major, minor] = /^git version (\d+)\.(\d+)/.exec(printed) ?? [];
  if (major === undefined) throw new Error(`its version is ${printed.trim()}`);
  return [Number(major), Number(minor)];
};

let version: Promise<Version> | undefined;

/**
 * Checks the version of git, once. The sandbox knows it from when it was tried.
 *
 * @throws {GitError} when it is too old, or git cannot be started.
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

/** The loader, and what it loads. A program without it needs none. */
const librariesOf = async (program: string): Promise<string[]> => {
  const stdout = await outputOf('ldd', [program], toEnvironment('read', [])).catch(() => '');
  // `libz.so.1 => /lib/libz.so.1 (0x…)`, and `/lib64/ld-linux-x86-64.so.2 (0x…)`.
  return stdout
    .split('\n')
    .flatMap((line) => /^\s*(?:\S+ => )?(\/.+) \(0x[0-9a-f]+\)$/.exec(line)?.[1] ?? []);
};

/** The libraries of the C library for encodings, by which git reads messages that are not UTF-8. */
const encodingsOf = (libraries: readonly string[]): string[] => {
  const folders = libraries
    .filter((path) => /\/libc\.so/.test(path))
    .map((path) => dirname(realpathSync(path)));
  return [...new Set(folders.flatMap((folder) => [`${folder}/gconv`, `/usr${folder}/gconv`]))];
};

/** Time zones, and where libraries are. */
const SYSTEM_FILES = ['/etc/localtime', '/usr/share/zoneinfo', '/etc/ld.so.cache'];

/**
 * Root may use files of others: in a sandbox without them, a server in a container could not write the files of its
 * user.
 */
const CAPABILITIES = ['DAC_OVERRIDE', 'DAC_READ_SEARCH', 'FOWNER', 'FSETID', 'CHOWN'];

/** The arguments for every room: of root, or of an ordinary user, who needs a user namespace. */
export const toBase = (files: readonly string[], isRoot: boolean): readonly string[] => [
  ...(isRoot
    ? ['--cap-drop', 'ALL', ...CAPABILITIES.flatMap((name) => ['--cap-add', `CAP_${name}`])]
    : ['--unshare-user']),
  '--unshare-net',
  '--unshare-ipc',
  // What runs in it reaches no process outside, and ends with it.
  '--unshare-pid',
  // Names of temporary files come from the second one.
  ...['/dev/null', '/dev/urandom'].flatMap((path) => ['--dev-bind', path, path]),
  ...['--tmpfs', '/tmp'],
  ...readOnly([...files, ...SYSTEM_FILES]),
];

// With the path that it is found by: links on the way to it are not there.
const readOnly = (paths: readonly string[]): string[] =>
  paths.filter((path) => existsSync(path)).flatMap((path) => ['--ro-bind', realpathSync(path), path]);

/** The program and arguments that start `command` in the sandbox, in one of its directories. */
export const enter = (
  { sandbox: { program, base }, access, directories, files, scratch }: Room,
  directory: string,
  command: readonly string[],
): { readonly program: string; readonly args: readonly string[] } => {
  const how = access === 'read' ? '--ro-bind-try' : '--bind-try';
  // A directory before those that are in it.
  const places = directories.toSorted((one, other) => one.length - other.length);
  const args = [
    ...base,
    ...places.flatMap((path) => [how, path, path]),
    ...readOnly(files),
    ...scratch.flatMap((path) => ['--bind', path, path]),
    ...['--chdir', directory],
    ...command,
  ];
  return { program, args };
};

/** Whether a sandbox keeps anything out: one that holds the root of the system has everything in it. */
export const canHold = (directories: readonly string[]): boolean =>
  directories.every(
    (path) => !['/', '/proc', '/dev', '/sys'].includes(path) && !/^\/(?:proc|dev\/pts)\//.test(path),
  );

/**
 * The room with these directories and files.
 *
 * @throws {GitError} when the operator wants a sandbox always, and there is none.
 */
export const roomWith = async (
  mode: SandboxMode,
  access: Access,
  directories: readonly string[],
  files: readonly string[] = [],
): Promise<Room | Unconfined> => {
  const sandbox = await findSandbox(mode);
  if (sandbox === undefined || (mode === 'auto' && !canHold(directories))) return 'no sandbox';
  return { sandbox, access, directories, files, scratch: [] };
};
