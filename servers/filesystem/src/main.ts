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
    description: 'Directories that may be used. Without one, the roots of the client are used.',
    arePaths: true,
  },
  flags,
  flagsForChanges: ['allow-git-writes', 'max-undo', 'confirm'],
  examples: [`${name} ~/projects`, `${name} --read-only ~/projects ~/notes`],
  create: (input) => toServer(readOptions(input, input.warn), input.inform, { taskOptions: input.tasks }),
});
