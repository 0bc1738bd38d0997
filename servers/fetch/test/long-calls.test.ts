// Calls that outlive their answer, and the skill, as a client of 2026-07-28 sees them.
import { connect } from '@mcp/runtime/testing';
import { expect, test, vi } from 'vitest';
import { serve } from './setup.ts';
import { site } from './site.ts';

const capabilities = { extensions: { 'io.modelcontextprotocol/tasks': {} } };

test.each(['stdio', 'http'] as const)('fetch_many of a slow site is a task over %s', async (transport) => {
  let answer = (): void => {};
  const allowed = new Promise<void>((resolve) => (answer = resolve));
  await using page = await site((_request, response) => {
    void allowed.then(() => response.setHeader('content-type', 'text/plain').end('slow'));
  });
  const server = serve({ 'ignore-robots-txt': true });
  await using client = await connect(server, { transport, capabilities });
  const call = { name: 'fetch_many', arguments: { urls: [`${page.origin}/a`] } };
  const { taskId, resultType } = await client.request('tools/call', call);
  expect(resultType).toBe('task');
  answer();
  await vi.waitFor(
    async () => expect(await client.request('tasks/get', { taskId })).toMatchObject({ status: 'completed' }),
    20_000,
  );
  const { result } = await client.request('tasks/get', { taskId });
  expect(JSON.stringify(result)).toContain('slow');
});

test('the skill is there', async () => {
  await using client = await connect(serve(), { capabilities });
  const uri = 'skill://research-the-web/SKILL.md';
  expect(await client.request('skills/list')).toMatchObject({ skills: [{ uri }] });
  expect(await client.request('resources/read', { uri })).toMatchObject({ contents: [{ uri }] });
  expect(client.server['instructions']).toContain(uri);
});
