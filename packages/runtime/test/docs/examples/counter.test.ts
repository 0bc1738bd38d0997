// The tests of docs/testing.md.
// region simple
import { REVISIONS } from '@mcp/runtime';
import { connect } from '@mcp/runtime/testing';
import { expect, test } from 'vitest';
import { createCounter } from './counter.ts';

test('adds when the user agrees', async () => {
  await using client = await connect(createCounter(), {
    revision: '2025-11-25',
    capabilities: { elicitation: {} },
    answers: { 'elicitation/create': () => ({ action: 'accept', content: {} }) },
  });
  const result = await client.request('tools/call', { name: 'add', arguments: { amount: 2 } });
  expect(result['structuredContent']).toEqual({ count: 2 });
});
// endregion

// region revisions
const FORMS = REVISIONS.filter((revision) => revision >= '2025-06-18');

test.each(FORMS)('adds nothing when the user declines in %s', async (revision) => {
  await using client = await connect(createCounter(), {
    revision,
    transport: 'stdio',
    capabilities: { elicitation: {} },
    answers: { 'elicitation/create': () => ({ action: 'decline' }) },
  });
  const result = await client.request('tools/call', { name: 'add', arguments: { amount: 2 } });
  expect(result['structuredContent']).toEqual({ count: 0 });
});
// endregion

// region wire
test('answers what is not JSON and goes on', async () => {
  await using client = await connect(createCounter(), { initialize: false });
  client.send('{"jsonrpc":');
  const answer = await client.waitFor((message) => 'error' in message);
  expect(answer).toMatchObject({ jsonrpc: '2.0', error: { code: -32700 } });
  await expect(client.request('server/discover')).resolves.toMatchObject({ resultType: 'complete' });
});
// endregion

// region rounds
test('asks before it adds', async () => {
  await using client = await connect(createCounter(), { capabilities: { elicitation: {} } });
  const params = { name: 'add', arguments: { amount: 2 } };
  const question = await client.request('tools/call', params, { answer: false });
  expect(question).toMatchObject({
    resultType: 'input_required',
    inputRequests: { sure: { method: 'elicitation/create', params: { message: 'Add 2?' } } },
  });
});
// endregion

// region notifications
test('rejects with the error of the server', async () => {
  await using client = await connect(createCounter(), { revision: '2025-11-25' });
  await expect(client.request('tools/call', { name: 'ad' })).rejects.toMatchObject({
    code: -32602,
    message: expect.stringContaining('did you mean "add"?'),
  });
  expect(client.notifications()).toEqual([]);
});
// endregion

// region program
test('is a program that a host can start', async () => {
  const program = `${import.meta.dirname}/adder-server.ts`;
  await using client = await connect({ command: process.execPath, args: [program] });
  const { tools } = await client.request('tools/list');
  expect(tools).toMatchObject([{ name: 'add' }]);
  await client.close();
  expect(await client.exited).toEqual({ code: 0, signal: null });
});
// endregion
