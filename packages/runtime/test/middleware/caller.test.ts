// Callers distinguished by credentials: each has its own limits and reads only its own data, on any connection.
import { envelope, type Message, rpc } from '@mcp/raw-http';
import { readMessages } from '../../src/jsonrpc/message.ts';
import { expect, test } from 'vitest';
import { defineServer, defineTool, type Caller, type McpServer, type Middleware } from '../../src/index.ts';
import { auditLog, rateLimit } from '../../src/middleware.ts';

const caller = (subject: string, issuer = 'https://issuer.example/'): Caller => ({
  subject,
  issuer,
  clientId: 'some-client',
  scopes: [],
  expiresAt: undefined,
  claims: { email: 'ada@example.org' },
});
const ada = caller('ada');
const bob = caller('bob');
const otherAda = caller('ada', 'https://other.example/');

/** Answers one stateless request of a caller on its own channel, as HTTP transports do. */
const ask = (server: McpServer, from: Caller, method: string, params: Message) =>
  new Promise<Message>((resolve) => {
    const channel = {
      caller: from,
      isSingleUse: true,
      send: (text: string) => resolve(JSON.parse(text)),
    };
    server.transport
      .open(channel)
      .peer.accept(readMessages(rpc(1, method, { _meta: envelope(), ...params })), channel);
  });

const serve = (middleware: Middleware): McpServer => {
  const get = defineTool({ name: 'get', run: () => 'x'.repeat(200) });
  return defineServer({
    name: 'test',
    version: '1',
    tools: [get],
    resources: [],
    middleware: [middleware],
  });
};

const get = (server: McpServer, from: Caller) => ask(server, from, 'tools/call', { name: 'get' });

test('rateLimit counts each caller separately', async () => {
  const server = serve(rateLimit({ burst: 1, perSecond: 1 / 60 }));
  expect(await get(server, ada)).not.toMatchObject({ result: { isError: true } });
  expect(await get(server, ada)).toMatchObject({ result: { isError: true } });
  expect(await get(server, bob)).not.toMatchObject({ result: { isError: true } });
  expect(await get(server, otherAda)).not.toMatchObject({ result: { isError: true } });
});

test('auditLog names the caller but nothing else of its credentials', async () => {
  const lines: string[] = [];
  const server = serve(auditLog({ write: (line) => lines.push(line) }));
  await get(server, ada);
  const [line = ''] = lines;
  expect(JSON.parse(line)).toMatchObject({
    caller: { subject: 'ada', issuer: 'https://issuer.example/', clientId: 'some-client' },
  });
  expect(line).not.toContain('ada@example.org');
  expect(line).not.toContain('connection');
});
