// Ping: the server answers at any time (basic/utilities/ping).
import { expect } from 'vitest';
import { defineServer, defineTool } from '../../src/index.ts';
import { verifies } from './harness.ts';
import { answerTo, requestOf } from './messages.ts';
import { pipes } from './requirements/types.ts';

verifies(
  'PING-1',
  'answers ping before the handshake with an empty result',
  async ({ connect }) => {
    const client = await connect(defineServer({ name: 'test', version: '1.0.0' }), { initialize: false });
    client.send(requestOf(1, 'ping'));
    await client.waitFor((message) => message['id'] === 1);
    expect(client.received).toEqual([answerTo(1, {})]);
  },
  { transports: pipes },
);

verifies('PING-1', 'answers ping while a handler is busy', async ({ connect }) => {
  let release = (text: string): void => void text;
  const released = new Promise<string>((resolve) => (release = resolve));
  const slow = defineTool({ name: 'slow', run: () => released });
  const client = await connect(defineServer({ name: 'test', version: '1.0.0', tools: [slow] }));
  client.send(requestOf('busy', 'tools/call', { name: 'slow' }));
  expect(await client.request('ping', undefined, { id: 'ping' })).toEqual({});
  expect(client.received.at(-1)).toEqual(answerTo('ping', {}));
  release('');
});
