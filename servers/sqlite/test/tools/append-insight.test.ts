import { expect, test } from 'vitest';
import { serve, temporary } from '../setup.ts';

test('adds to the memo', async () => {
  using dir = temporary();
  await using server = await serve([dir.database('a.db', '')], { toolsets: ['demo'] });
  const memo = () => server.client.request('resources/read', { uri: 'memo://insights' });
  expect(await memo()).toMatchObject({
    contents: [
      {
        uri: 'memo://insights',
        mimeType: 'text/plain',
        text: 'No business insights have been discovered yet.',
      },
    ],
  });
  await server.client.request('resources/subscribe', { uri: 'memo://insights' });
  expect(await server.call('append_insight', { insight: 'Tea sells' })).toEqual({
    content: [{ type: 'text', text: 'Insight added to memo' }],
    structuredContent: { count: 1 },
  });
  await server.client.waitFor(
    ({ method, params }) =>
      method === 'notifications/resources/updated' && JSON.stringify(params) === '{"uri":"memo://insights"}',
    10_000,
  );
  await server.call('append_insight', { insight: 'So does rum' });
  expect(await memo()).toMatchObject({
    contents: [
      {
        text:
          '📊 Business Intelligence Memo 📊\n\nKey Insights Discovered:\n\n- Tea sells\n- So does rum\nSummary:\n' +
          'Analysis has revealed 2 key business insights that suggest opportunities for strategic optimization and growth.',
      },
    ],
  });
});
