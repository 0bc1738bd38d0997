// The number of git processes per call.
import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { connect, type TestClient } from '@mcp/runtime/testing';
import { expect, test } from 'vitest';
import { call, repository, serve, type Temporary } from './setup.ts';

/** The git commands that a call starts, by name. */
const started = async (client: TestClient, name: string, args: object): Promise<readonly string[]> => {
  const processes: ChildProcess[] = [];
  const note = (message: unknown): void =>
    void processes.push((message as { readonly process: ChildProcess }).process);
  subscribe('child_process', note);
  try {
    expect(await call(client, name, args)).not.toHaveProperty('isError');
  } finally {
    unsubscribe('child_process', note);
  }
  return processes.map(({ spawnargs }) =>
    spawnargs.slice(spawnargs.findIndex((each) => /(?:^|\/)git$/.test(each)) + 1).join(' '),
  );
};

const withBranch = (): Temporary => {
  const dir = repository();
  dir.git('checkout', '-q', '-b', 'topic');
  dir.write({ 'b.txt': 'b\n' });
  dir.commit('topic');
  dir.git('checkout', '-q', 'main');
  dir.write({ 'c.txt': 'c\n' });
  dir.commit('main goes on');
  return dir;
};

test.each([
  ['git_status', {}, 1],
  ['git_log', {}, 1],
  ['git_commit', { message: 'two', files: ['a.txt'] }, 4],
  ['git_merge', { revision: 'topic' }, 5],
] as const)('%s %j starts at most %i', async (name, args, most) => {
  using dir = withBranch();
  dir.write({ 'a.txt': 'two\n' });
  await using client = await connect(serve([dir.path], { sandbox: 'off' }));
  await started(client, 'git_status', {});
  const commands = await started(client, name, args);
  expect(commands.length).toBeLessThanOrEqual(most);
});
