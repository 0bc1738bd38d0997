// Requests behind one another on a connection that vanishes: the handler must let go of each, on every Node.js.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { defineServer, defineTool } from '@mcp/runtime';
import { createNodeHandler } from '@mcp/runtime/http';

const PATIENCE_MS = 10_000;

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

const post = (method: string, params: object, name: string): string => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: META } });
  const lines = [
    'POST /mcp HTTP/1.1',
    'Host: localhost',
    'Content-Type: application/json',
    'MCP-Protocol-Version: 2026-07-28',
    `Mcp-Method: ${method}`,
    `Mcp-Name: ${name}`,
    `Content-Length: ${body.length}`,
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
};

const COUNT = 3;

/** A tool that has no answer, so that requests behind its call wait for their turn. */
const hang = defineTool({ name: 'hang', description: 'Hang.', run: () => new Promise<string>(() => {}) });

/** Throws unless the handler lets go of the requests of a connection that its client has closed. */
export const vanish = async (): Promise<void> => {
  const handler = createNodeHandler(defineServer({ name: 'hanging', version: '1.0.0', tools: [hang] }));
  const counts = { begun: 0, ended: 0 };
  const server = createServer((request, response) => {
    counts.begun++;
    void handler(request, response).then(() => counts.ended++);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const end = Date.now() + PATIENCE_MS;
  const all = async (what: keyof typeof counts): Promise<void> => {
    while (counts[what] < COUNT) {
      if (Date.now() > end) throw new Error(`${counts[what]} of ${COUNT} requests have ${what}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(post('tools/call', { name: 'hang' }, 'hang').repeat(COUNT));
  await all('begun');
  socket.destroy();
  await all('ended');
  await handler.close(0);
  server.close();
};
