// Environment: built from nothing, so that no variable of the parent changes what git does, with settings that override
// all configuration files.
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { GitError } from '../git-error.ts';
import { orElse } from '../or-else.ts';

/** What a command may do: `read` changes nothing and starts no program but git, `write` may change the repository. */
export type Access = 'read' | 'write';

/** A setting that wins over all configuration files: the key and its value. */
export type Setting = readonly [key: string, value: string];

/** Variables that git needs to find its files, none of which it interprets. */
const INHERITED = [
  'HOME',
  'USERPROFILE',
  'XDG_CONFIG_HOME',
  'APPDATA',
  'LOCALAPPDATA',
  'PROGRAMDATA',
  'SystemRoot',
  'TMPDIR',
  'TEMP',
  'TMP',
  'TZ',
] as const;

/** Signing may need the operator's agents. Reads never use them. */
const INHERITED_WRITE = ['GNUPGHOME', 'SSH_AUTH_SOCK', 'USER', 'LOGNAME'] as const;

/** How the operator reaches the network. */
const INHERITED_TRANSFER = [
  ...['http_proxy', 'https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY', 'no_proxy', 'NO_PROXY'],
  ...['SSL_CERT_FILE', 'SSL_CERT_DIR'],
] as const;

const FIXED: NodeJS.ProcessEnv = {
  LC_ALL: 'C',
  // Nothing can prompt, page or edit. An empty name starts no program; ":" means "do not edit".
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: '',
  SSH_ASKPASS: '',
  GIT_EDITOR: ':',
  GIT_SEQUENCE_EDITOR: ':',
  GIT_PAGER: 'cat',
  PAGER: 'cat',
  // No transport is allowed, so no version of git fetches missing objects of a partial clone.
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_NO_LAZY_FETCH: '1',
  // A filter of the operator would download from where the repository says.
  GIT_LFS_SKIP_SMUDGE: '1',
  GIT_LITERAL_PATHSPECS: '1',
  GIT_FLUSH: '0',
};

/** An empty file, also on Windows, where git rejects `os.devNull`, which is `//./nul`. */
export const NO_FILE = '/dev/null';

/** A read locks nothing and sees only the configuration of the repository and the given settings. */
const FIXED_READ: NodeJS.ProcessEnv = {
  GIT_OPTIONAL_LOCKS: '0',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_SYSTEM: NO_FILE,
  GIT_CONFIG_GLOBAL: NO_FILE,
  GIT_ATTR_NOSYSTEM: '1',
};

const inherit = (names: readonly string[]): NodeJS.ProcessEnv =>
  Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );

/** Returns the environment of a command. Settings are variables, because `-c` cannot express names with `=`. */
export const toEnvironment = (access: Access, settings: readonly Setting[]): NodeJS.ProcessEnv => {
  const env: NodeJS.ProcessEnv = {
    ...inherit(INHERITED),
    ...(access === 'write' ? inherit(INHERITED_WRITE) : FIXED_READ),
    ...FIXED,
    PATH: absoluteFolders().join(delimiter),
    GIT_CONFIG_COUNT: String(settings.length),
  };
  for (const [index, [key, value]] of settings.entries()) {
    env[`GIT_CONFIG_KEY_${index}`] = key;
    env[`GIT_CONFIG_VALUE_${index}`] = value;
  }
  return env;
};

/** Returns the environment of a transfer over these protocols only (`https:ssh`). `ssh` is the ssh command. */
export const toTransferEnvironment = (
  settings: readonly Setting[],
  protocols: string,
  ssh: string,
): NodeJS.ProcessEnv => ({
  ...inherit(INHERITED_TRANSFER),
  ...toEnvironment('write', settings),
  GIT_ALLOW_PROTOCOL: protocols,
  GIT_SSH_COMMAND: ssh,
  // No user could answer a prompt, neither in a terminal nor in a window.
  SSH_ASKPASS_REQUIRE: 'never',
  GCM_INTERACTIVE: 'never',
});

/** Whether the operator trusts the configuration of repositories (`--trust-repo-config`). Reads never do. */
export type Trust = 'untrusted' | 'trusted';

/** When to sandbox git (`--sandbox`). */
export type SandboxMode = 'auto' | 'always' | 'off';

