// The repository for the checks: its root, files and packages.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const root: string = dirname(dirname(dirname(import.meta.dirname)));

/** The formatter, to be run by Node.js in the root. */
export const oxfmt: string = join(root, 'node_modules/oxfmt/bin/oxfmt');

/** A file under version control. `path` is relative to the root and has forward slashes. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly description?: string;
  readonly keywords?: readonly string[];
  readonly license?: string;
  readonly type?: string;
  readonly engines?: { readonly node?: string };
  readonly files?: readonly string[];
  readonly bin?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly publishConfig?: { readonly access?: string };
}

export interface Package {
  /** Relative to the root, for example `servers/git`. */
  readonly folder: string;
  readonly manifest: Manifest;
}

/** Generated folders that are not under version control. `.git` is a file in an additional work tree. */
const generated = new Set(['.cache', '.compile-cache', '.git', '.turbo', 'coverage', 'dist', 'node_modules']);

const walk = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (generated.has(entry.name)) return [];
    return entry.isDirectory() ? walk(path) : [path];
  });

const textFile = /\.(?:tsx?|js|mjs|cjs|json|jsonc|md|yml|yaml|txt|sql)$|^[^.]*$|\/[^.]*$|^\.[^/]*$/;

/** Every text file, read once. */
export const sourceFiles: readonly SourceFile[] = walk('')
  .filter((path) => textFile.test(path) && path !== 'pnpm-lock.yaml')
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

export const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;

/** Every package of the workspace. */
export const packages: readonly Package[] = ['packages', 'servers', 'tools']
  .flatMap((parent) => readdirSync(join(root, parent)).map((name) => `${parent}/${name}`))
  .filter((folder) => existsSync(join(root, folder, 'package.json')))
  .map((folder) => ({ folder, manifest: readManifest(folder) }));

export const publicPackages: readonly Package[] = packages.filter(
  ({ manifest }) => manifest.private !== true,
);

/** Returns the text with emptied comment lines, so that line numbers stay the same. */
export const withoutComments = (text: string): string => text.replaceAll(/^[ \t]*(?:\/\/|\*|\/\*).*$/gm, '');

/** Returns the module names that a source file imports, with `type` for imports that the compiler erases. */
export const importsOf = (text: string): { readonly from: string; readonly type: boolean }[] => {
  const statements = /^\s*(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]/gm;
  const calls = /\bimport\(\s*['"]([^'"]+)['"]/g;
  return [
    ...[...text.matchAll(statements)].map((match) => ({
      from: match[2] ?? '',
      type: match[1] !== undefined,
    })),
    ...[...text.matchAll(calls)].map((match) => ({ from: match[1] ?? '', type: false })),
  ];
};
