// No client keeps all places of a site.
import { connect } from '@mcp/runtime/testing';
import { expect, test } from 'vitest';
import { serve } from '../setup.ts';
import { site } from '../site.ts';

test('a session whose calls hang does not hold up another one at the same site', async () => {
  await using page = await site((request, response) => {
    if (request.url === '/quick') response.setHeader('content-type', 'text/plain').end('here');
  });
  const server = serve({ 'ignore-robots-txt': true });
  await using hanging = await connect(server, { revision: '2025-11-25' });
  await using other = await connect(server, { revision: '2025-11-25' });
  // The last of them waits for the page that the other session wants too.
  for (let id = 0; id < 50; id += 1) {
    const params = { name: 'fetch', arguments: { url: `${page.origin}/${id === 49 ? 'quick' : id}` } };
    hanging.send({ jsonrpc: '2.0', id: `h${id}`, method: 'tools/call', params });
  }
  await expect.poll(() => page.requests.length).toBe(4);
  const result = await other.request('tools/call', {
    name: 'fetch',
    arguments: { url: `${page.origin}/quick` },
  });
  expect(result).toMatchObject({ content: [{ text: expect.stringContaining('here') }] });
  expect(page.requests.length).toBe(5);
});
