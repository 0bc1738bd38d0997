// What a read takes from the configuration of the operator: a few settings that say how files look, and nothing else.
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

/** The settings for reads, found out once. Those that the repository has itself are left to it. */
export const operatorSettings = async (keys: readonly string[], limits: Limits): Promise<Setting[]> => {
  settings ??= load(limits.timeoutMs).catch(() => {
    settings = undefined;
    return new Map<string, string>();
  });
  const own = new Set(keys.map((key) => key.toLowerCase()));
  return [...(await settings)].filter(([key]) => !own.has(key));
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
  const pairs = records.map(
    (record) => [record.split('\n', 1)[0] ?? '', record.slice(record.indexOf('\n') + 1)] as const,
  );
  return new Map(pairs.filter(([key]) => KEYS.has(key)));
};
