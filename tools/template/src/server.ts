// START HERE: what the server is made of.
import { defineServer, type McpServer } from '@mcp/runtime';
import manifest from '../package.json' with { type: 'json' };
import type { Options } from './options.ts';
import { greet } from './tools/greet.ts';

export const toServer = (options: Options): McpServer =>
  defineServer({
    name: 'example',
    title: 'Example',
    version: manifest.version,
    description: manifest.description,
    instructions: 'Call greet with the name of the person that the user talks about.',
    tools: [greet(options)],
  });
