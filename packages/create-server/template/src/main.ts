#!/usr/bin/env node
// The program: reads the command line and serves over stdio, or over HTTP with --transport http.
import { serveCommand } from '@mcp/command-line';
import manifest from '../package.json' with { type: 'json' };
import { server } from './server.ts';

await serveCommand({
  name: 'my-server',
  package: manifest.name,
  version: manifest.version,
  summary: manifest.description,
  create: () => server,
});
