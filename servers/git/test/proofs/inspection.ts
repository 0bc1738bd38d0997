// The configuration that git would read: runs `git config --list --show-origin` beside each command of the server, in
// the same directory and environment. Import it before the server.
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { vi } from 'vitest';
import type { Ended, Invocation, Limits, OnChunk } from '@mcp/git/test/inside';

interface Client {
  readonly runGit: (invocation: Invocation, limits: Limits, onChunk: OnChunk) => Promise<Ended>;
}

/** Observations since the last `take`. */
export interface Seen {
  /** Commands in distinct environments. */
  inspected: number;
  /** Origins and keys that no command should see. */
  problems: string[];
}

const seen: Seen = { inspected: 0, problems: [] };
const kinds = new Set<string>();

/** Returns and resets the observations. */
export const look = (): Seen => {
  const taken = { ...seen };
  Object.assign(seen, { inspected: 0, problems: [] });
  kinds.clear();
  return taken;
};

/** Lists the configuration of a directory as git finds it: origin and key of each entry. */
export const listed = (cwd: string, env: NodeJS.ProcessEnv, ...args: readonly string[]): string[][] => {
  const output = execFileSync('git', [...args, 'config', '--list', '--show-origin', '-z'], {
    cwd,
    env,
    encoding: 'latin1',
    maxBuffer: 100_000_000,
    timeout: 20_000,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const records = output.split('\0').slice(0, -1);
  return records.flatMap((record, index) =>
    index % 2 === 0 ? [] : [[records[index - 1] ?? '', record.replace(/\n[^]*/, '')]],
  );
};

/** Written by the server. Made independently from the manual, not from the server's list. */
const KEYS = new RegExp(
  `^(?:${[
    ...[
      'core.(?:filemode|ignorecase|symlinks|precomposeunicode|longpaths|trustctime|checkstat|autocrlf|eol)',
    ],
    ...['core.(?:safecrlf|logallrefupdates|sharedrepository|prefersymlinkrefs|sparsecheckout(?:cone)?)'],
    ...['core.repositoryformatversion', 'extensions.(?:objectformat|refstorage|preciousobjects)'],
    ...['user.(?:name|email)', 'merge.(?:conflictstyle|ff|renames|renamelimit)'],
    ...['diff.(?:renames|renamelimit|algorithm)', 'branch\\.[^]*\\.(?:remote|merge)'],
    'remote\\.[^]*\\.(?:url|pushurl|fetch)',
  ].join('|')})$`,
);

/** Set by the server for each command, in its own files or the environment; the values are its own too. */
const SETTINGS =
  /^(?:core|color|blame|diff|column|gc|maintenance|submodule|status|log|rebase|i18n|grep|rerere|advice|fetch|push|transfer|credential|http|remote|url|filter\.lfs)\./;
const OWN = /^\/mcp-server-git-[^/]*\/folder-\d+\/config$/;
const isOwn = (origin: string): boolean =>
  [tmpdir(), '/dev/shm'].some(
    (place) => origin.startsWith(`file:${place}/`) && OWN.test(origin.slice(`file:${place}`.length)),
  );

/** The operator's files, read by writing tools. */
const operator = (): ReadonlySet<string> => {
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], GIT_DIR: '/dev/null' };
  return new Set(listed(tmpdir(), env).map(([origin = '']) => origin));
};
let ofOperator: ReadonlySet<string> | undefined;

const problemsIn = (entries: readonly string[][], isRead: boolean): string[] => {
  ofOperator ??= operator();
  const isKnown = ([origin = '', key = '']: readonly string[]): boolean => {
    if (origin === 'command line:') return SETTINGS.test(key);
    if (ofOperator?.has(origin) === true) return !isRead;
    return isOwn(origin) && (KEYS.test(key) || SETTINGS.test(key));
  };
  return entries.filter((each) => !isKnown(each)).map((each) => each.join(' '));
};

/** Returns a string that is equal for commands that run the same way. */
const kindOf = ({ cwd, env }: Invocation): string =>
  JSON.stringify([
    cwd,
    Object.keys(env)
      .toSorted()
      .map((name) => [name, env[name]]),
  ]).replaceAll(/mcp-server-git-[\w-]+\/folder-\d+/g, 'folder');

const withoutLocal = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^GIT_(?:DIR|COMMON_DIR|CONFIG_(?:COUNT|KEY|VALUE))/.test(name)),
  );

const inspect = (invocation: Invocation): void => {
  const { cwd, env } = invocation;
  const kind = kindOf(invocation);
  if (kinds.has(kind)) return;
  kinds.add(kind);
  seen.inspected += 1;
  try {
    seen.problems.push(...problemsIn(listed(cwd, env), env['GIT_OPTIONAL_LOCKS'] === '0'));
    // A source directory: git starts git there without the variables of this repository.
    for (const key of Object.values(env)) {
      const [, view] = /^url\.(.*)\.insteadOf$/.exec(key ?? '') ?? [];
      if (view !== undefined)
        seen.problems.push(...problemsIn(listed(view, withoutLocal(env), `--git-dir=${view}`), false));
    }
  } catch (error) {
    seen.problems.push(String(error));
  }
};

vi.resetModules();
vi.doMock('@mcp/git/test/client', async (original) => {
  const client = await original<Client>();
  return {
    ...client,
    runGit: (invocation: Invocation, limits: Limits, onChunk: OnChunk): Promise<Ended> => {
      inspect(invocation);
      return client.runGit(invocation, limits, onChunk);
    },
  };
});
