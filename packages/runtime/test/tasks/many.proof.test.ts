// Many tasks at once, over stdio and HTTP.
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { connect } from '../../src/testing/connect.ts';
import type { TestClient } from '../../src/testing/test-client.ts';
import { createServer } from './fixture.ts';
import type { Message } from './http-client.ts';

const MANY = 1000;
const capabilities = { elicitation: {}, extensions: { 'io.modelcontextprotocol/tasks': {} } };
const program = { command: process.execPath, args: [join(import.meta.dirname, 'stdio-main.ts')] };
const open = (transport: 'stdio' | 'http'): Promise<TestClient> =>
  transport === 'stdio'
    ? connect(program, { capabilities })
    : connect(createServer({ answerWithinMs: 20 }), { capabilities, transport });

test.each(['stdio', 'http'] as const)(
  `over %s ${MANY} simultaneous tasks all reach their own end`,
  async (transport) => {
    await using client = await open(transport);
    const labels = Array.from({ length: MANY }, (_item, i) => `${i}`);
    const created: Message[] = [];
    for (let i = 0; i < MANY; i += 50)
      created.push(
        ...(await Promise.all(
          labels
            .slice(i, i + 50)
            .map((label) => client.request('tools/call', { name: 'count', arguments: { ms: 2000, label } })),
        )),
      );
    const ids = created.map(({ taskId }) => taskId);
    expect(new Set(ids).size).toBe(MANY);
    for (const [i, taskId] of ids.entries()) {
      const result = { content: [{ type: 'text', text: `counted ${i}` }] };
      await vi.waitFor(
        async () => expect(await client.request('tasks/get', { taskId })).toMatchObject({ result }),
        30_000,
      );
    }
  },
  120_000,
);
