// The program: reads the command line and serves.
import { serveCommand } from '@mcp/runtime/cli';
import manifest from '../package.json' with { type: 'json' };
import { openDatabases } from './databases.ts';
import { flags, readOptions } from './options.ts';
import { toServer } from './server.ts';

const name = 'mcp-server-sqlite';
// Of Node.js 22.14, 23.6, 24 and newer.
const LEAST_NODE_API = 10;

// better-sqlite3 needs it, and crashes a Node.js without it.
if (Number(process.versions['napi']) < LEAST_NODE_API) {
  process.stderr.write(`${name}: needs Node.js 22.14, 24 or newer; this is ${process.version}.\n`);
  process.exit(1);
}

void serveCommand({
  name,
  package: manifest.name,
  version: manifest.version,
  summary: `${manifest.description}.`,
  positionals: {
    name: '[file…]',
    description: 'Databases that may be read, and with --write also changed.',
    arePaths: true,
  },
  flags,
  toolsets: {
    export: 'export_query: all rows of a query as CSV, JSON or Markdown.',
    ddl: 'alter_schema: ALTER, DROP, and CREATE of indexes, views and triggers.',
  },
  examples: [`${name} ~/data/shop.db`, `${name} --db-path ~/data/notes.db`, `${name} --write a.db b.db`],
  create: (input) => {
    const options = readOptions(input);
    const databases = openDatabases(options);
    // The first query finds a process that is ready.
    setImmediate(() => databases.warm());
    return toServer(databases);
  },
});
