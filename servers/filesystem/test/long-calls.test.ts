// Long calls as tasks, and the skill: how a client of 2026-07-28 sees them.
import { connect } from '@mcp/runtime/testing';
import { expect, test, vi } from 'vitest';
import { temporary } from './setup.ts';

const capabilities = { extensions: { 'io.modelcontextprotocol/tasks': {} } };

test.each(['stdio', 'http'] as const)(
  'searches and trees return answers or tasks over %s',
  async (transport) => {
    using dir = temporary({ 'a/b.txt': 'text' });
    await using client = await connect(dir.server, { transport, capabilities });
    for (const [name, args] of [
      ['search_files', { pattern: '**/*.txt' }],
      ['directory_tree', {}],
    ] as const) {
      const call = { name, arguments: { path: dir.path, ...args } };
      const answer = await client.request('tools/call', call);
      const { taskId } = answer;
      const last = async (): Promise<unknown> =>
        taskId === undefined ? answer : client.request('tasks/get', { taskId });
      await vi.waitFor(async () => expect(JSON.stringify(await last())).toContain('b.txt'), 20_000);
    }
  },
);

test('the skill is there', async () => {
  using dir = temporary();
  await using client = await connect(dir.server, { capabilities });
  const uri = 'skill://change-files-safely/SKILL.md';
  expect(await client.request('skills/list')).toMatchObject({ skills: [{ uri }] });
  expect(await client.request('resources/read', { uri })).toMatchObject({ contents: [{ uri }] });
});
