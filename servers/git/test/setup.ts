// Real repositories in temporary directories, and a server for them. The operator's own git configuration has no say.
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { defineServer, type McpServer } from '@mcp/runtime';
import { connect, type TestClient } from '@mcp/runtime/testing';
import { readOptions, TOOLSETS } from '../src/options.ts';
import { toServer } from '../src/server.ts';

const home = join(import.meta.dirname, 'home');
process.env['HOME'] = home;
delete process.env['XDG_CONFIG_HOME'];

/** A point in time for the commits of tests. */
const WHEN = '2026-01-31T12:00:00+02:00';

const environment = (): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  HOME: home,
  LC_ALL: 'C',
  GIT_AUTHOR_DATE: WHEN,
  GIT_COMMITTER_DATE: WHEN,
  GIT_TERMINAL_PROMPT: '0',
});

/** Plain git, as a person would run it. Returns what it prints. */
export const git = (directory: string, ...args: string[]): string =>
  execFileSync('git', args, {
    cwd: directory,
    env: environment(),
    encoding: 'utf8',
    timeout: 20_000,
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** A temporary directory, gone after the test. */
export interface Temporary extends Disposable {
  /** Without symbolic links. */
  readonly path: string;
  at(...names: string[]): string;
  /** Writes files by path, with their content. */
  write(files: { readonly [path: string]: string | Uint8Array }): void;
  /** Runs plain git in it. */
  git(...args: string[]): string;
  /** Commits all files, and returns the hash. */
  commit(message: string): string;
}

export const temporary = (): Temporary => {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'mcp-git-')));
  const at = (...names: string[]): string => join(path, ...names);
  return {
    path,
    at,
    write: (files) => {
      for (const [name, content] of Object.entries(files)) {
        mkdirSync(dirname(at(name)), { recursive: true });
        writeFileSync(at(name), content);
      }
    },
    git: (...args) => git(path, ...args),
    commit: (message) => {
      git(path, 'add', '--all');
      git(path, 'commit', '--quiet', '--allow-empty', '--message', message);
      return git(path, 'rev-parse', 'HEAD').trim();
    },
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  };
};

/** What is in a directory, by path: the content of a file, `undefined` for a folder. */
type Contents = ReadonlyMap<string, Buffer | undefined>;

const made = new Map<string, Contents>();

const contentsOf = (dir: Temporary): Contents =>
  new Map(
    readdirSync(dir.path, { recursive: true, withFileTypes: true }).map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [relative(dir.path, path), entry.isDirectory() ? undefined : readFileSync(path)];
    }),
  );

/** A copy of what `make` makes: git is slow to start, and most repositories begin the same. */
const copyOf = (key: string, make: () => Temporary): Temporary => {
  let contents = made.get(key);
  if (contents === undefined) {
    using original = make();
    contents = contentsOf(original);
    made.set(key, contents);
  }
  const dir = temporary();
  for (const [path, content] of contents)
    if (content === undefined) mkdirSync(dir.at(path), { recursive: true });
  for (const [path, content] of contents) if (content !== undefined) writeFileSync(dir.at(path), content);
  return dir;
};

/** A repository with one commit of these files. */
export const repository = (
  files: { readonly [path: string]: string | Uint8Array } = { 'a.txt': 'one\n' },
): Temporary =>
  copyOf(JSON.stringify(files), () => {
    const dir = temporary();
    // Without the examples of hooks, which would be copied each time.
    dir.git('init', '--quiet', '--template=');
    for (const folder of ['hooks', 'info']) mkdirSync(dir.at('.git', folder));
    dir.write(files);
    dir.commit('first');
    return dir;
  });

/** A repository with the branches main and topic; each changed a file since. */
export const diverged = (ours: string, theirs: string): Temporary =>
  copyOf(`${ours} ${theirs}`, () => {
    const dir = repository({ 'a.txt': 'one\n', 'b.txt': 'one\n' });
    dir.git('checkout', '--quiet', '-b', 'topic');
    dir.write({ [theirs]: 'topic\n' });
    dir.commit('topic');
    dir.git('checkout', '--quiet', 'main');
    dir.write({ [ours]: 'main\n' });
    dir.commit('main');
    return dir;
  });

export interface Settings {
  readonly roots?: 'narrow' | 'intersect' | 'replace' | 'ignore';
  /** Gets what is said to the operator while the server runs. */
  readonly warn?: (message: string) => void;
  readonly readOnly?: boolean;
  readonly trust?: boolean;
  readonly allowNoVerify?: boolean;
  readonly confirm?: 'never' | 'destructive';
  readonly maxOutputBytes?: number;
  readonly timeout?: number;
  /** Those of this machine unless given. */
  readonly remoteHosts?: readonly string[];
  /** `off` unless given: most tests are about the first wall. `TEST_SANDBOX=always` runs all of them behind both. */
  readonly sandbox?: 'auto' | 'always' | 'off';
  /** In megabytes. */
  readonly maxMemory?: number;
  readonly toolsets?: readonly (typeof TOOLSETS)[number][];
  readonly pageSize?: number;
  readonly protectedBranches?: readonly string[];
}

/** The server as its command line would make it, with all tools. */
export const serve = (directories: readonly string[], settings: Settings = {}): McpServer => {
  const { trust = false, maxOutputBytes = 100_000, timeout = 60, toolsets = TOOLSETS } = settings;
  const paging = settings.pageSize === undefined ? {} : { pageSize: settings.pageSize };
  const flags = {
    repository: [],
    'base-dir': directories,
    roots: settings.roots ?? 'narrow',
    'allow-remote': toolsets.includes('remote'),
    toolsets,
    'read-only': settings.readOnly ?? false,
    'trust-repo-config': trust,
    'allow-no-verify': settings.allowNoVerify ?? false,
    'protected-branches': settings.protectedBranches ?? [],
    confirm: settings.confirm ?? 'never',
    sign: 'auto',
    'max-output-chars': maxOutputBytes,
    timeout,
    'remote-host':
      settings.remoteHosts ?? (toolsets.includes('remote') ? ['127.0.0.1', 'localhost', 'example.org'] : []),
    sandbox: settings.sandbox ?? (process.env['TEST_SANDBOX'] === 'always' ? 'always' : 'off'),
    'max-memory': settings.maxMemory ?? 1024,
  } as const;
  const server = toServer(
    readOptions({ positionals: [], flags }, () => {}),
    settings.warn ?? (() => {}),
  );
  // As the command line does.
  const tools = [...(server.tools ?? [])].filter(
    ({ toolset, offWithout }) =>
      offWithout === undefined && (toolset === undefined || toolsets.some((name) => name === toolset)),
  );
  return defineServer({ ...server, tools, ...paging, report: () => {} });
};

export interface Answer {
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly structuredContent?: { readonly [member: string]: unknown };
  readonly isError?: boolean;
}

/** Calls a tool. */
export const call = async (client: TestClient, name: string, args: object = {}): Promise<Answer> =>
  (await client.request('tools/call', { name, arguments: args })) as unknown as Answer;

/** Calls one tool of a server for one repository. */
export const ask = async (
  dir: Temporary,
  name: string,
  args: object = {},
  settings: Settings = {},
): Promise<Answer> => {
  await using client = await connect(serve([dir.path], settings), { revision: '2025-11-25' });
  return await call(client, name, args);
};

/** The texts of an answer. */
export const textsOf = (answer: Answer): string[] => answer.content.map(({ text }) => text);
