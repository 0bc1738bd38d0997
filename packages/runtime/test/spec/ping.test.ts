// Ping: the server answers at any time (basic/utilities/ping).
import { expect } from 'vitest';
import { defineServer, defineTool } from '../../src/index.ts';
import { verifies } from './harness.ts';
import { pipes } from './requirements/types.ts';

verifies(
  'PING-1',
  'answers ping before the handshake with an empty result',
  async ({ connect }) => {
    const client = await connect(defineServer({ name: 'test', version: '1.0.0' }), { initialize: false });
    client.send({ jsonrpc: '2.0', id: 1, method: 'ping' });
    await client.waitFor((message) => message['id'] === 1);
    expect(client.received).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }]);
  },
  { transports: pipes },
);

verifies('PING-1', 'answers ping while a handler is busy', async ({ connect }) => {
  let release = (text: string): void => void text;
  const released = new Promise<string>((resolve) => (release = resolve));
  const slow = defineTool({ name: 'slow', run: () => released });
  const client = await connect(defineServer({ name: 'test', version: '1.0.0', tools: [slow] }));
  client.send({ jsonrpc: '2.0', id: 'busy', method: 'tools/call', params: { name: 'slow' } });
  expect(await client.request('ping', undefined, { id: 'ping' })).toEqual({});
  expect(client.received.at(-1)).toEqual({ jsonrpc: '2.0', id: 'ping', result: {} });
  release('');
});
