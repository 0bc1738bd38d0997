import { expect, test } from 'vitest';
import { serveNew } from '../setup.ts';

// What the memo says is in official/swap.test.ts.
test('adds to the memo, and tells who watches it', async () => {
  await using server = await serveNew('', { toolsets: ['demo'] });
  const uri = 'memo://insights';
  await server.client.request('resources/subscribe', { uri });
  expect(await server.call('append_insight', { insight: 'Tea sells' })).toEqual({
    content: [{ type: 'text', text: 'Insight added to memo' }],
    structuredContent: { count: 1 },
  });
  const updated = await server.client.waitFor(({ method }) => method === 'notifications/resources/updated');
  expect(updated['params']).toEqual({ uri });
});
