// The program: reads the command line and serves.
import { serveCommand } from '@mcp/command-line';
import manifest from '../package.json' with { type: 'json' };
import { flags, readOptions } from './options.ts';
import { toServer } from './server.ts';

const name = 'mcp-server-filesystem';

void serveCommand({
  name,
  package: manifest.name,
  version: manifest.version,
  summary: `${manifest.description}.`,
  positionals: {
    name: '[directory…]',
    description: 'Directories to serve. Without any, the server uses the roots of the client.',
    arePaths: true,
  },
  flags,
  flagsForChanges: ['allow-git-writes', 'max-undo', 'confirm'],
  examples: [`${name} ~/projects`, `${name} --read-only ~/projects ~/notes`],
  create: (input) => toServer(readOptions(input, input.warn), input.inform, { taskOptions: input.tasks }),
});
