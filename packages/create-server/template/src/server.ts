// START HERE: what the server offers.
import { defineServer } from '@mcp/runtime';
import { apps } from '@mcp/runtime/apps';
import { tasks } from '@mcp/runtime/tasks';
import manifest from '../package.json' with { type: 'json' };
import { order } from './elicitation/order.ts';
import { chart, forecast } from './pages/forecast.ts';
import { welcome } from './prompts/welcome.ts';
import { guide } from './resources/guide.ts';
import { bake } from './tasks/bake.ts';
import { greet } from './tools/greet.ts';

export const server = defineServer({
  name: 'my-server',
  title: 'My server',
  version: manifest.version,
  description: manifest.description,
  extensions: [apps(), tasks()],
  prompts: [welcome],
  resources: [guide, chart],
  tools: [greet, order, bake, forecast],
});
