// What a published package has to hold, read from the folder that npm installed it into.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { JsonObject } from '@mcp/runtime';
import { importsOf } from '@mcp/repo/src/workspace.ts';

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules', folder.length))
    .map((entry) => join(entry.parentPath, entry.name));

const read = (file: string): string => readFileSync(file, 'utf8');

/** Members that only the repository uses, and dependencies on what is only there. */
export const manifestFaults = (manifest: JsonObject): string[] => {
  const dependencies = Object.entries((manifest['dependencies'] ?? {}) as JsonObject);
  return [
    ...['scripts', 'devDependencies']
      .filter((member) => member in manifest)
      .map((member) => `package.json has ${member}`),
    ...dependencies
      .filter(([, range]) => !/^[~^]?\d/.test(String(range)))
      .map(([name, range]) => `package.json asks for ${name} ${String(range)}, which is no version`),
  ];
};

/** Maps whose sources are not in the package: a debugger would have nothing to show. */
const mapFaults = (files: readonly string[]): string[] =>
  files
    .filter((file) => file.endsWith('.map'))
    .flatMap((file) => {
      const { sources } = JSON.parse(read(file)) as { readonly sources: readonly string[] };
      return sources
        .filter((source) => !existsSync(join(dirname(file), source)))
        .map((source) => `${file} → ${source}`);
    });

/** Links of the documents that lead out of the package or to nothing, where documents are published. */
const linkFaults = (folder: string, files: readonly string[]): string[] => {
  if (!existsSync(join(folder, 'docs'))) return [];
  return files
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) =>
      [...read(file).matchAll(/\]\((?!https?:|mailto:|#)([^)\s#]+)[^)]*\)/g)]
        .map(([, link = '']) => join(dirname(file), link))
        .filter((target) => !target.startsWith(folder) || !existsSync(target))
        .map((target) => `${file} → ${target}`),
    );
};

/** What is wrong with the package in a folder, one line per fault. */
export const faultsOf = (folder: string): string[] => {
  const files = filesIn(folder);
  const manifest = JSON.parse(read(join(folder, 'package.json'))) as JsonObject;
  return [...manifestFaults(manifest), ...mapFaults(files), ...linkFaults(folder, files)];
};

/** The modules that Node.js loads for some entry files: files, and built-in modules by name. */
export const modulesLoadedBy = (entries: readonly string[]): Set<string> => {
  const loaded = new Set<string>();
  const load = (file: string): void => {
    if (loaded.has(file)) return;
    loaded.add(file);
    if (!existsSync(file)) return;
    // What is imported by a call is loaded later.
    const statements = read(file).replaceAll(/\bimport\(/g, 'later(');
    for (const { from } of importsOf(statements))
      load(from.startsWith('.') ? join(dirname(file), from) : from);
  };
  for (const entry of entries) load(entry);
  return loaded;
};
