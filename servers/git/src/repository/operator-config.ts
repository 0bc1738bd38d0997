// What this server takes from the configuration of the operator, found out once: for reads a few settings that say how
// files look, and for transfers how ssh is run.
import { tmpdir } from 'node:os';
import { toEnvironment, type Setting } from './environment.ts';
import { NOWHERE } from './config.ts';
import { runGit, type Limits } from './client.ts';

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

const readSettings = async ({ timeoutMs }: Limits): Promise<ReadonlyMap<string, string>> => {
  settings ??= load(timeoutMs).catch(() => {
    settings = undefined;
    return new Map<string, string>();
  });
  return settings;
};

// Not stopped with the call that happens to be the first.
const load = async (timeoutMs: number): Promise<ReadonlyMap<string, string>> => {
  const chunks: Buffer[] = [];
  await runGit(
    {
      args: ['config', '--list', '--includes', '-z'],
      cwd: tmpdir(),
      env: { ...toEnvironment('write', []), GIT_DIR: NOWHERE },
    },
    { signal: new AbortController().signal, timeoutMs },
    (chunk) => chunks.push(chunk) < 1000,
  );
  const records = Buffer.concat(chunks).toString('utf8').split('\0');
  return new Map(
    records.map((record) => [record.split('\n', 1)[0] ?? '', record.slice(record.indexOf('\n') + 1)]),
  );
};
