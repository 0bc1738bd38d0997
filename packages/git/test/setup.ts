// Real repositories in temporary directories. The operator's own git configuration is ignored.
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

const home = join(import.meta.dirname, 'home');
process.env['HOME'] = home;
delete process.env['XDG_CONFIG_HOME'];

// The runner ends its processes with a signal: cleanup at exit then runs too.
process.once('SIGTERM', () => process.exit());

/** The date of the tests' commits. */
const WHEN = '2026-01-31T12:00:00+02:00';

const environment = (): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  HOME: home,
  LC_ALL: 'C',
  GIT_AUTHOR_DATE: WHEN,
  GIT_COMMITTER_DATE: WHEN,
  GIT_TERMINAL_PROMPT: '0',
});

/** Runs plain git as a person would. Returns its output. */
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
  /** Commits all files and returns the hash. */
  commit(message: string): string;
}

/** Returns the content of files, by path. */
export interface Files {
  readonly [path: string]: string | Uint8Array;
}

/** A temporary directory, removed after the test. */
export interface Temporary extends Place, Disposable {
  /** Returns a directory in it, which may exist already. */
  in(name: string): Place;
  /** Creates a repository in it with one commit of these files. */
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

/** Returns the commit of HEAD, read from a file if git has just written it there. */
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

/** Lists a directory by path: files with content, links with target, and folders. */
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

/** The contents created by `make`: git is slow to start, and most repositories begin the same. */
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

/** Returns a copy of what `make` creates, cached by key. Nothing in it may name its path. */
export const copyOf = (key: string, make: () => Temporary): Temporary => {
  const contents = once(key, make);
  const dir = temporary();
  copyTo(dir.path, contents);
  return dir;
};

const initial = (files: Files = { 'a.txt': 'one\n' }, message = 'first'): Contents =>
  once(JSON.stringify([files, message]), () => {
    const dir = temporary();
    // Without sample hooks, which would be copied each time.
    dir.git('init', '--quiet', '--template=');
    for (const folder of ['hooks', 'info']) mkdirSync(dir.at('.git', folder));
    dir.write(files);
    dir.commit(message);
    return dir;
  });

/** Creates a repository with one commit of these files. */
export const repository = (files?: Files): Temporary => {
  const dir = temporary();
  copyTo(dir.path, initial(files));
  return dir;
};

/** Creates a repository with the branches main and topic; each changed a file since. */
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

/** Adds a submodule `sub` with a commit to a repository, and returns it. */
export const addSubmodule = (dir: Place): Place => {
  const sub = placeAt(dir.at('sub'));
  copyTo(sub.path, initial({ 'inner.txt': 'one\n' }, 'inner'));
  dir.write({ '.gitmodules': '[submodule "sub"]\n\tpath = sub\n\turl = ./sub\n' });
  dir.git('add', 'sub', '.gitmodules');
  dir.git('commit', '--quiet', '--message', 'with a submodule');
  return sub;
};

/** Returns git's short name of a commit. */
export const shortOf = (dir: Pick<Place, 'git'>, revision = 'HEAD'): string =>
  dir.git('rev-parse', '--short', revision).trim();
