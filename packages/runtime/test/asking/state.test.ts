// Sealed state: for which requests it opens (docs/security.md, "Sealed state").
import { expect, test } from 'vitest';
import { defineServer, defineTool, type McpServer } from '../../src/index.ts';
import { connect } from '../../src/testing/connect.ts';

const schema = { type: 'object', properties: { ok: { type: 'boolean' } } } as const;
const stateSecrets = ['a secret that several servers have'];

const shop = (name: string, price: number, version = '1'): McpServer =>
  defineServer({
    ...{ name, version, stateSecrets },
    tools: [
      defineTool({
        name: 'pay',
        run: async (_, ctx) => {
          const asked = await ctx.once('price', () => price);
          await ctx.ask.elicit('sure', { message: `Pay ${asked}?`, schema });
          return `${name} paid ${asked}`;
        },
      }),
    ],
  });

const open = (server: McpServer) =>
  connect(server, { revision: '2026-07-28', capabilities: { elicitation: {} } });
const inputResponses = { sure: { action: 'accept', content: { ok: true } } };

test('state opens only on a server of the same name, even if another one has the same secret', async () => {
  await using cheap = await open(shop('shop-a', 1));
  const { requestState } = await cheap.request('tools/call', { name: 'pay' }, { answer: false });
  const retry = { name: 'pay', requestState, inputResponses };
  await using dear = await open(shop('shop-b', 100));
  await expect(dear.request('tools/call', retry)).rejects.toMatchObject({ code: -32602 });
  await using replica = await open(shop('shop-a', 1, '2'));
  expect(await replica.request('tools/call', retry)).toMatchObject({ content: [{ text: 'shop-a paid 1' }] });
});
