// The program: reads the command line and serves.
import { serveCommand } from '@mcp/command-line';
import manifest from '../package.json' with { type: 'json' };
import { flags } from './options.ts';
import { toServer } from './server.ts';

void serveCommand({
  name: 'mcp-server-example',
  package: manifest.name,
  version: manifest.version,
  summary: manifest.description,
  flags,
  examples: ['mcp-server-example --greeting Hi'],
  create: ({ flags: { greeting } }) => toServer({ greeting }),
});
