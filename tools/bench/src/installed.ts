// Locations and versions of the installed packages.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Returns the folder of a package. @throws {Error} if it is not installed. */
export function installedFolder(name: string): string {
  const folders = createRequire(import.meta.url).resolve.paths(name) ?? [];
  const found = folders
    .map((folder) => join(folder, name))
    .find((folder) => existsSync(join(folder, 'package.json')));
  if (found === undefined) throw new Error(`${name} is not installed`);
  return found;
}

/** Returns a package with its version, like `tmcp 1.20.0`. */
export function describePackage(name: string): string {
  const manifest = readFileSync(join(installedFolder(name), 'package.json'), 'utf8');
  const { version }: { version: string } = JSON.parse(manifest);
  return `${name} ${version}`;
}
