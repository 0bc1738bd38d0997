// Faults of a published package, found in the folder into which npm installed it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { JsonObject } from '@mcp/runtime';
import { importsOf } from '@mcp/repo/src/workspace.ts';

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules', folder.length))
    .map((entry) => join(entry.parentPath, entry.name));

const read = (file: string): string => readFileSync(file, 'utf8');

/** Finds members and dependencies that only make sense in the repository. */
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

/** Finds maps whose sources are not in the package, so that a debugger could not show them. */
const mapFaults = (files: readonly string[]): string[] =>
  files
    .filter((file) => file.endsWith('.map'))
    .flatMap((file) => {
      const { sources } = JSON.parse(read(file)) as { readonly sources: readonly string[] };
      return sources
        .filter((source) => !existsSync(join(dirname(file), source)))
        .map((source) => `${file} → ${source}`);
    });

/** Finds links of published documents that are broken or leave the package. */
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

/** Lists the faults of the package in a folder. */
export const faultsOf = (folder: string): string[] => {
  const files = filesIn(folder);
  const manifest = JSON.parse(read(join(folder, 'package.json'))) as JsonObject;
  return [...manifestFaults(manifest), ...mapFaults(files), ...linkFaults(folder, files)];
};

/** Lists the files and built-in modules that Node.js loads for some entry files. */
export const modulesLoadedBy = (entries: readonly string[]): Set<string> => {
  const loaded = new Set<string>();
  const load = (file: string): void => {
    if (loaded.has(file)) return;
    loaded.add(file);
    if (!existsSync(file)) return;
    // Dynamic imports are loaded later.
    const statements = read(file).replaceAll(/\bimport\(/g, 'later(');
    for (const { from } of importsOf(statements))
      load(from.startsWith('.') ? join(dirname(file), from) : from);
  };
  for (const entry of entries) load(entry);
  return loaded;
};
