// Options: the flags of the server, checked and with their defaults.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  confirmFlag,
  readMaxOutputBytes,
  UsageError,
  type CommandInput,
  type Flags,
} from '@mcp/command-line';
import { namedDirectories, rootsFlag } from '@mcp/directories';
import { isGitDirectory, readHostRule } from '@mcp/git';
import { repositoryAround, type GitOptions } from './repositories.ts';

/** Groups of tools. `read` and `write` are always on, `remote` needs `--allow-remote`, the others `--toolsets`. */
export const TOOLSETS = ['read', 'write', 'inspect', 'history', 'setup', 'remote'] as const;
export type Toolset = (typeof TOOLSETS)[number];

export const flags = {
  repository: {
    type: 'string',
    short: 'r',
    isPath: true,
    multiple: true,
    placeholder: 'path',
    description: 'A repository, or a folder with repositories',
  },
  'base-dir': {
    type: 'string',
    isPath: true,
    multiple: true,
    placeholder: 'path',
    description: 'The same as --repository',
  },
  roots: rootsFlag,
  'allow-remote': {
    type: 'boolean',
    description: 'Offer tools that fetch, pull, push and clone',
  },
  'remote-host': {
    type: 'string',
    multiple: true,
    placeholder: 'host,…',
    description:
      'With --allow-remote: reach only these hosts, like github.com,*.example.org, even at private addresses; ' +
      '* for any public host',
  },
  'trust-repo-config': {
    type: 'boolean',
    description: "Let tools that write run the repository's hooks and filters; tools that read never do",
  },
  'protected-branches': {
    type: 'string',
    multiple: true,
    placeholder: 'name,…',
    description: 'Never rewrite or delete these; default main,master',
  },
  confirm: confirmFlag('Ask the user before a tool that can lose data'),
  timeout: {
    type: 'number',
    default: 60,
    placeholder: 'seconds',
    description: 'Time limit for one request and for one git command; 0 for a day',
  },
  sandbox: {
    type: 'string',
    values: ['auto', 'always', 'off'],
    default: 'auto',
    placeholder: 'when',
    description: 'Run git in bubblewrap on Linux',
  },
} as const satisfies Flags;

/** The values of these flags, and of the common ones that matter here. */
export type Input = CommandInput<typeof flags> & {
  readonly flags: {
    readonly toolsets: readonly string[];
    readonly 'max-output-bytes': number;
    readonly 'read-only': boolean;
    readonly install?: string | undefined;
  };
};

const MOST_SECONDS = 86_400;

/** Maximum memory of one git command, in bytes. */
const MAX_MEMORY = 2 ** 30;

/** The settings of the server. */
export type Options = ReturnType<typeof readOptions>;

/**
 * Reads the options. Warns about directories that do not exist, which are skipped, and about those without a
 * repository.
 *
 * @throws {UsageError} if no directory is usable, or a value makes no sense.
 */
export const readOptions = ({ positionals, flags: values }: Input, warn: (message: string) => void) => {
  const maxOutputBytes = readMaxOutputBytes(values);
  if (values.timeout > MOST_SECONDS)
    throw new UsageError(`--timeout must be at most ${MOST_SECONDS} seconds`);
  const given = [...positionals, ...values.repository, ...values['base-dir']];
  const { directories, problems } = namedDirectories(given);
  if (given.length > 0 && directories.length === 0)
    throw new UsageError(`${problems.join('; ')}; name a repository or a folder that exists`);
  for (const problem of problems) warn(`${problem}, and is left out`);
  const hasNone = (name: string): boolean =>
    namedDirectories([name]).directories.some(({ path }) => !isRepository(path) && !hasRepository(path));
  for (const name of given.filter(hasNone))
    warn(`${name} is not a git repository, and there is none directly in it`);
  // A host chooses the working directory itself.
  const isInstalled = values.install !== undefined;
  const isInRepository = !isInstalled && repositoryAround(process.cwd()).length > 0;
  if (given.length === 0 && !isInRepository) {
    if (values.roots === 'ignore')
      throw new UsageError('name at least one repository: there are no roots of a client to use instead');
    if (!isInstalled)
      warn(
        'no repository is named, and none is around the folder of the start: only clients that have roots can use repositories',
      );
  }
  const isOn = (name: Toolset): boolean => {
    if (values['read-only'] && name !== 'read' && name !== 'inspect') return false;
    if (name === 'remote') return values['allow-remote'];
    return (
      name === 'read' || name === 'write' || [name, 'all'].some((each) => values.toolsets.includes(each))
    );
  };
  const git: GitOptions = {
    trust: values['trust-repo-config'] ? 'trusted' : 'untrusted',
    remoteHosts: toHosts(values['remote-host'], values['allow-remote']),
    protectedBranches: toBranches(values['protected-branches']),
    toolsets: TOOLSETS.filter(isOn),
    timeoutMs: (values.timeout === 0 ? MOST_SECONDS : values.timeout) * 1000,
    sandbox: values.sandbox,
    maxMemory: MAX_MEMORY,
    maxOutputBytes,
  };
  return {
    /** The directories of the command line that exist. */
    directories,
    /** Whether there is only one repository, so that a call need not name it. */
    isOne: directories.length === 1 && directories.every(({ path }) => isRepository(path)),
    /** How roots of the client change the directories. */
    roots: values.roots,
    /** When the user is asked. */
    confirm: values.confirm,
    git,
  };
};

const toHosts = (given: readonly string[], allowRemote: boolean): GitOptions['remoteHosts'] => {
  if (given.length > 0 && !allowRemote) throw new UsageError('--remote-host needs --allow-remote');
  return given.map((name) => {
    const rule = readHostRule(name);
    if (rule !== undefined) return rule;
    throw new UsageError(
      `--remote-host: "${name}" is not a host; write it like github.com, *.example.org, git.example.org:8443 or 10.1.2.3`,
    );
  });
};

const isRepository = (path: string): boolean => existsSync(join(path, '.git')) || isGitDirectory(path);

const hasRepository = (folder: string): boolean =>
  readdirSync(folder, { withFileTypes: true }).some(
    (entry) => entry.isDirectory() && isRepository(join(folder, entry.name)),
  );

// `none` protects none.
const toBranches = (given: readonly string[]): string[] => {
  const names = given.map((name) => name.toLowerCase());
  return names.length === 0 ? ['main', 'master'] : names.filter((name) => name !== 'none');
};
