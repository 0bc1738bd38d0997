// Real repositories in temporary directories, and a server for them. The operator's own git configuration has no say.
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { defineServer, type McpServer } from '@mcp/runtime';
import { connect, type ConnectOptions, type TestClient } from '@mcp/runtime/testing';
import { readOptions, TOOLSETS } from '../src/options.ts';
import { toServer } from '../src/server.ts';
import { takeUnswept } from './issued.ts';

const home = join(import.meta.dirname, 'home');
process.env['HOME'] = home;
delete process.env['XDG_CONFIG_HOME'];

// The runner ends its processes with a signal: what the server removes at its end is removed then too.
process.once('SIGTERM', () => process.exit());

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

/** A directory. */
export interface Place {
  /** Without symbolic links. */
  readonly path: string;
  at(...names: string[]): string;
  /** Writes files by path, with their content. */
  write(files: Files): void;
  /** Runs plain git in it. */
  git(...args: string[]): string;
  /** Commits all files, and returns the hash. */
  commit(message: string): string;
}

/** The content of files, by path. */
export interface Files {
  readonly [path: string]: string | Uint8Array;
}

/** A temporary directory, gone after the test. */
export interface Temporary extends Place, Disposable {
  /** A directory in it that there may be already. */
  in(name: string): Place;
  /** Makes a repository in it, with one commit of these files. */
  repository(name: string, files?: Files, message?: string): Place;
}

const placeAt = (path: string): Place => {
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
      return headOf(path);
    },
  };
};

/** The commit of HEAD: read, not asked for, where git has just written it to a file. */
const headOf = (path: string): string => {
  const read = (name: string): string => readFileSync(join(path, '.git', name), 'utf8').trim();
  try {
    const head = read('HEAD');
    return head.startsWith('ref: ') ? read(head.slice('ref: '.length)) : head;
  } catch {
    return git(path, 'rev-parse', 'HEAD').trim();
  }
};

export const temporary = (): Temporary => {
  const place = placeAt(realpathSync(mkdtempSync(join(tmpdir(), 'mcp-git-'))));
  return {
    ...place,
    in: (name) => placeAt(place.at(name)),
    repository: (name, files, message) => {
      copyTo(place.at(name), initial(files, message));
      return placeAt(place.at(name));
    },
    [Symbol.dispose]: () => rmSync(place.path, { recursive: true, force: true }),
  };
};

interface Copied {
  readonly content?: Buffer;
  readonly target?: string;
  readonly isProgram?: boolean;
}

/** What is in a directory, by path: a file with its content, a link with its target, or a folder. */
type Contents = ReadonlyMap<string, Copied>;

const made = new Map<string, Contents>();

const contentsOf = (dir: Temporary): Contents =>
  new Map(
    readdirSync(dir.path, { recursive: true, withFileTypes: true }).map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const name = relative(dir.path, path);
      if (entry.isSymbolicLink()) return [name, { target: readlinkSync(path) }];
      if (entry.isDirectory()) return [name, {}];
      return [name, { content: readFileSync(path), isProgram: (statSync(path).mode & 0o100) !== 0 }];
    }),
  );

/** The contents of what `make` makes: git is slow to start, and most repositories begin the same. */
const once = (key: string, make: () => Temporary): Contents => {
  let contents = made.get(key);
  if (contents === undefined) {
    using original = make();
    contents = contentsOf(original);
    made.set(key, contents);
  }
  return contents;
};

const copyTo = (folder: string, contents: Contents): void => {
  mkdirSync(folder, { recursive: true });
  for (const [name, { content, target }] of contents)
    if (content === undefined && target === undefined) mkdirSync(join(folder, name), { recursive: true });
  for (const [name, { content, target, isProgram = false }] of contents) {
    if (target !== undefined) symlinkSync(target, join(folder, name));
    if (content !== undefined) writeFileSync(join(folder, name), content, isProgram ? { mode: 0o755 } : {});
  }
};

/** A copy of what `make` makes, which is made once for a key. Nothing in it may name its path. */
export const copyOf = (key: string, make: () => Temporary): Temporary => {
  const contents = once(key, make);
  const dir = temporary();
  copyTo(dir.path, contents);
  return dir;
};

