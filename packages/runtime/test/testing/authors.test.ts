// Test client for authors: follows tasks, and detects side effects before a question.
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { defineServer, defineTool, ToolError, type Context } from '../../src/index.ts';
import { tasks } from '../../src/tasks.ts';
import { connect } from '../../src/testing.ts';

const info = { name: 'test', version: '1' };
const answers = { 'elicitation/create': () => ({ action: 'accept', content: {} }) };
const capabilities = { elicitation: {} };

describe.each(['memory', 'http'] as const)('client.task over %s', (transport) => {
  const bake = defineTool({
    name: 'bake',
    task: 'required',
    inputSchema: { type: 'object', properties: { burns: { type: 'boolean' } } },
    run: async ({ burns = false }, ctx) => {
      await sleep(5);
      if (burns) throw new ToolError('It burnt.');
      const { agreed } = await ctx.ask.agree('slice', 'Slice it?');
      return agreed ? 'slices' : 'a loaf';
    },
  });
  const server = defineServer({
    ...info,
    tools: [bake, defineTool({ name: 'plain', run: () => 'done' })],
    extensions: [tasks()],
  });

  test('answers the questions of a task, and resolves at its end', async () => {
    await using client = await connect(server, { transport, capabilities, answers });
    expect(await client.task('bake')).toMatchObject({
      status: 'completed',
      result: { content: [{ type: 'text', text: 'slices' }] },
    });
    expect(await client.task('bake', { burns: true })).toMatchObject({
      status: 'completed',
      result: { content: [{ type: 'text', text: 'It burnt.' }], isError: true },
    });
  });

  test('rejects if the call is answered without a task', async () => {
    await using client = await connect(server, { transport });
    await expect(client.task('plain')).rejects.toThrow(
      /^the call of plain was answered without a task: .*done/,
    );
  });
});

describe('`repeat` runs a handler that asks twice, and compares its questions', () => {
  const orders: string[] = [];
  const ask = (ctx: Context) => ctx.ask.agree('sure', `Order ${orders.length} so far. Sure?`);
  const order = async (): Promise<void> => void orders.push('pie');
  const server = defineServer({
    ...info,
    tools: [
      defineTool({
        name: 'early',
        run: async (_, ctx) => {
          await order();
          return JSON.stringify(await ask(ctx));
        },
      }),
      defineTool({
        name: 'once',
        run: async (_, ctx) => {
          const id = await ctx.once('id', () => Math.random());
          const { agreed } = await ctx.ask.agree('sure', `Sure of ${id}?`);
          return `${agreed} ${typeof id}`;
        },
      }),
      defineTool({
        name: 'twice',
        atMostOnce: true,
        run: async (_, ctx) => {
          const { agreed: first } = await ctx.ask.agree('first', 'Sure?');
          const { agreed: second } = await ctx.ask.agree('second', 'Really?');
          return `${first} ${second}`;
        },
      }),
      defineTool({
        name: 'late',
        run: async (_, ctx) => {
          await ask(ctx);
          await order();
          return 'ordered';
        },
      }),
    ],
  });
  const call = (name: string) => ['tools/call', { name }] as const;

  test('a side effect before a question fails the request', async () => {
    await using client = await connect(server, { capabilities, answers, repeat: true });
    await expect(client.request(...call('early'))).rejects.toThrow(
      /^the handler asked .*Order 1 so far.* when it ran again .*Order 2 so far.*use ctx.once, or ask first$/,
    );
  });

  test('a side effect after the question or in `once` does not', async () => {
    await using client = await connect(server, { capabilities, answers, repeat: true });
    const text = (said: string) => ({ content: [{ type: 'text', text: said }] });
    expect(await client.request(...call('once'))).toMatchObject(text('true number'));
    const before = orders.length;
    expect(await client.request(...call('late'))).toMatchObject(text('ordered'));
    expect(orders).toHaveLength(before + 1);
  });

  test('a tool that runs at most once may ask in several rounds', async () => {
    await using client = await connect(server, { capabilities, answers, repeat: true });
    expect(await client.request(...call('twice'))).toMatchObject({
      content: [{ type: 'text', text: 'true true' }],
    });
  });

  test('without it the request is answered', async () => {
    await using client = await connect(server, { capabilities, answers });
    expect(await client.request(...call('early'))).toMatchObject({ content: [{ type: 'text' }] });
  });
});
