// Main: reads the command line and serves.
import { serveCommand } from '@mcp/command-line';
import manifest from '../package.json' with { type: 'json' };
import { Databases } from './databases.ts';
import { flags, readOptions } from './options.ts';
import { toServer } from './server.ts';

const name = 'mcp-server-sqlite';
// In Node.js 22.14, 23.6, 24 and newer.
const LEAST_NODE_API = 10;

/** Starts a process before the first query, but after the host's first requests. */
const WARM_AFTER_MS = 100;

void serveCommand({
  name,
  package: manifest.name,
  version: manifest.version,
  summary: `${manifest.description}.`,
  positionals: {
    name: '[file…]',
    description:
      'Databases to read, or with --write to change and create. :memory: is a temporary database that may be changed. ' +
      'If no database is named: ./sqlite_mcp_server.db, which may be changed and is created if missing.',
    arePaths: true,
  },
  flags,
  flagsForChanges: ['write', 'allow-attach', 'max-undo', 'import-dir', 'export-dir', 'confirm'],
  examples: [`${name} ~/data/shop.db`, `${name} --db-path ~/data/notes.db`, `${name} --write a.db b.db`],
  create: (input) => {
    // better-sqlite3 crashes an older Node.js.
    if (Number(process.versions['napi']) < LEAST_NODE_API)
      throw new Error(`needs Node.js 22.14, 24 or newer; this is ${process.version}.`);
    const databases = new Databases(readOptions(input, input.warn));
    setTimeout(() => databases.all.forEach((database) => database.warm()), WARM_AFTER_MS).unref();
    return toServer(databases, input.tasks);
  },
});
