// The example of README.md: replicas of this server share their nonces and their tasks.
import { connectRedis } from '@mcp/redis';
import { defineServer, type McpServer } from '@mcp/runtime';
import { tasks } from '@mcp/runtime/tasks';

const stores = await connectRedis('redis://localhost:6379', { prefix: 'clock:' });

export const server: McpServer = defineServer({
  name: 'clock',
  version: '1.0.0',
  nonces: stores.nonces,
  stateSecrets: [process.env['STATE_SECRET'] ?? ''],
  extensions: [tasks({ store: stores.tasks })],
});
