// What every call needs to know is asked for after the first list was answered.
import { subscribe } from 'node:diagnostics_channel';
import { connect } from '@mcp/runtime/testing';
import { expect, test, vi } from 'vitest';
import { call, repository, serve } from './setup.ts';

test('the sandbox, the version and the configuration of the operator are asked for before the first call', async () => {
  using dir = repository();
  let count = 0;
  subscribe('child_process', () => void (count += 1));
  await using client = await connect(serve([dir.path], { sandbox: 'auto' }));
  await client.request('tools/list');
  expect(count).toBe(0);
  await vi.waitFor(() => expect(count).toBeGreaterThan(1));
  let before = -1;
  // Until no other one starts.
  await vi.waitUntil(() => before === (before = count), { interval: 300 });
  await call(client, 'git_status');
  // The configuration of the repository, its index, the status.
  expect(count - before).toBe(3);
  await call(client, 'git_status');
  expect(count - before).toBe(4);
});
