// When a tool begins, and what methods return (docs/decisions/2026-11-23-promises-above-the-peer.md).
import { expect, test } from 'vitest';
import type { Extension } from '../../src/extensions.ts';
import { defineServer, defineTool } from '../../src/index.ts';
import { connect } from '../../src/testing/connect.ts';

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

test('a tool starts in the same turn as its message arrives if its schema is synchronous', async () => {
  const events: string[] = [];
  const properties = { text: { type: 'string' } } as const;
  const note = defineTool({
    name: 'note',
    inputSchema: { type: 'object', properties, required: ['text'] },
    run: ({ text }) => {
      events.push(text);
      return 'noted';
    },
  });
  const { peer } = defineServer({ name: 'test', version: '1', tools: [note] }).transport.open({
    send: () => {},
  });
  const params = { name: 'note', arguments: { text: 'begun' }, _meta: META };
  peer.receive(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }), { send: () => {} });
  await new Promise((resolve) => setImmediate(resolve));
  expect(events).toEqual(['begun']);
});

test('the handler of a method may return its reply or a promise of it', async () => {
  const since = { since: '2026-07-28' } as const;
  const row = { from: 'client', first: '2026-07-28', extension: 'com.example/two' } as const;
  const shape = { said: since, resultType: since };
  const two: Extension = {
    id: 'com.example/two',
    features: () => [
      {
        methods: {
          'two/now': { row, shape, handle: () => ({ said: 'now' }) },
          'two/later': { row, shape, handle: () => Promise.resolve({ said: 'later' }) },
        },
      },
    ],
  };
  const server = defineServer({ name: 'test', version: '1', extensions: [two] });
  await using client = await connect(server, { capabilities: { extensions: { 'com.example/two': {} } } });
  expect(await client.request('two/now')).toMatchObject({ said: 'now' });
  expect(await client.request('two/later')).toMatchObject({ said: 'later' });
});
