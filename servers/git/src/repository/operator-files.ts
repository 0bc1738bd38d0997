// What of the operator git needs in a room: the files of the configuration, those that it names, and whether it names
// programs, which are not there.
import { existsSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { Collected, runGit, type Limits } from './client.ts';
import { toEnvironment } from './environment.ts';

/** What the configuration of the operator needs. */
export interface OperatorFiles {
  /** The configuration itself: for writes only, there may be passwords in it. */
  readonly configuration: readonly string[];
  /** Lists of ignored files and attributes. */
  readonly lists: readonly string[];
  /** Which programs a write may start. */
  readonly runs: { readonly filters: boolean; readonly signing: boolean };
}

let known: Promise<OperatorFiles> | undefined;

/** Finds them, once. */
export const operatorFiles = (limits: Limits): Promise<OperatorFiles> => {
  known ??= find(limits).catch((error: unknown) => {
    known = undefined;
    throw error;
  });
  return known;
};

const FILTER = /^(?:filter\..*\.(?:clean|smudge|process)|merge\..*\.driver)$/s;
const SIGNING = /^(?:commit\.gpgsign|tag\.gpgsign|tag\.forcesignannotated)$/;
const LIST = /^core\.(?:excludesfile|attributesfile)$|^mailmap\.file$|^blame\.ignorerevsfile$/;
const INCLUDE = /^include(?:if\..*)?\.path$/s;
const MAX_BYTES = 1_000_000;
const MAX_FILES = 100;

interface Entry {
  readonly file: string;
  readonly key: string;
  readonly value: string;
}

const find = async (limits: Limits): Promise<OperatorFiles> => {
  const entries = await list([], limits);
  const files = new Set(entries.map(({ file }) => file));
  // One that is included on a condition was not read, unless the condition held in no repository at all.
  for (const { file, key, value } of entries) {
    const path = INCLUDE.test(key) ? resolve(dirname(file), fromHome(value)) : undefined;
    if (path === undefined || files.has(path) || files.size > MAX_FILES || !existsSync(path)) continue;
    files.add(path);
    entries.push(...(await list(['--file', path], limits)));
  }
  const own = process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config');
  const named = entries.filter(({ key }) => LIST.test(key)).map(({ value }) => fromHome(value));
  const isSet = (keys: RegExp): boolean =>
    entries.some(({ key, value }) => keys.test(key) && !/^(?:false|no|off|0|)$/i.test(value));
  return {
    configuration: [...files].filter((file) => file !== ''),
    lists: [...named, join(own, 'git/ignore'), join(own, 'git/attributes'), '/etc/gitattributes'],
    runs: { filters: isSet(FILTER), signing: isSet(SIGNING) },
  };
};

const fromHome = (path: string): string => (/^~(?=\/)/.test(path) ? join(homedir(), path.slice(1)) : path);

const list = async (from: readonly string[], limits: Limits): Promise<Entry[]> => {
  const output = new Collected(MAX_BYTES);
  const args = ['config', ...from, '--list', '--includes', '--show-origin', '-z'];
  const env = { ...toEnvironment('write', []), GIT_DIR: '/dev/null' };
  await runGit(
    { args, cwd: tmpdir(), env },
    { ...limits, signal: new AbortController().signal },
    output.take,
  );
  // The origin, then the key and the value.
  const records = output.bytes.toString('utf8').split('\0').slice(0, -1);
  return records.flatMap((record, index) => {
    if (index % 2 === 0) return [];
    const [key = '', ...value] = record.split('\n');
    return [
      {
        file: (records[index - 1] ?? '').replace(/^file:|^command line:.*$/, ''),
        key,
        value: value.join('\n'),
      },
    ];
  });
};
