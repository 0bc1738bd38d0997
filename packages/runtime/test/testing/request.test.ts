// Test client requests: `params._meta` and the option `_meta`, in every revision.
import { expect, test } from 'vitest';
import { defineServer, defineTool, REVISIONS } from '../../src/index.ts';
import { connect } from '../../src/testing.ts';

const walk = defineTool({
  name: 'walk',
  run: (_, ctx) => {
    ctx.progress(1, 1);
    return 'walked';
  },
});
const server = defineServer({ name: 'test', version: '1.0.0', tools: [walk] });
const call = { name: 'walk' };

test.each(REVISIONS)('%s: sends members of params._meta with those of the revision', async (revision) => {
  await using client = await connect(server, { revision });
  await client.request('tools/call', { ...call, _meta: { progressToken: 'p' } });
  await client.request(
    'tools/call',
    { ...call, _meta: { progressToken: 'q' } },
    { _meta: { progressToken: 'r' } },
  );
  const tokens = client.notifications('notifications/progress').map(({ params }) => params);
  expect(tokens).toMatchObject([{ progressToken: 'p' }, { progressToken: 'r' }]);
});
