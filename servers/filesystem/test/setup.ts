// Test setup: makes a temporary directory with files, and a server for some of its directories.
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineServer, ERROR_META, type Context, type McpServer, type Revision } from '@mcp/runtime';
import { connect, type ConnectOptions, type TestClient } from '@mcp/runtime/testing';
import type { FileSystem, ScopeRules, UndoStore } from '@mcp/files';
import { errnoError } from '@mcp/files/test/inside';
import { temporary as temporaryFiles, type Temporary as TemporaryFiles } from '@mcp/files/test/setup';
import { Documents } from '../src/documents/documents.ts';
import { createAccess, createPolicy } from '../src/access.ts';
import { loadWatcher, type Watcher } from '../src/resources/watch.ts';
import { readOptions, type Input, type Options } from '../src/options.ts';
import { SearchPool } from '../src/search/pool.ts';
import { toServer } from '../src/server.ts';

export interface Temporary extends TemporaryFiles {
  /** Serves this directory with default settings. */
  readonly server: McpServer;
}

const TEMPORARY = realpathSync(tmpdir());

/** Existing temporary directories. */
let count = 0;
let data: { readonly path: string; readonly before: string | undefined } | undefined;

/** The trash and the temporary directory for originals, shared by all tests of a process. */
export const useTrash = (): string => {
  if (data === undefined) {
    data = { path: mkdtempSync(join(TEMPORARY, 'mcp-data-')), before: process.env['TMPDIR'] };
    for (const name of ['Trash', 'tmp']) mkdirSync(join(data.path, name), { mode: 0o700 });
    process.env['XDG_DATA_HOME'] = data.path;
    process.env['TMPDIR'] = join(data.path, 'tmp');
    process.once('exit', leave);
  }
  return join(data.path, 'Trash');
};