const initial = (files: Files = { 'a.txt': 'one\n' }, message = 'first'): Contents =>
  once(JSON.stringify([files, message]), () => {
    const dir = temporary();
    // Without the examples of hooks, which would be copied each time.
    dir.git('init', '--quiet', '--template=');
    for (const folder of ['hooks', 'info']) mkdirSync(dir.at('.git', folder));
    dir.write(files);
    dir.commit(message);
    return dir;
  });

/** A repository with one commit of these files. */
export const repository = (files?: Files): Temporary => {
  const dir = temporary();
  copyTo(dir.path, initial(files));
  return dir;
};

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

/** The folders that this process has for calls. */
export const privateFolders = (): string[] =>
  readdirSync(tmpdir()).filter(
    (name) => name.startsWith('mcp-server-git-') && name.includes(`-${process.pid}-`),
  );

/** Gives a repository a submodule `sub` with a commit, and returns it. */
export const addSubmodule = (dir: Place): Place => {
  const sub = placeAt(dir.at('sub'));
  copyTo(sub.path, initial({ 'inner.txt': 'one\n' }, 'inner'));
  dir.write({ '.gitmodules': '[submodule "sub"]\n\tpath = sub\n\turl = ./sub\n' });
  dir.git('add', 'sub', '.gitmodules');
  dir.git('commit', '--quiet', '--message', 'with a submodule');
  return sub;
};

export interface Settings {
  readonly roots?: 'narrow' | 'intersect' | 'replace' | 'ignore';
  /** Gets what is said to the operator while the server runs. */
  readonly warn?: (message: string) => void;
  readonly readOnly?: boolean;
  readonly trust?: boolean;
  readonly confirm?: 'never' | 'destructive';
  readonly maxOutputBytes?: number;
  readonly timeout?: number;
  /** Those of this machine unless given. */
  readonly remoteHosts?: readonly string[];
  /** `off` unless given: most tests are about the trust policy. `TEST_SANDBOX=always` runs all of them in the sandbox too. */
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
    'protected-branches': settings.protectedBranches ?? [],
    confirm: settings.confirm ?? 'never',
    'max-output-chars': maxOutputBytes,
    timeout,
    'remote-host':
      settings.remoteHosts ?? (toolsets.includes('remote') ? ['127.0.0.1', 'localhost', 'example.org'] : []),
    sandbox: settings.sandbox ?? (process.env['TEST_SANDBOX'] === 'always' ? 'always' : 'off'),
  } as const;
  const options = readOptions({ positionals: [], flags }, () => {});
  const { maxMemory } = settings;
  const bounds = maxMemory === undefined ? {} : { maxMemory: maxMemory * 2 ** 20 };
  const server = toServer({ ...options, git: { ...options.git, ...bounds } }, settings.warn ?? (() => {}));
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
  readonly _meta?: { readonly [member: string]: unknown };
}

/** Calls a tool. */
export const call = async (client: TestClient, name: string, args: object = {}): Promise<Answer> => {
  const answer = (await client.request('tools/call', { name, arguments: args })) as unknown as Answer;
  const unswept = takeUnswept();
  if (unswept.length > 0)
    throw new Error(`Commands that no sweep of hostile configurations issues: ${unswept.join(', ')}.`);
  return answer;
};

/** A client of a server for these directories, of 2025-11-25 unless it asks for another revision. */
export const open = (
  directories: string | readonly string[],
  settings: Settings = {},
  options: ConnectOptions = {},
): Promise<TestClient> =>
  connect(serve([directories].flat(), settings), { revision: '2025-11-25', ...options });

/** Calls one tool of a server for one repository. */
export const ask = async (
  dir: Pick<Place, 'path'>,
  name: string,
  args: object = {},
  settings: Settings = {},
): Promise<Answer> => {
  await using client = await open(dir.path, settings);
  return await call(client, name, args);
};

/** The texts of an answer. */
export const textsOf = (answer: Answer): string[] => answer.content.map(({ text }) => text);

/** The first text of an answer. */
export const textOf = async (answer: Promise<Answer>): Promise<string> => textsOf(await answer)[0] ?? '';

/** The data of an answer. */
export const dataOf = async (answer: Promise<Answer>): Promise<Answer['structuredContent']> =>
  (await answer).structuredContent;

/** The short name that git gives a commit. */
export const shortOf = (dir: Pick<Place, 'git'>, revision = 'HEAD'): string =>
  dir.git('rev-parse', '--short', revision).trim();
