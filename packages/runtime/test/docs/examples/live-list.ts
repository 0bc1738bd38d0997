// Examples of docs/writing-a-server.md: a list that changes while the server runs.
import { defineServer, defineTool, toolRegistry } from '@mcp/runtime';

// region live
const tools = toolRegistry();

const disconnect = defineTool({
  name: 'disconnect',
  description: 'Closes the connection to the printer.',
  run() {
    tools.delete('disconnect');
    tools.add(connect);
    return 'Disconnected.';
  },
});

const connect = defineTool({
  name: 'connect',
  description: 'Connects to the printer.',
  run() {
    tools.delete('connect');
    tools.add(disconnect);
    return 'Connected.';
  },
});

tools.add(connect);
export const server = defineServer({ name: 'printer', version: '1.0.0', tools });
// endregion
