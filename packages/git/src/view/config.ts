// Reads the configuration of a repository with git's parser. Git lists one plain file without its includes, so nothing
// in it is followed or run.
import { isUtf8 } from 'node:buffer';
import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { GitError } from '../git-error.ts';
import { pickAllowed, toConfigText, type Allowed, type Entry } from './allowed-keys.ts';
import { NO_FILE, toEnvironment, type Access } from '../process/environment.ts';
import { withoutPasswords } from '../process/errors.ts';
import type { RepositoryDirectories } from '../location/git-directory.ts';
import { runOutside } from '../process/outside.ts';
import type { Limits } from '../process/work.ts';

const MAX_KNOWN = 100;

/** The result of reading the configuration. */
export interface Config extends Allowed {
  /** The text of a file with the entries. */
  readonly text: string;
  /** Whether objects may be missing on purpose, because a remote has them. */
  readonly isPartial: boolean;
  /** `core.worktree`. Used only for repositories whose configuration git reads itself. */
  readonly workTree: string | undefined;
}

interface Configured extends Pick<RepositoryDirectories, 'gitDir' | 'commonDir'> {
  readonly limits: Limits;
}

interface Known {
  readonly stamps: ReadonlyMap<string, string>;
  readonly config: Config;
}

const known = new Map<string, Known>();

/**
 * Reads the allowed entries of the configuration and the keys of the rest. Cached until one of the files changes.
 *
 * @throws {GitError} if a file cannot be parsed, or the format of the repository is not known.
 */
export const readConfig = async ({ gitDir, commonDir, limits }: Configured): Promise<Config> => {
  // If `commondir` changes, other files count.
  const directories = JSON.stringify([gitDir, commonDir]);
  const before = known.get(directories);
  if (before !== undefined && [...before.stamps].every(([path, stamp]) => stampOf(path) === stamp))
    return before.config;
  const stamps = new Map<string, string>();
  const read = async (path: string): Promise<readonly Entry[]> => {
    const stamp = stampOf(path);
    stamps.set(path, stamp);
    return stamp === ABSENT ? [] : listFile(path, limits);
  };
  const common = await read(join(commonDir, 'config'));
  const { entries, unused } = pickAllowed(common, await read(join(gitDir, 'config.worktree')));
  const isPartial = common.some(([key]) => PARTIAL.test(key));
  const workTree = common.findLast(([key]) => key === 'core.worktree')?.[1];
  // The name of a key may contain an address.
  const text = toConfigText(entries);
  const config = { entries, text, unused: unused.map(withoutPasswords), isPartial, workTree };
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(directories, { stamps, config });
  return config;
};

const PARTIAL = /^(?:extensions\.partialclone|remote\..*\.promisor)$/s;
const ABSENT = 'absent';

/** Changes when the file is written or replaced. */
const stampOf = (path: string): string => {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (stats === undefined) return ABSENT;
  // A pipe would block git.
  if (!stats.isFile()) throw new GitError('The configuration of the repository is not a regular file.');
  const { dev, ino, size, mtimeNs, ctimeNs } = stats;
  return `${dev} ${ino} ${size} ${mtimeNs} ${ctimeNs}`;
};

/**
 * Lists the entries of one file.
 *
 * @throws {GitError} if it cannot be parsed.
 */
export const listFile = async (path: string, limits: Limits): Promise<readonly Entry[]> => {
  const { code, output } = await runOnFile(path, ['--no-includes', '--list', '-z'], 'read', limits);
  if (code !== 0 || output.isCut)
    throw new GitError(
      'The configuration of the repository cannot be read: it has an error, or is too large.',
    );
  if (toRecords(output.bytes.toString('latin1')).some(([key]) => !isUtf8(Buffer.from(key, 'latin1'))))
    throw new GitError(
      'The configuration of the repository has a key that is not UTF-8, so the repository is not used. Ask the user to look at it.',
    );
  return toRecords(output.bytes.toString('utf8'));
};

const toRecords = (listed: string): Entry[] =>
  listed
    .split('\0')
    .slice(0, -1)
    .map((record) => {
      const end = record.indexOf('\n');
      return end < 0 ? [record, undefined] : [record.slice(0, end), record.slice(end + 1)];
    });

/**
 * Runs a command on one file outside of all repositories, so that git does not read the configuration of one.
 */
const runOnFile = (
  path: string,
  args: readonly string[],
  access: Access,
  limits: Limits,
): ReturnType<typeof runOutside> => {
  const cwd = dirname(path);
  const env = { ...toEnvironment('read', []), GIT_DIR: NO_FILE };
  return runOutside(
    { args: ['config', '--file', path, ...args], cwd, env, access, directories: [cwd] },
    limits,
  );
};

/** Upstreams, by branch: `branch.<name>.remote` and `.merge`. */
const upstreamsOf = (entries: readonly Entry[]): ReadonlyMap<string, string> => {
  const found = entries.flatMap(([key, value]) => {
    const [, name] = /^branch\.(.*)\.(?:remote|merge)$/s.exec(key) ?? [];
    return name === undefined ? [] : [[name, `${key.slice(name.length + 8)}\n${value ?? ''}`] as const];
  });
  return new Map(
    found.map(([name]) => [name, found.flatMap((each) => (each[0] === name ? [each[1]] : [])).join('\0')]),
  );
};

/**
 * Copies the upstreams that git has written to the configuration of a view to that of the repository. The tools need
 * nothing else that git writes there. Returns whether git has written something.
 */
export const saveUpstreams = async (
  { commonDir, limits }: Configured,
  view: string,
  { entries: before, text }: Config,
): Promise<boolean> => {
  const from = join(view, 'config');
  if (readFileSync(from, 'utf8') === text) return false;
  const [old, now] = [upstreamsOf(before), upstreamsOf(await listFile(from, limits))];
  const write = async (...args: readonly string[]): Promise<void> =>
    void (await runOnFile(join(commonDir, 'config'), args, 'write', limits));
  for (const name of old.keys()) if (!now.has(name)) await write('--remove-section', `branch.${name}`);
  for (const [name, keys] of now)
    if (old.get(name) !== keys)
      for (const [key = '', value = ''] of keys.split('\0').map((each) => each.split('\n')))
        await write('--replace-all', `branch.${name}.${key}`, value);
  return true;
};
