// The program: reads the command line and serves.
import { serveCommand } from '@mcp/runtime/cli';
import manifest from '../package.json' with { type: 'json' };
import { openDatabases } from './databases.ts';
import { flags, readOptions } from './options.ts';
import { toServer } from './server.ts';

const name = 'mcp-server-sqlite';
const OLDEST_NODE = 22;

// The native module would crash an older one. It is loaded by the processes of the databases only.
if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
  process.stderr.write(`${name}: needs Node.js ${OLDEST_NODE} or newer; this is ${process.version}.\n`);
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
  examples: [`${name} ~/data/shop.db`, `${name} --db-path ~/data/notes.db`, `${name} --write a.db b.db`],
  create: (input) => {
    const options = readOptions(input);
    const databases = openDatabases(options);
    // The first query finds a process that is ready.
    setImmediate(() => databases.warm());
    return toServer(databases);
  },
});
