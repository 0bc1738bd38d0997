// The configuration of the operator: what commands take from it, and what of it git needs in a room.
import { existsSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Allowed } from './allowed-keys.ts';
import { Collected, runGit, type Limits } from './client.ts';
import { NO_FILE, toEnvironment, type Setting } from './environment.ts';

interface Entry {
  readonly file: string;
  /** In small letters, but for the middle. */
  readonly key: string;
  readonly value: string;
}

const MAX_BYTES = 1_000_000;
const MAX_FILES = 100;

/** Keeps what was read, until it fails. */
const once = <T>(read: (limits: Limits) => Promise<T>): ((limits: Limits) => Promise<T>) => {
  let known: Promise<T> | undefined;
  return (limits) => {
    // Not stopped with the call that happens to be the first.
    known ??= read({ ...limits, signal: new AbortController().signal }).catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
};

/** Files outside of repositories only: git looks for none in `NO_FILE`. */
const list = async (from: readonly string[], limits: Limits): Promise<Entry[]> => {
  const output = new Collected(MAX_BYTES);
  const args = ['config', ...from, '--list', '--includes', '--show-origin', '-z'];
  const env = { ...toEnvironment('write', []), GIT_DIR: NO_FILE };
  await runGit({ args, cwd: tmpdir(), env }, limits, output.take);
  // The origin, then the key and the value.
  const records = output.bytes.toString('utf8').split('\0').slice(0, -1);
  return records.flatMap((record, index) => {
    if (index % 2 === 0) return [];
    const [key = '', ...value] = record.split('\n');
    const file = (records[index - 1] ?? '').replace(/^file:|^command line:.*$/, '');
    return [{ file, key, value: value.join('\n') }];
  });
};

const readAll = once((limits) => list([], limits));

/** What the operator has configured, by key. */
export const readSettings = async (limits: Limits): Promise<ReadonlyMap<string, string>> =>
  new Map((await readAll(limits).catch(() => [])).map(({ key, value }) => [key, value]));

/** Without these a read could tell changes that are none. */
const OF_FILES = new Set([
  'core.autocrlf',
  'core.eol',
  'core.excludesfile',
  'core.longpaths',
  'core.precomposeunicode',
  'core.symlinks',
]);

/** The settings for reads. Those that the repository has itself are left to it. */
export const operatorSettings = async ({ entries }: Allowed, limits: Limits): Promise<Setting[]> => {
  const own = new Set(entries.map(([key]) => key));
  return [...(await readSettings(limits))].filter(([key]) => OF_FILES.has(key) && !own.has(key));
};

const SSH_OPTIONS = '-o BatchMode=yes';

/** How ssh is run: as the operator says, but without questions. What repositories say about it does not count. */
export const operatorSsh = async (limits: Limits): Promise<string> => {
  const own = (await readSettings(limits)).get('core.sshcommand') ?? '';
  if (own === '') return `ssh ${SSH_OPTIONS}`;
  // Other programs know other options. Without a terminal they cannot ask either.
  return /^(?:\S*\/)?ssh(?:\.exe)?(?: |$)/.test(own) ? `${own} ${SSH_OPTIONS}` : own;
};

/** What the configuration of the operator needs in a room. */
export interface OperatorFiles {
  /** The configuration itself: for writes only, there may be passwords in it. */
  readonly configuration: readonly string[];
  /** Lists of ignored files and attributes. */
  readonly lists: readonly string[];
  /** Which programs a write may start. They are in no room. */
  readonly runs: { readonly filters: boolean; readonly signing: boolean };
}

const FILTER = /^(?:filter\..*\.(?:clean|smudge|process)|merge\..*\.driver)$/s;
const SIGNING = /^(?:commit\.gpgsign|tag\.gpgsign|tag\.forcesignannotated)$/;
const LIST = /^core\.(?:excludesfile|attributesfile)$|^mailmap\.file$|^blame\.ignorerevsfile$/;
const INCLUDE = /^include(?:if\..*)?\.path$/s;

/** Finds the files. */
export const operatorFiles = once(async (limits): Promise<OperatorFiles> => {
  const entries = [...(await readAll(limits))];
  const files = new Set(entries.map(({ file }) => file));
  // One that is included on a condition was not read, unless the condition held in no repository at all.
  for (const { file, key, value } of entries) {
    const path = INCLUDE.test(key) ? resolve(dirname(file), fromHome(value)) : undefined;
    if (path === undefined || files.has(path) || files.size > MAX_FILES || !existsSync(path)) continue;
    files.add(path);
    entries.push(...(await list(['--file', path], limits)));
  }
  // Like git: an empty variable is none.
  const given = process.env['XDG_CONFIG_HOME'] ?? '';
  const own = given === '' ? join(homedir(), '.config') : given;
  const named = entries.filter(({ key }) => LIST.test(key)).map(({ value }) => fromHome(value));
  const isSet = (keys: RegExp): boolean =>
    entries.some(({ key, value }) => keys.test(key) && !/^(?:false|no|off|0|)$/i.test(value));
  return {
    configuration: [...files].filter((file) => file !== ''),
    lists: [...named, join(own, 'git/ignore'), join(own, 'git/attributes'), '/etc/gitattributes'],
    runs: { filters: isSet(FILTER), signing: isSet(SIGNING) },
  };
});

const fromHome = (path: string): string => (/^~(?=\/)/.test(path) ? join(homedir(), path.slice(1)) : path);
