// The length of a progress token, which is sent back with each notification (basic/utilities/progress).
import { expect } from 'vitest';
import { defineServer, defineTool } from '../../src/index.ts';
import { exchange, verifies } from './harness.ts';
import { request } from './messages.ts';

verifies('PROG-1', 'a token of 1,024 characters is used, a longer one is refused', async (bench) => {
  const { revision, connect } = bench;
  let calls = 0;
  const report = defineTool({
    name: 'report',
    run: (_, ctx) => {
      calls++;
      ctx.progress(1);
      return 'done';
    },
  });
  const client = await connect(defineServer({ name: 'test', version: '1.0.0', tools: [report] }));
  const call = (id: string, progressToken: string): { readonly [member: string]: unknown } => {
    const message = request(revision, id, 'tools/call', { name: 'report' });
    const params = message['params'] as { _meta?: object };
    return { ...message, params: { ...params, _meta: { ...params._meta, progressToken } } };
  };
  await exchange(client, call('short', 'x'.repeat(1024)));
  expect(client.notifications()).toHaveLength(1);
  const refused = await exchange(client, call('long', 'x'.repeat(1025)));
  expect(refused).toMatchObject({
    id: 'long',
    error: {
      code: -32602,
      message: 'Invalid params: params._meta.progressToken has 1025 characters; use at most 1024',
    },
  });
  expect([calls, client.notifications().length]).toEqual([1, 1]);
});
