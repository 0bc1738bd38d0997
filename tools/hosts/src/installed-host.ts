// Installed host: a host from npm, in a folder outside of the repository's dependencies.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Host } from './hosts/host.ts';

const CACHE = process.env['HOSTS_CACHE'] ?? join(import.meta.dirname, '../.cache');
const UNREACHABLE = /code (?:ENOTFOUND|EAI_AGAIN|ECONN\w+|ENETUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT)/;

/** Thrown if npm cannot be reached. */
export class UnreachableError extends Error {}

/**
 * Installs a host from npm unless it is installed. Runs no install scripts, because the packages for each platform
 * contain what such scripts download or copy.
 *
 * @returns the path of its program.
 * @throws {UnreachableError} if npm cannot be reached, or takes longer than four minutes.
 * @throws {Error} if the host cannot be installed for another reason.
 */
export const installHost = ({ package: name, program }: Host): string => {
  const folder = join(CACHE, name.replace('/', '+'));
  const path = join(folder, 'node_modules', program.replace('SYSTEM', `${process.platform}-${process.arch}`));
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  // Without this file, npm would install into the repository.
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  process.stdout.write(`Installing ${name}\n`);
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--fetch-retries=1'];
  const place = { cwd: folder, timeout: 240_000, encoding: 'utf8' } as const;
  const { status, stderr } = spawnSync('npm', ['install', ...flags, '--fetch-timeout=30000', name], place);
  if (status === null || UNREACHABLE.test(stderr)) throw new UnreachableError(`npm does not answer: ${name}`);
  if (!existsSync(path)) throw new Error(`${name} has no ${path}\n${stderr}`);
  return path;
};
