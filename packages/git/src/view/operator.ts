// Configuration of the operator: what commands use of it, and what git needs of it in the sandbox.
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, parse, resolve } from 'node:path';
import type { Allowed } from './allowed-keys.ts';
import { findGit, NO_FILE, toEnvironment, type Setting } from '../process/environment.ts';
import { checkVersion } from '../process/sandbox.ts';
import { runOutside } from '../process/outside.ts';
import type { GitPolicy, Limits } from '../process/work.ts';

interface Entry {
  readonly file: string;
  /** In lower case, except for the subsection. */
  readonly key: string;
  readonly value: string;
}

const MAX_FILES = 100;

/** Lists configuration outside of repositories. The sandbox contains `files`. */
const list = async (from: readonly string[], files: readonly string[], limits: Limits): Promise<Entry[]> => {
  const args = ['config', ...from, '--list', '--includes', '--show-origin', '-z'];
  const env = { ...toEnvironment('write', []), GIT_DIR: NO_FILE };
  const cwd = parse(homedir()).root;
  const { output } = await runOutside({ args, cwd, env, access: 'read', files }, limits);
  // The origin, then the key and the value.
  const records = output.bytes.toString('utf8').split('\0').slice(0, -1);
  return records.flatMap((record, index) => {
    if (index % 2 === 0) return [];
    const [key = '', ...value] = record.split('\n');
    const file = (records[index - 1] ?? '').replace(/^file:|^command line:.*$/, '');
    return [{ file, key, value: value.join('\n') }];
  });
};

/** Where git looks for the configuration of the system and of the user. */
const usualFiles = (): string[] => [
  '/etc/gitconfig',
  join(dirname(dirname(findGit())), 'etc/gitconfig'),
  join(homedir(), '.gitconfig'),
  join(userFolder(), 'git/config'),
];

/** As in git, an empty variable counts as unset. */
const userFolder = (): string => {
  const given = process.env['XDG_CONFIG_HOME'] ?? '';
  return given === '' ? join(homedir(), '.config') : given;
};

/** Files that these entries include, also on a condition that does not hold outside of repositories. */
const includedBy = (entries: readonly Entry[]): string[] =>
  entries
    .filter(({ key }) => INCLUDE.test(key))
    .map(({ file, value }) => resolve(dirname(file), fromHome(value)))
    .filter((path) => existsSync(path));

/** Returns the settings of the operator, by key; empty if they cannot be read. */
export const readSettings = async (limits: Limits): Promise<ReadonlyMap<string, string>> =>
  (await readOperator(limits).catch(() => undefined))?.settings ?? new Map<string, string>();

/** Without these, a read could report false changes. */
const OF_FILES = new Set([
  'core.autocrlf',
  'core.eol',
  'core.excludesfile',
  'core.longpaths',
  'core.precomposeunicode',
  'core.symlinks',
]);

/** Returns the operator's settings for reads. Those of the repository win. */
export const operatorSettings = async ({ entries }: Allowed, limits: Limits): Promise<Setting[]> => {
  const own = new Set(entries.map(([key]) => key));
  return [...(await readSettings(limits))].filter(([key]) => OF_FILES.has(key) && !own.has(key));
};

/** Whether git knows the committer: from the repository, the operator, or the environment. */
export const hasIdentity = async ({ entries }: Allowed, limits: Limits): Promise<boolean> => {
  const own = new Set(entries.map(([key]) => key));
  const settings = await readSettings(limits);
  return ['name', 'email'].every((part) =>
    ['user', 'committer'].some((who) => own.has(`${who}.${part}`) || settings.has(`${who}.${part}`)),
  );
};

const SSH_OPTIONS = '-o BatchMode=yes';

/** Returns the operator's ssh command, without prompts. That of the repository is ignored. */
export const operatorSsh = async (limits: Limits): Promise<string> => {
  const own = (await readSettings(limits)).get('core.sshcommand') ?? '';
  if (own === '') return `ssh ${SSH_OPTIONS}`;
  // Other programs have other options. Without a terminal they cannot prompt either.
  return /^(?:\S*\/)?ssh(?:\.exe)?(?: |$)/.test(own) ? `${own} ${SSH_OPTIONS}` : own;
};

/** The configuration of the operator, and the files that git needs in the sandbox. */
export interface Operator {
  readonly settings: ReadonlyMap<string, string>;
  /** Existing and possible configuration files. Only writes get them, because they may contain passwords. */
  readonly configuration: readonly string[];
  /** Lists of ignored files and attributes. */
  readonly lists: readonly string[];
  /** The template folder for new repositories. */
  readonly templates: readonly string[];
  /** Programs that a write may start. They are not in the sandbox. */
  readonly runs: { readonly filters: boolean; readonly signing: boolean };
}

const FILTER = /^(?:filter\..*\.(?:clean|smudge|process)|merge\..*\.driver)$/s;
const SIGNING = /^(?:commit\.gpgsign|tag\.gpgsign|tag\.forcesignannotated)$/;
const LIST = /^core\.(?:excludesfile|attributesfile)$|^mailmap\.file$|^blame\.ignorerevsfile$/;
const INCLUDE = /^include(?:if\..*)?\.path$/s;

let known: Promise<Operator> | undefined;

/** Reads the configuration of the operator once, or again if that failed. */
export const readOperator = (limits: Limits): Promise<Operator> => {
  // The first call does not cancel this for others.
  known ??= readFiles({ ...limits, signal: new AbortController().signal }).catch((error: unknown) => {
    known = undefined;
    throw error;
  });
  return known;
};

const readFiles = async (limits: Limits): Promise<Operator> => {
  const files = new Set(usualFiles());
  const add = (found: readonly Entry[]): void => {
    for (const path of includedBy(found)) if (files.size < MAX_FILES) files.add(path);
  };
  // Each included file must be in the sandbox before git can read it there.
  let [read, before]: [readonly Entry[], number] = [[], 0];
  while (files.size > before) {
    before = files.size;
    read = await list([], [...files], limits);
    add(read);
  }
  const entries = [...read];
  // Git has not read the files whose include condition does not hold here.
  for (const path of files) {
    if (!existsSync(path) || entries.some(({ file }) => file === path)) continue;
    const more = await list(['--file', path], [...files], limits);
    entries.push(...more);
    // Files that such a file includes may name programs, too.
    add(more);
  }
  const named = entries.filter(({ key }) => LIST.test(key)).map(({ value }) => fromHome(value));
  const isSet = (keys: RegExp): boolean =>
    entries.some(({ key, value }) => keys.test(key) && !/^(?:false|no|off|0|)$/i.test(value));
  const own = userFolder();
  const template = entries.findLast(({ key }) => key === 'init.templatedir')?.value;
  return {
    settings: new Map(read.map(({ key, value }) => [key, value])),
    configuration: [...files],
    lists: [...named, join(own, 'git/ignore'), join(own, 'git/attributes'), '/etc/gitattributes'],
    templates: [
      template === undefined
        ? join(dirname(dirname(findGit())), 'share/git-core/templates')
        : fromHome(template),
    ],
    runs: { filters: isSet(FILTER), signing: isSet(SIGNING) },
  };
};

const fromHome = (path: string): string => (/^~(?=\/)/.test(path) ? join(homedir(), path.slice(1)) : path);

/**
 * Prepares what every call needs, so that no call waits for it: sandbox, version of git, and operator configuration. A
 * call retries what failed here.
 */
export const prepare = async (options: GitPolicy): Promise<void> => {
  await checkVersion(options.sandbox);
  await readOperator({ ...options, signal: new AbortController().signal });
};
