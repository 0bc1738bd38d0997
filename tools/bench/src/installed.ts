// The packages installed here: where they are, and in which version.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** @throws {Error} if the package is not installed. */
export function installedFolder(name: string): string {
  const folders = createRequire(import.meta.url).resolve.paths(name) ?? [];
  const found = folders
    .map((folder) => join(folder, name))
    .find((folder) => existsSync(join(folder, 'package.json')));
  if (found === undefined) throw new Error(`${name} is not installed`);
  return found;
}

/** Names a package with its version, like `tmcp 1.20.0`. */
export function describePackage(name: string): string {
  const manifest = readFileSync(join(installedFolder(name), 'package.json'), 'utf8');
  const { version }: { version: string } = JSON.parse(manifest);
  return `${name} ${version}`;
}
