// Pipelining: each request on a connection starts once the previous answer is sent.
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

/** Calls the tool that waits for its release. */
const waiting = (name: string): string => {
  const body = JSON.stringify(modern('tools/call', { name: 'wait', arguments: { name } }).body);
  return post([...HEADERS, `Content-Length: ${body.length}`], body);
};

test('a request starts after the previous one', async () => {
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

test('a request waiting on a lost connection never starts and is not counted as open', async () => {
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
