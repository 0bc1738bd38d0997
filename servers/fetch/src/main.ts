// Entry point: reads the command line and serves.
import { serveCommand } from '@mcp/command-line';
import manifest from '../package.json' with { type: 'json' };
import { flags, readOptions } from './options.ts';
import { toServer } from './server.ts';

const name = 'mcp-server-fetch';

void serveCommand({
  name,
  package: manifest.name,
  version: manifest.version,
  summary: `${manifest.description}.`,
  flags,
  flagsForChanges: ['save-dir'],
  examples: [name, `${name} --allow-domain example.com,example.org`, `${name} --allow-cidr 10.1.0.0/16`],
  create: (input) => toServer(readOptions(input), input.tasks),
});
