// docs/lifecycle.md: each exit of the drawing, sent over stdio, has the answer that the drawing says.
import { PassThrough } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineServer, defineTool, resourceRegistry, ToolError, type McpServer } from '@mcp/runtime';
import { serveStdio } from '@mcp/runtime/stdio';
import { describe, expect, test } from 'vitest';
import { root } from './documents.ts';

const drawing = readFileSync(join(root, 'docs/lifecycle.md'), 'utf8').split('\n');

const createServer = (): McpServer =>
  defineServer({
    name: 'exits',
    version: '1.0.0',
    resources: resourceRegistry(),
    limits: { inFlight: 1, queue: 1, stallMs: 10 },
    report: () => {},
    tools: [
      defineTool({ name: 'sleep', run: (_args, { signal }) => setTimeout(60_000, 'slept', { signal }) }),
      defineTool({ name: 'fail', run: () => Promise.reject(new ToolError('no')) }),
      defineTool({ name: 'crash', run: () => Promise.reject(new Error('bug')) }),
      defineTool({
        name: 'ask',
        run: async (_args, ctx) => {
          const schema = { type: 'object', properties: { name: { type: 'string' } } } as const;
          return (await ctx.ask.elicit('name', { message: 'Name?', schema })).action;
        },
      }),
    ],
  });

const envelope = (version: unknown = '2026-07-28', capabilities: object = {}): object => ({
  'io.modelcontextprotocol/protocolVersion': version,
  'io.modelcontextprotocol/clientCapabilities': capabilities,
});
const request = (method: string, params: unknown, id: unknown = 'it'): object => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});
const modern = (method: string, params: object = {}, id: unknown = 'it'): object =>
  request(method, { ...params, _meta: envelope() }, id);
const initialize = (revision: string, id = 'first'): object =>
  request(
    'initialize',
    { protocolVersion: revision, capabilities: {}, clientInfo: { name: 'test', version: '1' } },
    id,
  );
const session = initialize('2025-11-25');
const sleep = modern('tools/call', { name: 'sleep' }, 1);

/** What is sent, and what comes back. */
interface Exit {
  /** The words of the drawing. */
  readonly says: string;
  /** Messages or bytes, written one after the other with a little time between them. */
  readonly send: readonly (object | string | Uint8Array)[];
  /** The answer to the message with the id "it", or to the one without a readable id. */
  readonly answer: number | 'nothing' | 'isError' | 'input_required';
}

const exits: readonly Exit[] = [
  { says: 'longer than maxMessageBytes', send: ['x'.repeat(5000)], answer: -32600 },
  { says: 'not UTF-8', send: [Uint8Array.of(0x22, 0xff, 0x22, 0x0a)], answer: -32700 },
  { says: 'empty line', send: ['\n'], answer: 'nothing' },
  { says: 'not JSON', send: ['{"jsonrpc":'], answer: -32700 },
  { says: 'batch where there are none', send: [session, [request('ping', {})]], answer: -32600 },
  { says: 'not a JSON-RPC message', send: [{ id: 'it', method: 'ping' }], answer: -32600 },
  { says: 'params are a list', send: [request('ping', [])], answer: -32602 },
  { says: 'known: handled; unknown: ignored', send: [{ jsonrpc: '2.0', method: 'what' }], answer: 'nothing' },
  { says: 'settles our question', send: [{ jsonrpc: '2.0', id: 'it', result: {} }], answer: 'nothing' },
  {
    says: 'id in use',
    send: [modern('tools/call', { name: 'sleep' }), modern('server/discover')],
    answer: -32600,
  },
  { says: '── malformed', send: [request('tools/list', { _meta: envelope(5) })], answer: -32602 },
  {
    says: 'revision not served',
    send: [request('tools/list', { _meta: envelope('2025-11-25') })],
    answer: -32022,
  },
  { says: 'in a batch', send: [initialize('2025-03-26'), [modern('tools/list')]], answer: -32600 },
  { says: '── before initialize', send: [request('tools/list', {})], answer: -32600 },
  { says: '── second initialize', send: [session, { ...session, id: 'it' }], answer: -32600 },
  { says: 'no such method in this revision', send: [modern('ping')], answer: -32601 },
  {
    says: 'queue full',
    send: [sleep, { ...sleep, id: 2 }, modern('tools/call', { name: 'sleep' })],
    answer: -31000,
  },
  {
    says: 'sealed state changed or too old',
    send: [modern('tools/call', { name: 'ask', requestState: 'v1.AAAA' })],
    answer: -32602,
  },
  { says: '  params do not fit', send: [modern('tools/call', { name: 5 })], answer: -32602 },
  {
    says: 'no such resource',
    send: [session, request('resources/read', { uri: 'a:b' })],
    answer: -32002,
  },
  { says: 'ToolError', send: [modern('tools/call', { name: 'fail' })], answer: 'isError' },
  { says: 'client cannot be asked', send: [modern('tools/call', { name: 'ask' })], answer: -32021 },
  {
    says: 'question pending',
    send: [request('tools/call', { name: 'ask', _meta: envelope('2026-07-28', { elicitation: {} }) })],
    answer: 'input_required',
  },
  { says: 'anything else is thrown', send: [modern('tools/call', { name: 'crash' })], answer: 'isError' },
  {
    says: '  cancelled',
    send: [
      modern('tools/call', { name: 'sleep' }),
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'it' } },
    ],
    answer: 'nothing',
  },
];

/** Sends everything, ends the input, and gives the answers. */
async function exchange(send: Exit['send']): Promise<Answer[]> {
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  const served = serveStdio(createServer(), { stdin, stdout, maxMessageBytes: 4096, drainMs: 100 });
  for (const item of send) {
    stdin.write(
      item instanceof Uint8Array ? item : `${typeof item === 'string' ? item : JSON.stringify(item)}\n`,
    );
    await setTimeout(20);
  }
  stdin.end();
  await served;
  const text = String(stdout.read() ?? '');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => JSON.parse(line) as Answer | Answer[]);
}

interface Answer {
  readonly id?: unknown;
  readonly error?: { readonly code: number };
  readonly result?: { readonly isError?: boolean; readonly resultType?: string };
}

function kindOf(answers: readonly Answer[]): Exit['answer'] | undefined {
  const ours = answers.filter(({ id }) => id === 'it' || id === undefined);
  // Of two requests with one id the second is answered first, with the error.
  const answer = ours.find(({ error }) => error !== undefined) ?? ours[0];
  if (answer === undefined) return 'nothing';
  if (answer.error !== undefined) return answer.error.code;
  return answer.result?.isError === true ? 'isError' : (answer.result?.resultType as Exit['answer']);
}

describe('each exit of docs/lifecycle.md', () => {
  test.each(exits)('$says: $answer', async ({ says, send, answer }) => {
    const [line = '', ...others] = drawing.filter((drawn) => drawn.includes(says) && drawn.includes('─▶'));
    expect(others).toEqual([]);
    expect(line.split('─▶')[1]).toContain(String(answer).replace('-', '−'));
    expect(kindOf(await exchange(send))).toBe(answer);
  });

  test('is tested', () => {
    const start = drawing.indexOf('```') + 1;
    const drawn = drawing.slice(start, drawing.indexOf('```', start)).filter((line) => line.includes('─▶ '));
    expect(drawn.length).toBeGreaterThan(20);
    const untested = drawn.filter((line) => !exits.some(({ says }) => line.includes(says)));
    expect(untested).toEqual([]);
  });
});
