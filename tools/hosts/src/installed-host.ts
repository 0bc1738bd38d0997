// Installed host: a host as npm has it, in a folder outside of the dependencies of the repository.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Host } from './hosts/host.ts';

const CACHE = process.env['HOSTS_CACHE'] ?? join(import.meta.dirname, '../.cache');

/**
 * Installs a host from npm, unless it is installed. No script of a package is run: what such scripts download or copy
 * is in the packages for each platform.
 *
 * @returns the path of its program.
 * @throws {Error} if it cannot be installed.
 */
export const installHost = ({ package: name, program }: Host): string => {
  const folder = join(CACHE, name.replace('/', '+'));
  const path = join(folder, 'node_modules', program.replace('SYSTEM', `${process.platform}-${process.arch}`));
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  // Without it npm would install into the repository.
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  process.stdout.write(`Installing ${name}\n`);
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['install', ...flags, name], { cwd: folder, stdio: 'inherit' });
  if (!existsSync(path)) throw new Error(`${name} has no ${path}`);
  return path;
};
