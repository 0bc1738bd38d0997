// START HERE: what the server offers.
import { defineServer } from '@mcp/runtime';
import manifest from '../package.json' with { type: 'json' };
import { welcome } from './prompts/welcome.ts';
import { guide } from './resources/guide.ts';
import { greet } from './tools/greet.ts';

export const server = defineServer({
  name: 'my-server',
  title: 'My server',
  version: manifest.version,
  description: manifest.description,
  prompts: [welcome],
  resources: [guide],
  tools: [greet],
});
