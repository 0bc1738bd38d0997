// A temporary directory with files in it, and a server for some of its directories.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { defineServer, ERROR_META, type Context, type McpServer, type ServerOptions } from '@mcp/runtime';
import { connect } from '@mcp/runtime/testing';
import type { AnchoringKind } from '../src/sandbox/anchor.ts';
import { FileSystem } from '../src/files/file-system.ts';
import { openTree, type Tree } from '../src/files/tree.ts';
import { readOptions, type Input, type Options } from '../src/options.ts';
import { createPolicy } from '../src/sandbox/scope.ts';
import { toServer } from '../src/server.ts';
import type { UndoStore } from '../src/undo/store.ts';

export interface Temporary extends Disposable {
  /** Without symbolic links. */
  readonly path: string;
  /** The absolute path of something in it. */
  at(...names: string[]): string;
}

const TEMPORARY = realpathSync(tmpdir());
const PREFIX = 'mcp-filesystem-';
/** What the name of a store has more than the name of what it is kept of. */
const STORE = '.undo';

/** Files by path, with their content. A path that ends with a slash is a directory. It is gone after the test. */
export const temporary = (files: { readonly [path: string]: string | Uint8Array } = {}): Temporary => {
  const path = mkdtempSync(join(TEMPORARY, PREFIX));
  for (const [name, content] of Object.entries(files)) {
    const target = join(path, name);
    mkdirSync(name.endsWith('/') ? target : dirname(target), { recursive: true });
    if (!name.endsWith('/')) writeFileSync(target, content);
  }
  return {
    path,
    at: (...names) => join(path, ...names),
    [Symbol.dispose]: () => {
      for (const made of [path, path + STORE]) rmSync(made, { recursive: true, force: true });
    },
  };
};

/** Watches look so often. */
export const LOOK_MS = 50;

export interface Settings {
  readonly roots?: 'narrow' | 'intersect' | 'replace' | 'ignore';
  /** Gets what is said to the operator while the server runs. */
  readonly warn?: (message: string) => void;
  readonly maxOutputChars?: number;
  readonly toolsets?: readonly string[];
  readonly watch?: 'auto' | 'poll' | 'off';
  readonly confirm?: 'never' | 'destructive';
  readonly deny?: readonly string[];
  readonly readOnlyDirectories?: readonly string[];
  readonly readOnly?: boolean;
  readonly allowGitWrites?: boolean;
  readonly undoDirectory?: string;
  /** In megabytes. */
  readonly maxUndo?: number;
  readonly allowPermanentDelete?: boolean;
  /** Default: what this machine can do. */
  readonly anchoring?: AnchoringKind;
}

/** For servers that change nothing: what cannot be made is not left behind. */
const NO_STORE = '/dev/null/undo';

/** Where a server keeps changes: beside the temporary directory that it serves, and gone with it. */
const storeFor = ([directory = '']: readonly string[]): string => {
  const [name = ''] = relative(TEMPORARY, directory).split(sep);
  return name.startsWith(PREFIX) ? join(TEMPORARY, name + STORE) : NO_STORE;
};

/** The flags as the command line gives them when none is set. */
export const DEFAULT_FLAGS = {
  roots: 'narrow',
  'max-output-chars': 67_108_864,
  watch: 'auto',
  confirm: 'never',
  deny: [],
  'read-only-dir': [],
  'read-only': false,
  'allow-git-writes': false,
  'undo-dir': NO_STORE,
  'max-undo': 256,
  'allow-permanent-delete': false,
} as const satisfies Input['flags'];

/** The options as the command line would read them. */
export const optionsFor = (directories: readonly string[], settings: Settings = {}): Options => {
  const flags = {
    ...DEFAULT_FLAGS,
    ...(settings.roots === undefined ? {} : { roots: settings.roots }),
    'max-output-chars': settings.maxOutputChars ?? DEFAULT_FLAGS['max-output-chars'],
    watch: settings.watch ?? 'auto',
    confirm: settings.confirm ?? 'never',
    deny: settings.deny ?? [],
    'read-only-dir': settings.readOnlyDirectories ?? [],
    'read-only': settings.readOnly ?? false,
    'allow-git-writes': settings.allowGitWrites ?? false,
    'undo-dir': settings.undoDirectory ?? storeFor(directories),
    'max-undo': settings.maxUndo ?? DEFAULT_FLAGS['max-undo'],
    'allow-permanent-delete': settings.allowPermanentDelete ?? false,
  };
  const options = readOptions({ positionals: directories, flags }, () => {});
  const { anchoring = options.policy.anchoring } = settings;
  return { ...options, lookMs: LOOK_MS, policy: { ...options.policy, anchoring } };
};

/** The server as its command line would make it. */
export const serve = (directories: readonly string[], settings: Settings = {}): McpServer =>
  defineServer({
    ...withToolsets(toServer(optionsFor(directories, settings), settings.warn ?? (() => {})), settings),
    report: () => {},
  });

const withToolsets = (options: ServerOptions, { toolsets = [] }: Settings): ServerOptions => ({
  ...options,
  tools: [...(options.tools ?? [])].filter(
    ({ toolset }) => toolset === undefined || toolsets.includes(toolset),
  ),
});

/** Calls a tool over the wire. */
export const call = async (server: McpServer, name: string, args: object): Promise<CallResult> => {
  await using client = await connect(server, { revision: '2025-11-25' });
  const result = await client.request('tools/call', { name, arguments: args });
  return result as unknown as CallResult;
};

export interface CallResult {
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: { readonly [name: string]: unknown };
  readonly isError?: boolean;
  readonly _meta?: { readonly [name: string]: unknown };
}

/** The code of a failed call. */
export const codeOf = ({ _meta }: CallResult): unknown =>
  (_meta?.[ERROR_META] as { readonly code?: unknown } | undefined)?.code;

/** The files of a request whose client has no roots. */
export const filesIn = (
  directories: readonly string[],
  settings: Settings = {},
  store?: UndoStore,
): FileSystem => {
  const ctx = { client: { supports: () => false } } as unknown as Context;
  return new FileSystem(
    createPolicy(optionsFor(directories, settings).policy, () => {}),
    ctx,
    store,
  );
};

/** The tree that a search thread opens. */
export const treeIn = async (files: FileSystem, path: string): Promise<Tree> =>
  openTree(await files.scope(path), path);

/** Milliseconds of the processor that this process has used: others on the machine do not count. */
export const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
