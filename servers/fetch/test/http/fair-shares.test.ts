// No client can occupy all requests to a site.
import { connect } from '@mcp/runtime/testing';
import { expect, test } from 'vitest';
import { callTool, serve, textsOf } from '../setup.ts';
import { site } from '../site.ts';

test('a session whose calls hang does not block another one at the same site', async () => {
  await using page = await site((request, response) => {
    if (request.url === '/quick') response.setHeader('content-type', 'text/plain').end('here');
  });
  const server = serve({ 'ignore-robots-txt': true });
  await using hanging = await connect(server, { revision: '2025-11-25' });
  await using other = await connect(server, { revision: '2025-11-25' });
  // The last of them waits for the page that the other session also wants.
  const ids = Array.from({ length: 50 }, (_, id) => `h${id}`);
  for (const [at, id] of ids.entries()) {
    const params = { name: 'fetch', arguments: { url: `${page.origin}/${at === 49 ? 'quick' : at}` } };
    hanging.send({ jsonrpc: '2.0', id, method: 'tools/call', params });
  }
  await expect.poll(() => page.requests.length).toBe(4);
  const result = await callTool(other, 'fetch', { url: `${page.origin}/quick` });
  expect(textsOf(result)).toEqual([expect.stringContaining('here')]);
  expect(page.requests.length).toBe(5);
  // Otherwise the session waits for them before it ends.
  for (const requestId of ids) hanging.notify('notifications/cancelled', { requestId });
});
