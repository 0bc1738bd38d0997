// Configuration, as git parses it: which keys a repository has, and what this server takes from the operator. Nothing in the
// files is followed or run by that.
import { isUtf8 } from 'node:buffer';
import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ToolError } from '@mcp/runtime';
import { NO_FILE, toEnvironment, type Setting } from './environment.ts';
import { Collected, runGit, type Limits } from './client.ts';
import { quoted } from './arguments.ts';
import { refusal } from './errors.ts';
import type { Repository } from './repository.ts';

const MAX_BYTES = 1_000_000;
const MAX_KNOWN = 100;

interface Known {
  readonly stamps: ReadonlyMap<string, string>;
  readonly keys: readonly string[];
}

const known = new Map<string, Known>();

/**
 * The keys, each once. Kept until one of the files changes.
 *
 * @throws {ToolError} when a file cannot be parsed, or includes another one.
 */
export const readKeys = async (repository: Repository): Promise<readonly string[]> => {
  const before = known.get(repository.gitDir);
  if (before !== undefined && [...before.stamps].every(([path, stamp]) => stampOf(path) === stamp))
    return before.keys;
  const stamps = new Map<string, string>();
  const keys = new Set<string>();
  for (const path of [join(repository.commonDir, 'config'), join(repository.gitDir, 'config.worktree')]) {
    const stamp = stampOf(path);
    stamps.set(path, stamp);
    if (stamp === ABSENT) continue;
    for (const [key] of await listFile(path, repository.limits)) keys.add(key);
  }
  const include = [...keys].find((key) => INCLUDE.test(key));
  if (include !== undefined) throw included(include);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(repository.gitDir, { stamps, keys: [...keys] });
  return [...keys];
};

/** Which file is meant, only git knows: `~user/`, `%(prefix)/`, links and bytes that are not UTF-8 lead anywhere. */
const INCLUDE = /^include(?:if\..*)?\.path$/is;
const ABSENT = 'absent';

/** Differs when the file was written or replaced. */
const stampOf = (path: string): string => {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (stats === undefined) return ABSENT;
  // A pipe would block git.
  if (!stats.isFile()) throw new ToolError('The configuration of the repository is not a regular file.');
  const { dev, ino, size, mtimeNs, ctimeNs } = stats;
  return `${dev} ${ino} ${size} ${mtimeNs} ${ctimeNs}`;
};

const listFile = async (path: string, limits: Limits): Promise<(readonly [key: string, value: string])[]> => {
  const output = new Collected(MAX_BYTES);
  const { code } = await runGit(
    {
      args: ['config', '--file', path, '--no-includes', '--list', '-z'],
      cwd: dirname(path),
      // No repository: otherwise git would read the configuration of the one it is in.
      env: { ...toEnvironment('read', []), GIT_DIR: NO_FILE },
    },
    limits,
    output.take,
  );
  if (code !== 0 || output.isCut)
    throw new ToolError(
      'The configuration of the repository cannot be read: it has an error, or is too large.',
    );
  // No variable of git can have such bytes: what the key names could not be switched off.
  if (toEntries(output.bytes.toString('latin1')).some(([key]) => !isUtf8(Buffer.from(key, 'latin1'))))
    throw new ToolError(
      'The configuration of the repository has a key that is not UTF-8, so the repository is not used. Ask the user to look at it.',
    );
  return toEntries(output.bytes.toString('utf8'));
};

/** What `git config -z` lists: keys, each with a value. */
export const toEntries = (listed: string): (readonly [key: string, value: string])[] =>
  listed
    .split('\0')
    .slice(0, -1)
    .map((record) => {
      const end = record.indexOf('\n');
      return end < 0 ? [record, ''] : [record.slice(0, end), record.slice(end + 1)];
    });

const included = (key: string): ToolError =>
  refusal(
    'access_denied',
    `The configuration of the repository includes another file (${quoted(key)}), so the repository is not used.`,
    'Ask the user to look at that file, and to put what is needed into the configuration itself.',
  );

/** Without these a read could tell changes that are none. */
const KEYS = new Set([
  'core.autocrlf',
  'core.eol',
  'core.excludesfile',
  'core.longpaths',
  'core.precomposeunicode',
  'core.symlinks',
]);

/** All that the operator has, from files outside of repositories, by key in small letters. */
let settings: Promise<ReadonlyMap<string, string>> | undefined;

/** The settings for reads. Those that the repository has itself are left to it. */
export const operatorSettings = async (keys: readonly string[], limits: Limits): Promise<Setting[]> => {
  const own = new Set(keys.map((key) => key.toLowerCase()));
  return [...(await readSettings(limits))].filter(([key]) => KEYS.has(key) && !own.has(key));
};

const SSH_OPTIONS = '-o BatchMode=yes';

/** How ssh is run: as the operator says, but without questions. What repositories say about it does not count. */
export const operatorSsh = async (limits: Limits): Promise<string> => {
  const own = (await readSettings(limits)).get('core.sshcommand') ?? '';
  if (own === '') return `ssh ${SSH_OPTIONS}`;
  // Other programs know other options. Without a terminal they cannot ask either.
  return /^(?:\S*\/)?ssh(?:\.exe)?(?: |$)/.test(own) ? `${own} ${SSH_OPTIONS}` : own;
};

/** What the operator has configured, by key in small letters. */
export const readSettings = async (limits: Limits): Promise<ReadonlyMap<string, string>> => {
  settings ??= load(limits).catch(() => {
    settings = undefined;
    return new Map<string, string>();
  });
  return settings;
};

// Not stopped with the call that happens to be the first.
const load = async (limits: Limits): Promise<ReadonlyMap<string, string>> => {
  const output = new Collected(MAX_BYTES);
  await runGit(
    {
      args: ['config', '--list', '--includes', '-z'],
      cwd: tmpdir(),
      env: { ...toEnvironment('write', []), GIT_DIR: NO_FILE },
    },
    { ...limits, signal: new AbortController().signal },
    output.take,
  );
  return new Map(toEntries(output.bytes.toString('utf8')));
};
