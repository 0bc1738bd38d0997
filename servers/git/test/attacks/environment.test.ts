// What surrounds the server: variables of its parent, and programs that want to wait for a person.
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from '@mcp/runtime/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { ask, call, repository, serve, temporary, textsOf, type Temporary } from '../setup.ts';
import { callAll, failures, READS, WRITES } from './all-tools.ts';

afterEach(() => vi.unstubAllEnvs());

const VARIABLES = [
  ...[
    'GIT_EXTERNAL_DIFF',
    'GIT_PAGER',
    'PAGER',
    'GIT_EDITOR',
    'EDITOR',
    'VISUAL',
    'GIT_SEQUENCE_EDITOR',
    'GIT_ASKPASS',
  ],
  ...['SSH_ASKPASS', 'GIT_SSH', 'GIT_SSH_COMMAND', 'GIT_PROXY_COMMAND', 'LESSOPEN'],
];

test('variables of the parent start nothing and change nothing', async () => {
  using nest = temporary();
  nest.write({ 'program.sh': `#!/bin/sh\n: > ${nest.at('canary')}\n` });
  chmodSync(nest.at('program.sh'), 0o755);
  using other = repository({ 'secret.txt': '' });
  using dir = repository();
  dir.write({ 'a.txt': 'two\n' });
  for (const name of VARIABLES) vi.stubEnv(name, nest.at('program.sh'));
  vi.stubEnv('GIT_DIR', other.at('.git'));
  vi.stubEnv('GIT_WORK_TREE', other.path);
  vi.stubEnv('GIT_INDEX_FILE', other.at('.git/index'));
  vi.stubEnv('GIT_OBJECT_DIRECTORY', other.at('.git/objects'));
  vi.stubEnv('GIT_ALTERNATE_OBJECT_DIRECTORIES', other.at('.git/objects'));
  vi.stubEnv('GIT_NAMESPACE', 'x');
  vi.stubEnv('GIT_TRACE', nest.at('trace'));
  vi.stubEnv('GIT_CONFIG_PARAMETERS', `'core.fsmonitor'='${nest.at('program.sh')}'`);
  vi.stubEnv('GIT_CONFIG_COUNT', '1');
  vi.stubEnv('GIT_CONFIG_KEY_0', 'core.fsmonitor');
  vi.stubEnv('GIT_CONFIG_VALUE_0', nest.at('program.sh'));
  await using client = await connect(serve([dir.path]), { revision: '2025-11-25' });
  const answers = await callAll(client, [...READS, ...WRITES]);
  expect(failures(answers)).toEqual([]);
  expect([existsSync(nest.at('canary')), existsSync(nest.at('trace'))]).toEqual([false, false]);
  expect(JSON.stringify([...answers.values()])).not.toContain('secret.txt');
});

test('a program named git in the repository, or in a relative folder of the PATH, is not taken', async () => {
  using dir = repository();
  dir.write({ git: `#!/bin/sh\n: > ${dir.at('canary')}\n` });
  chmodSync(dir.at('git'), 0o755);
  vi.stubEnv('PATH', `.:${process.env['PATH']}`);
  expect((await ask(dir, 'git_status')).isError).toBeUndefined();
  expect(existsSync(dir.at('canary'))).toBe(false);
});

/** A commit that never ends: its hook waits, and says who it is. */
const waiting = (): Temporary => {
  const dir = repository();
  writeFileSync(
    dir.at('.git/hooks/pre-commit'),
    `#!/bin/sh\necho $$ > ${dir.at('.git/pid')}\nsleep 1000 & wait\n`,
  );
  chmodSync(dir.at('.git/hooks/pre-commit'), 0o755);
  dir.write({ 'a.txt': 'two\n' });
  dir.git('add', '.');
  return dir;
};

const isRunning = (dir: Temporary): boolean => {
  try {
    process.kill(Number(readFileSync(dir.at('.git/pid'), 'utf8')), 0);
    return true;
  } catch {
    return false;
  }
};

test('a cancelled call stops git and what it started, and leaves no lock', async () => {
  using dir = waiting();
  await using client = await connect(serve([dir.path], { trust: true }), { revision: '2025-11-25' });
  const params = { name: 'git_commit', arguments: { message: 'x' } };
  client.send({ jsonrpc: '2.0', id: 'slow', method: 'tools/call', params });
  await vi.waitUntil(() => existsSync(dir.at('.git/pid')) && isRunning(dir), { timeout: 10_000 });
  client.notify('notifications/cancelled', { requestId: 'slow' });
  await vi.waitUntil(() => !isRunning(dir), { timeout: 10_000 });
  await vi.waitUntil(() => !existsSync(dir.at('.git/index.lock')), { timeout: 10_000 });
  expect(await call(client, 'git_reset')).toMatchObject({ structuredContent: { unstaged: ['a.txt'] } });
});

test('git is stopped when it takes too long', async () => {
  using dir = waiting();
  const answer = await ask(dir, 'git_commit', { message: 'x' }, { trust: true, timeout: 2 });
  expect(textsOf(answer)).toEqual([
    'git took longer than 2 s and was stopped. Ask for less: fewer commits, or some paths only.',
  ]);
  await vi.waitUntil(() => !isRunning(dir), { timeout: 10_000 });
  expect(existsSync(dir.at('.git/index.lock'))).toBe(false);
});
