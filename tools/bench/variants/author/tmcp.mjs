// An author's plain server on tmcp.
import { ValibotJsonSchemaAdapter } from '@tmcp/adapter-valibot';
import { StdioTransport } from '@tmcp/transport-stdio';
import { McpServer } from 'tmcp';
import * as v from 'valibot';

const server = new McpServer(
  { name: 'adder', version: '1.0.0', description: 'Adds' },
  { adapter: new ValibotJsonSchemaAdapter(), capabilities: { tools: {} } },
);
const schema = v.object({ a: v.number(), b: v.number() });
server.tool({ name: 'add', description: 'Add two numbers.', schema }, ({ a, b }) => ({
  content: [{ type: 'text', text: `${a + b}` }],
}));
new StdioTransport(server).listen();
