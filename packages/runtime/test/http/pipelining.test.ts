// Requests behind one another on one connection: each begins when the answer before it is out.
import { expect, test } from 'vitest';
import { modern, send } from '@mcp/raw-http';
import { serving } from './client.ts';
import { fixture } from './fixture.ts';
import { post, RawConnection } from './raw.ts';

const HEADERS = [
  'Content-Type: application/json',
  'MCP-Protocol-Version: 2026-07-28',
  'Mcp-Method: tools/call',
  'Mcp-Name: wait',
];

/** A call of the tool that waits until it is released. */
const waiting = (name: string): string => {
  const body = JSON.stringify(modern('tools/call', { name: 'wait', arguments: { name } }).body);
  return post([...HEADERS, `Content-Length: ${body.length}`], body);
};

test('a request begins after the one before it', async () => {
  const { server, events, happened, release } = fixture();
  await using http = await serving(server);
  const connection = new RawConnection(http.url);
  connection.write(waiting('a') + waiting('b'));
  await happened('a began');
  expect((await send(http.url, modern('server/discover'))).status).toBe(200);
  expect(events).not.toContain('b began');
  release('a');
  await happened('b began');
  release('b');
  await connection.until('"b');
});

test('one that waits for its turn on a lost connection never begins, and is not open', async () => {
  const { server, events, happened } = fixture();
  await using http = await serving(server, { clientLimits: { open: 1 } });
  const connection = new RawConnection(http.url);
  connection.write(waiting('a') + waiting('b'));
  await happened('a began');
  expect((await send(http.url, modern('server/discover'))).status).toBe(429);
  await connection.drop();
  await happened('a ended');
  expect((await send(http.url, modern('server/discover'))).status).toBe(200);
  expect(events).not.toContain('b began');
});
