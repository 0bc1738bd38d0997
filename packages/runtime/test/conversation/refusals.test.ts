// Refusals: come at once, however many calls wait.
import { expect, test } from 'vitest';
import { defineServer, defineTool } from '../../src/index.ts';
import { connect } from '../../src/testing/connect.ts';

const META = { 'io.modelcontextprotocol/clientCapabilities': {} };
const VERSION = 'io.modelcontextprotocol/protocolVersion';

test('while the queue is full, an invalid request gets its specific error', async () => {
  let finish = (): void => {};
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const wait = defineTool({ name: 'wait', run: () => finished });
  const limits = { inFlight: 1, queue: 1, stallMs: 5 };
  await using client = await connect(defineServer({ name: 'test', version: '1', tools: [wait], limits }));
  const refused = { error: { code: -31000 } };
  const calls = Array.from({ length: 20 }, () => client.request('tools/call', { name: 'wait' }));
  const outcomes = Promise.allSettled(calls);
  expect(await client.waitFor(({ error }) => error !== undefined)).toMatchObject(refused);
  const wrong: readonly [number, string, object][] = [
    [-32601, 'prompts/get', { name: 'p', _meta: { ...META, [VERSION]: '2026-07-28' } }],
    [-32602, 'tools/call', { name: 'wait', _meta: { ...META, [VERSION]: 7 } }],
    [-32022, 'tools/call', { name: 'wait', _meta: { ...META, [VERSION]: '2024-11-05' } }],
    [-32600, 'tools/call', { name: 'wait' }],
  ];
  for (const [code, method, params] of wrong) {
    client.send({ jsonrpc: '2.0', id: `is ${code}`, method, params });
    expect(await client.waitFor(({ id }) => id === `is ${code}`)).toMatchObject({ error: { code } });
  }
  finish();
  const fulfilled = (await outcomes).filter(({ status }) => status === 'fulfilled');
  expect(fulfilled.length).toBeGreaterThan(0);
});
