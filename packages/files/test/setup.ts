// A temporary directory with files in it, and the files of somebody who may use it.
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
  /** The absolute path of something in it. */
  at(...names: string[]): string;
  /** The text of a file in it. */
  text(...names: string[]): string;
  /** What is in it, or in a directory in it, in order. */
  names(...names: string[]): string[];
  has(...names: string[]): boolean;
  write(name: string, content: string | Uint8Array): void;
  /** Makes a symbolic link, as `ln` does. */
  link(target: string, name: string): void;
  /** Makes a named pipe. */
  pipe(name: string): void;
}

const PREFIX = join(realpathSync(tmpdir()), 'mcp-files-');

/** Files by path, with their content. A path that ends with a slash is a directory. It is gone after the test. */
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
  /** Default: what this machine can do. */
  readonly anchoring?: AnchoringKind;
  /** Names of what is closed. */
  readonly deny?: readonly string[];
}

/** The files of somebody who may use these directories. */
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

/** The tree that a thread opens. */
export const treeIn = async (files: FileSystem, path: string): Promise<Tree> =>
  openTree(await files.scope(path), path);
