// What every git process is told: an environment made from nothing, so that no variable of the parent changes what git
// does or starts, and settings that win over all configuration files.
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { GitError } from '../git-error.ts';
import { orElse } from '../or-else.ts';

/** What a command may do: `read` changes nothing and starts no program but git, `write` may change the repository. */
export type Access = 'read' | 'write';

/** A setting that wins over all configuration files: the key and its value. */
export type Setting = readonly [key: string, value: string];

/** What git needs from the parent to find its files, and nothing that git itself reads. */
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

/** Signing may need the agents of the operator. They are never asked in a read. */
const INHERITED_WRITE = ['GNUPGHOME', 'SSH_AUTH_SOCK', 'USER', 'LOGNAME'] as const;

/** How the operator reaches the network. */
const INHERITED_TRANSFER = [
  ...['http_proxy', 'https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY', 'no_proxy', 'NO_PROXY'],
  ...['SSL_CERT_FILE', 'SSL_CERT_DIR'],
] as const;

const FIXED: NodeJS.ProcessEnv = {
  LC_ALL: 'C',
  // Nothing can ask, page or edit. An empty name of a program starts none; ":" is git's word for "do not edit".
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: '',
  SSH_ASKPASS: '',
  GIT_EDITOR: ':',
  GIT_SEQUENCE_EDITOR: ':',
  GIT_PAGER: 'cat',
  PAGER: 'cat',
  // No transport is allowed, so missing objects of a partial clone are not fetched, in any version of git.
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_NO_LAZY_FETCH: '1',
  // A filter of the operator: it would download from where the repository says.
  GIT_LFS_SKIP_SMUDGE: '1',
  GIT_LITERAL_PATHSPECS: '1',
  GIT_FLUSH: '0',
};

/** The file without content, for git on Windows too: it takes `os.devNull`, which is `//./nul` there, for an error. */
export const NO_FILE = '/dev/null';

/** A read takes no locks, and sees no configuration but that of the repository and the given settings. */
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

/** The environment for one command. Settings go by variables: a name with `=` in it could not be given as `-c`. */
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

/**
 * The environment for a transfer from or to a remote, by these protocols only (`https:ssh`). `ssh` is how ssh is run.
 */
export const toTransferEnvironment = (
  settings: readonly Setting[],
  protocols: string,
  ssh: string,
): NodeJS.ProcessEnv => ({
  ...inherit(INHERITED_TRANSFER),
  ...toEnvironment('write', settings),
  GIT_ALLOW_PROTOCOL: protocols,
  GIT_SSH_COMMAND: ssh,
  // No user could answer a question, neither in a terminal nor in a window.
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
  // A file that was only touched is not changed.
  ['diff.autoRefreshIndex', 'true'],
  ['column.ui', 'never'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['submodule.recurse', 'false'],
  // Names that some file systems take for .git are never checked out.
  ['core.protectHFS', 'true'],
  ['core.protectNTFS', 'true'],
  ['status.submoduleSummary', 'false'],
  ['log.showSignature', 'false'],
  // What is shown of the history does not depend on the repository.
  ['log.decorate', 'short'],
  ['log.follow', 'false'],
  ['log.date', 'default'],
  ['log.showRoot', 'true'],
  // A rebase moves the current branch, and no other.
  ['rebase.updateRefs', 'false'],
  ['i18n.logOutputEncoding', 'UTF-8'],
  // Messages come from JSON.
  ['i18n.commitEncoding', 'UTF-8'],
  ['grep.fallbackToNoIndex', 'false'],
  // Files of the git directory with names of files in them, which git takes as they are.
  ['core.untrackedCache', 'false'],
  ['rerere.enabled', 'false'],
  ['core.multiPackIndex', 'false'],
  ['advice.detachedHead', 'false'],
];

/** No hook is there. */
const NO_HOOKS: Setting = ['core.hooksPath', NO_FILE];

/** Whether a command has the configuration and the hooks of the repository. */
export const isTrusting = (access: Access, trust: Trust): boolean =>
  access === 'write' && trust === 'trusted';

/** The settings of a command. */
export const fixedSettings = (access: Access, trust: Trust): readonly Setting[] =>
  isTrusting(access, trust) ? ALWAYS : [...ALWAYS, NO_HOOKS, ...NO_SUBMODULES];

/** Git would start git in submodules, which have a configuration of their own. */
const NO_SUBMODULES: readonly Setting[] = [['diff.ignoreSubmodules', 'dirty']];

/**
 * Git LFS, which may be a filter of the operator, takes programs and folders from the configuration of the repository.
 * So it is off where that has more for it than is harmless: an empty command is none.
 */
export const lfsSettings = (unused: readonly string[]): readonly Setting[] =>
  unused.some((key) => key.startsWith('lfs.'))
    ? [
        ...['clean', 'smudge', 'process'].map((name): Setting => [`filter.lfs.${name}`, '']),
        ['filter.lfs.required', 'false'],
      ]
    : [];

/** The settings of a transfer. */
export const transferSettings = (trust: Trust): readonly Setting[] => [
  ...fixedSettings('write', trust),
  ['fetch.recurseSubmodules', 'false'],
  ['push.recurseSubmodules', 'no'],
  ['push.followTags', 'false'],
  ['transfer.bundleURI', 'false'],
  ['credential.interactive', 'false'],
  // Else git starts git in repositories that this one borrows objects from, to list their refs.
  ...(trust === 'trusted' ? [] : [['core.alternateRefsCommand', ':'] satisfies Setting]),
];

const NAME = process.platform === 'win32' ? 'git.exe' : 'git';

/** The folders of the PATH that do not depend on where a program runs. */
const absoluteFolders = (): string[] =>
  (process.env['PATH'] ?? '').split(delimiter).filter((folder) => isAbsolute(folder));

let found: string | undefined;

/**
 * The absolute path of git.
 *
 * @throws {GitError} when it is not installed.
 */
export const findGit = (): string => {
  found ??= findProgram(NAME);
  if (found === undefined)
    throw new GitError(
      'git is not installed, or not in the PATH of this server. Ask the user to install it.',
    );
  return found;
};

/** The absolute path of a program in the PATH; undefined when it is not there. */
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

/** How long a question may take: an answer takes milliseconds. */
const ANSWER_MS = 5000;

/**
 * What a program other than a command of git prints: ssh, ldd, bubblewrap.
 *
 * @throws when it cannot be started, fails or takes too long.
 */
export const outputOf = async (
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<string> => {
  const { execFile } = await import('node:child_process');
  // Not by `promisify`, which asks the function itself how: in the bundle it is one that loads the module first.
  return new Promise((resolve, reject) => {
    execFile(program, args, { env, timeout: ANSWER_MS }, (error, stdout) => {
      if (error === null) resolve(stdout);
      else reject(error);
    });
  });
};
