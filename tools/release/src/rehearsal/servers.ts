// How each published server is tried: its command line, and one call that needs a real directory, repository, database or page.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { JsonObject } from '@mcp/runtime';

/** How one server is tried. */
export interface Trial {
  readonly args: readonly string[];
  readonly tool: string;
  readonly arguments: JsonObject;
  /** The text of the result has this. */
  readonly shows: string;
  /** The most that the package and its dependencies may have when they are installed, in megabytes. */
  readonly megabytes: number;
}

const makeRepository = (folder: string): string => {
  const repository = join(folder, 'repository');
  mkdirSync(repository);
  execFileSync('git', ['init', '--quiet', '--initial-branch', 'main'], { cwd: repository });
  writeFileSync(join(repository, 'new.txt'), 'new\n');
  return repository;
};

const makeDatabase = (folder: string): string => {
  const file = join(folder, 'shop.db');
  const script = `new (require('node:sqlite').DatabaseSync)(process.argv[1]).exec('CREATE TABLE customers (name TEXT)')`;
  execFileSync(process.execPath, ['--eval', script, file]);
  return file;
};

/** A page on loopback that ends with the process. */
const servePage = async (): Promise<string> => {
  const server = createServer((_request, response) => response.end('a page on loopback')).unref();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('an HTTP server has no port');
  return `http://127.0.0.1:${address.port}/`;
};

/** The trials by the name of the package, after what they need was made in a folder. */
export const prepareTrials = async (folder: string): Promise<Readonly<Record<string, Trial>>> => {
  writeFileSync(join(folder, 'hello.txt'), 'hello\n');
  const repository = makeRepository(folder);
  const url = await servePage();
  return {
    '@mcp/server-filesystem': {
      args: [folder],
      tool: 'list_directory',
      arguments: { path: folder },
      shows: 'hello.txt',
      // Half of it reads PDF. Its three pages came last, with 0.13 MB.
      megabytes: 3.2,
    },
    '@mcp/server-git': {
      args: ['-r', repository],
      tool: 'git_status',
      arguments: { repo_path: repository },
      shows: 'new.txt',
      megabytes: 3,
    },
    '@mcp/server-sqlite': {
      args: ['--db-path', makeDatabase(folder)],
      tool: 'list_tables',
      arguments: {},
      shows: 'customers',
      // better-sqlite3 has its binaries for eight platforms in the package, so that it needs no install script.
      megabytes: 32,
    },
    '@mcp/server-fetch': {
      args: ['--allow-cidr', '127.0.0.1/32', '--ignore-robots-txt'],
      tool: 'fetch',
      arguments: { url },
      shows: 'a page on loopback',
      // Half of it reads PDF, and a sixth is undici. What writes the YAML of a host came last, with 0.1 MB.
      megabytes: 3.2,
    },
  };
};