const ALWAYS: readonly Setting[] = [
  ['core.fsmonitor', 'false'],
  ['core.quotePath', 'false'],
  ['core.pager', 'cat'],
  ['color.ui', 'false'],
  ...['advice', 'branch', 'diff', 'grep', 'push', 'remote', 'status', 'transport'].map((name): Setting => [
    `color.${name}`,
    'false',
  ]),
  ['blame.coloring', 'none'],
  ['blame.blankBoundary', 'false'],
  ['blame.showEmail', 'false'],
  ['blame.showRoot', 'false'],
  // A touched file has not changed.
  ['diff.autoRefreshIndex', 'true'],
  ['column.ui', 'never'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['submodule.recurse', 'false'],
  // Never check out names that some file systems read as .git.
  ['core.protectHFS', 'true'],
  ['core.protectNTFS', 'true'],
  ['status.submoduleSummary', 'false'],
  ['log.showSignature', 'false'],
  // The repository does not decide how its history is shown.
  ['log.decorate', 'short'],
  ['log.follow', 'false'],
  ['log.date', 'default'],
  ['log.showRoot', 'true'],
  // A rebase moves only the current branch.
  ['rebase.updateRefs', 'false'],
  ['i18n.logOutputEncoding', 'UTF-8'],
  // Messages come from JSON.
  ['i18n.commitEncoding', 'UTF-8'],
  ['grep.fallbackToNoIndex', 'false'],
  // Files in the git directory that name other files, which git would follow.
  ['core.untrackedCache', 'false'],
  ['rerere.enabled', 'false'],
  ['core.multiPackIndex', 'false'],
  ['advice.detachedHead', 'false'],
];

/** A folder without hooks. */
const NO_HOOKS: Setting = ['core.hooksPath', NO_FILE];

/** Whether a command uses the configuration and hooks of the repository. */
export const isTrusting = (access: Access, trust: Trust): boolean =>
  access === 'write' && trust === 'trusted';

/** Returns the settings of a command. */
export const fixedSettings = (access: Access, trust: Trust): readonly Setting[] =>
  isTrusting(access, trust) ? ALWAYS : [...ALWAYS, NO_HOOKS, ...NO_SUBMODULES];

/** Git would start git in submodules, which have their own configuration. */
const NO_SUBMODULES: readonly Setting[] = [['diff.ignoreSubmodules', 'dirty']];

/**
 * Git LFS may be a filter of the operator. It reads programs and folders from the configuration of the repository, so
 * an empty command turns it off if that configures more of LFS than is harmless.
 */
export const lfsSettings = (unused: readonly string[]): readonly Setting[] =>
  unused.some((key) => key.startsWith('lfs.'))
    ? [
        ...['clean', 'smudge', 'process'].map((name): Setting => [`filter.lfs.${name}`, '']),
        ['filter.lfs.required', 'false'],
      ]
    : [];

/** Returns the settings of a transfer. */
export const transferSettings = (trust: Trust): readonly Setting[] => [
  ...fixedSettings('write', trust),
  ['fetch.recurseSubmodules', 'false'],
  ['push.recurseSubmodules', 'no'],
  ['push.followTags', 'false'],
  ['transfer.bundleURI', 'false'],
  ['credential.interactive', 'false'],
  // Otherwise git starts git in repositories that this one borrows objects from, to list their refs.
  ...(trust === 'trusted' ? [] : [['core.alternateRefsCommand', ':'] satisfies Setting]),
];

const NAME = process.platform === 'win32' ? 'git.exe' : 'git';

/** The absolute folders of the PATH. */
const absoluteFolders = (): string[] =>
  (process.env['PATH'] ?? '').split(delimiter).filter((folder) => isAbsolute(folder));

let found: string | undefined;

/**
 * Returns the absolute path of git.
 *
 * @throws {GitError} if it is not installed.
 */
export const findGit = (): string => {
  found ??= findProgram(NAME);
  if (found === undefined)
    throw new GitError(
      'git is not installed, or not in the PATH of this server. Ask the user to install it.',
    );
  return found;
};

/** Returns the absolute path of a program in the PATH, or undefined. */
export const findProgram = (name: string): string | undefined =>
  absoluteFolders()
    .map((folder) => join(folder, name))
    .find(isProgram);

const isProgram = (path: string): boolean =>
  mayUse(path, constants.X_OK) && orElse(() => statSync(path).isFile(), false);

/** Whether this process has a right (`X_OK`, `W_OK`) to a path. */
export const mayUse = (path: string, right: number): boolean =>
  orElse(() => {
    accessSync(path, right);
    return true;
  }, false);

/** Answers take milliseconds; on a busy Windows up to 6 s were measured. */
const ANSWER_MS = 30_000;

/**
 * Returns the output of a program other than git: ssh, ldd, bubblewrap.
 *
 * @throws if it cannot be started, fails or takes too long.
 */
export const outputOf = async (
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<string> => {
  const { execFile } = await import('node:child_process');
  // Not `promisify`: in the bundle, the function is one that loads the module first.
  return new Promise((resolve, reject) => {
    execFile(program, args, { env, timeout: ANSWER_MS }, (error, stdout) => {
      if (error === null) resolve(stdout);
      else if (error.killed === true) reject(new Error(`${program} took longer than ${ANSWER_MS / 1000} s`));
      else reject(error);
    });
  });
};
