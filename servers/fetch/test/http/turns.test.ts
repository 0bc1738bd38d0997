// No client keeps all places of a site.
import { connect } from '@mcp/runtime/testing';
import { expect, test } from 'vitest';
import { Turns } from '../../src/http/turns.ts';
import { serve } from '../setup.ts';
import { site } from '../site.ts';

const { signal } = new AbortController();

test('a client has four places of six, and others the rest, in their order', async () => {
  const turns = new Turns();
  const began: string[] = [];
  const take = async (client: string): Promise<() => void> => {
    const leave = await turns.take('https://a.test', client, signal);
    began.push(client);
    return leave;
  };
  const ann = Array.from({ length: 5 }, () => take('ann'));
  const bob = Array.from({ length: 3 }, () => take('bob'));
  await expect.poll(() => began).toEqual(['ann', 'ann', 'ann', 'ann', 'bob', 'bob']);
  (await bob[0])?.();
  await expect.poll(() => began.slice(6)).toEqual(['bob']);
  (await ann[0])?.();
  await expect.poll(() => began.slice(7)).toEqual(['ann']);
});

test('who gives up waiting takes no place', async () => {
  const turns = new Turns();
  const held = await Promise.all(Array.from({ length: 4 }, () => turns.take('https://a.test', 1, signal)));
  const controller = new AbortController();
  const waiting = turns.take('https://a.test', 1, controller.signal);
  controller.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  for (const leave of held) leave();
  await expect(turns.take('https://a.test', 1, signal)).resolves.toBeTypeOf('function');
});

test('a session whose calls hang does not hold up another one at the same site', async () => {
  await using page = await site((request, response) => {
    if (request.url === '/quick') response.setHeader('content-type', 'text/plain').end('here');
  });
  const server = serve({ 'ignore-robots-txt': true });
  await using hanging = await connect(server, { revision: '2025-11-25' });
  await using other = await connect(server, { revision: '2025-11-25' });
  for (let id = 0; id < 50; id += 1) {
    const params = { name: 'fetch', arguments: { url: `${page.origin}/${id}` } };
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