const leave = (): void => {
  if (data === undefined) return;
  rmSync(data.path, { recursive: true, force: true });
  if (data.before === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = data.before;
  process.off('exit', leave);
  data = undefined;
};

/** Makes files by path, and directories for paths with a final slash. Removed after the test. */
export const temporary = (files: { readonly [path: string]: string | Uint8Array } = {}): Temporary => {
  const folder = temporaryFiles(files);
  count++;
  let server: McpServer | undefined;
  return {
    ...folder,
    get server() {
      return (server ??= serve([folder.path]));
    },
    [Symbol.dispose]: () => {
      folder[Symbol.dispose]();
      if (--count === 0) leave();
    },
  };
};

/** The polling interval. */
export const LOOK_MS = 50;

export interface Settings {
  readonly roots?: 'narrow' | 'intersect' | 'replace' | 'ignore';
  /** Receives warnings to the operator at run time. */
  readonly warn?: (message: string) => void;
  /** The size limit of one answer. */
  readonly maxOutputBytes?: number;
  /** `poll`: as on a system out of watches. */
  readonly watch?: 'auto' | 'poll' | 'off';
  readonly confirm?: 'never' | 'destructive';
  readonly deny?: readonly string[];
  readonly readOnlyDirectories?: readonly string[];
  readonly readOnly?: boolean;
  readonly allowGitWrites?: boolean;
  /** In megabytes. */
  readonly maxUndo?: number;
  /** Default: what this machine supports. */
  readonly anchoring?: ScopeRules['anchoring'];
}

/** The flags of a command line that sets none. */
export const DEFAULT_FLAGS = {
  roots: 'narrow',
  'max-output-bytes': 67_108_864,
  watch: 'auto',
  confirm: 'never',
  deny: [],
  'read-only-dir': [],
  'read-only': false,
  'allow-git-writes': false,
  'max-undo': 256,
} as const satisfies Input['flags'];

/** Returns options as read from the command line. */
export const optionsFor = (directories: readonly string[], settings: Settings = {}): Options => {
  const flags = {
    ...DEFAULT_FLAGS,
    ...(settings.roots === undefined ? {} : { roots: settings.roots }),
    watch: settings.watch === 'off' ? ('off' as const) : ('auto' as const),
    confirm: settings.confirm ?? 'never',
    deny: settings.deny ?? [],
    'read-only-dir': settings.readOnlyDirectories ?? [],
    'read-only': settings.readOnly ?? false,
    'allow-git-writes': settings.allowGitWrites ?? false,
    'max-undo': settings.maxUndo ?? DEFAULT_FLAGS['max-undo'],
  };
  const options = readOptions({ positionals: directories, flags }, () => {});
  const { anchoring = options.policy.anchoring } = settings;
  const { maxOutputBytes = options.maxOutputBytes } = settings;
  return { ...options, maxOutputBytes, policy: { ...options.policy, anchoring } };
};

/** Shared by all servers of a process, because threads and processes start slowly and linger. */
const PARTS = { documents: new Documents(), searches: new SearchPool(), watching: { pollMs: LOOK_MS } };

/** Loads a watcher that can only poll. */
const loadPolling = async (): Promise<Watcher> => {
  const watch = await loadWatcher();
  return (path, options) => {
    if (options?.usePolling !== true) throw errnoError('ENOSPC');
    return watch(path, options);
  };
};

/** Makes the server like its command line. */
export const serve = (directories: readonly string[], settings: Settings = {}): McpServer => {
  const { warn = () => {} } = settings;
  useTrash();
  const watching = settings.watch === 'poll' ? { pollMs: LOOK_MS, load: loadPolling } : PARTS.watching;
  const options = toServer(optionsFor(directories, settings), warn, { ...PARTS, watching });
  return defineServer({ ...options, report: () => {} });
};

/** Connects with the last revision with sessions. */
export const connectTo = (
  server: McpServer,
  options: Omit<ConnectOptions, 'revision'> = {},
): Promise<TestClient> => connect(server, { revision: '2025-11-25', ...options });

/** A client with a user to ask. */
export interface User extends AsyncDisposable {
  readonly asked: readonly unknown[];
  call(name: string, args: object): Promise<CallResult>;
}

/** Answers a question; `count` is the number of questions so far. */
type Say = (count: number) => { readonly action: string; readonly content?: object };

/** Connects a client with these answers. */
export const connectUser = async (
  server: McpServer,
  say: Say,
  revision: Revision = '2025-11-25',
): Promise<User> => {
  const asked: unknown[] = [];
  const client = await connect(server, {
    revision,
    capabilities: { elicitation: {} },
    answers: {
      'elicitation/create': ({ message }) => {
        asked.push(message);
        return { ...say(asked.length) };
      },
    },
  });
  return {
    asked,
    call: (name, args) => callBy(client, name, args),
    [Symbol.asyncDispose]: () => client.close(),
  };
};

/** Agrees to everything. */
export const agree: Say = () => ({ action: 'accept', content: {} });

/** Calls a tool over the wire. */
export const callBy = async (client: TestClient, name: string, args: object): Promise<CallResult> => {
  const result = await client.request('tools/call', { name, arguments: args });
  return result as unknown as CallResult;
};

/** Opens a stream of 2026-07-28 with the id `l`, and returns the confirmation. */
export const listenBy = async (client: TestClient, notifications: object): Promise<object> => {
  const { _meta } = (client.sent[0] as { readonly params: { readonly _meta: object } }).params;
  const params = { notifications, _meta };
  client.send({ jsonrpc: '2.0', id: 'l', method: 'subscriptions/listen', params });
  return client.waitFor(({ method }) => method === 'notifications/subscriptions/acknowledged', 20_000);
};

const clients = new WeakMap<McpServer, Promise<TestClient>>();

/** Calls a tool over the wire with the server's only client, which can undo its changes. */
export const call = async (server: McpServer, name: string, args: object): Promise<CallResult> => {
  const client = clients.get(server) ?? connectTo(server);
  clients.set(server, client);
  return callBy(await client, name, args);
};

/** Returns a caller of one tool. */
export const caller =
  (name: string) =>
  (server: McpServer, args: object): Promise<CallResult> =>
    call(server, name, args);

export interface CallResult {
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: { readonly [name: string]: unknown };
  readonly isError?: boolean;
  readonly _meta?: { readonly [name: string]: unknown };
}

/** Joins the text of a result. */
export const textOf = ({ content }: CallResult): string => content.map(({ text }) => text).join('\n');

/** Returns the text of a failed call, or undefined. */
export const errorOf = ({ content, isError }: CallResult): string | undefined =>
  isError === true ? (content[0]?.text ?? '') : undefined;

/** The code of a failed call. */
export const codeOf = ({ _meta }: CallResult): unknown =>
  (_meta?.[ERROR_META] as { readonly code?: unknown } | undefined)?.code;

/** Returns the files of a request without roots. */
export const filesIn = (
  directories: readonly string[],
  settings: Settings = {},
  store?: UndoStore,
): FileSystem => {
  const ctx = { client: { supports: () => false } } as unknown as Context;
  const policy = createPolicy(optionsFor(directories, settings).policy, () => {});
  return createAccess(policy, store)(ctx);
};

/** Returns this process's CPU time in ms, which other processes do not affect. */
export const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
