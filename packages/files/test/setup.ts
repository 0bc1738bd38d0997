// Test setup: makes a temporary directory with files, and file access to it.
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { FileSystem } from '../src/files/file-system.ts';
import { openTree, type Tree } from '../src/files/tree.ts';
import { detectAnchoring, type AnchoringKind } from '../src/sandbox/anchoring.ts';
import { Scope } from '../src/sandbox/scope.ts';

export interface Temporary extends Disposable {
  /** Without symbolic links. */
  readonly path: string;
  /** Returns the absolute path of an entry. */
  at(...names: string[]): string;
  /** Returns the text of a file. */
  text(...names: string[]): string;
  /** Lists it or a directory in it, sorted. */
  names(...names: string[]): string[];
  has(...names: string[]): boolean;
  write(name: string, content: string | Uint8Array): void;
  /** Makes a symbolic link, as `ln` does. */
  link(target: string, name: string): void;
  /** Makes a named pipe. */
  pipe(name: string): void;
}

const PREFIX = join(realpathSync(tmpdir()), 'mcp-files-');

/** Makes files by path, and directories for paths with a final slash. Removed after the test. */
export const temporary = (files: { readonly [path: string]: string | Uint8Array } = {}): Temporary => {
  const path = mkdtempSync(PREFIX);
  for (const [name, content] of Object.entries(files)) {
    const target = join(path, name);
    mkdirSync(name.endsWith('/') ? target : dirname(target), { recursive: true });
    if (!name.endsWith('/')) writeFileSync(target, content);
  }
  const at: Temporary['at'] = (...names) => join(path, ...names);
  return {
    path,
    at,
    text: (...names) => readFileSync(at(...names), 'utf8'),
    names: (...names) => readdirSync(at(...names)).toSorted(),
    has: (...names) => existsSync(at(...names)),
    write: (name, content) => writeFileSync(at(name), content),
    link: (target, name) => symlinkSync(target, at(name)),
    pipe: (name) => void execFileSync('mkfifo', [at(name)]),
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  };
};

export interface Settings {
  /** Default: the best available. */
  readonly anchoring?: AnchoringKind;
  /** Denied names. */
  readonly deny?: readonly string[];
}

/** Returns file access to these directories. */
export const filesIn = (
  directories: readonly string[],
  { anchoring = detectAnchoring(), deny = [] }: Settings = {},
): FileSystem => {
  const rules = {
    directories: directories.map((path) => ({ path, given: path, source: 'cli' as const })),
    ...{ deny: [], denyBases: [], readOnlyDirectories: [], isReadOnly: false, allowsGitWrites: false },
    anchoring,
  };
  const scope = new Scope(rules, {
    isEmpty: deny.length === 0,
    denies: (path) => path.split('/').some((name) => deny.includes(name)),
    within: () => (name) => deny.includes(name),
  });
  return new FileSystem({ scope: () => scope });
};

/** Opens a tree like a thread. */
export const treeIn = async (files: FileSystem, path: string): Promise<Tree> =>
  openTree(await files.scope(path), path);
