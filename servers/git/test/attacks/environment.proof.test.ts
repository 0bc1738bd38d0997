// The server's surroundings: variables of its parent, and programs that want to wait for a person.
import { existsSync, readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { hostileRepository, writeHooks } from '../hostile-repository.ts';
import { ask, call, open, repository, textsOf, type Temporary } from '../setup.ts';
import { failures, READS, sweep, WRITES } from './all-tools.ts';

afterEach(() => vi.unstubAllEnvs());

const VARIABLES = [
  ...['GIT_EXTERNAL_DIFF', 'GIT_PAGER', 'PAGER', 'GIT_EDITOR', 'EDITOR', 'VISUAL', 'GIT_SEQUENCE_EDITOR'],
  ...['GIT_ASKPASS', 'SSH_ASKPASS', 'GIT_SSH', 'GIT_SSH_COMMAND', 'GIT_PROXY_COMMAND', 'LESSOPEN'],
];

test('variables of the parent process start nothing and change nothing', async () => {
  using other = repository({ 'secret.txt': '' });
  using dir = hostileRepository([]);
  dir.write({ 'a.txt': 'two\n' });
  for (const [name, value] of Object.entries({
    ...Object.fromEntries(VARIABLES.map((each) => [each, dir.programs.make(each)])),
    GIT_DIR: other.at('.git'),
    GIT_WORK_TREE: other.path,
    GIT_INDEX_FILE: other.at('.git/index'),
    GIT_OBJECT_DIRECTORY: other.at('.git/objects'),
    GIT_ALTERNATE_OBJECT_DIRECTORIES: other.at('.git/objects'),
    GIT_NAMESPACE: 'x',
    GIT_TRACE: other.at('trace'),
    GIT_CONFIG_PARAMETERS: `'core.fsmonitor'='${dir.programs.make('parameters')}'`,
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'core.fsmonitor',
    GIT_CONFIG_VALUE_0: dir.programs.make('count'),
  }))
    vi.stubEnv(name, value);
  await using client = await open(dir.path);
  const { answers, ran } = await sweep(client, dir.programs, [...READS, ...WRITES]);
  expect({ ran, failed: failures(answers) }).toEqual({ ran: [], failed: [] });
  expect(existsSync(other.at('trace'))).toBe(false);
  expect(JSON.stringify([...answers.values()])).not.toContain('secret.txt');
});

/** Starts a commit that never ends: its hook records its process id and waits. */
const waiting = (): Temporary => {
  const dir = repository();
  writeHooks(dir, ['pre-commit'], `echo $$ > ${dir.at('.git/pid')}; sleep 1000 & wait`);
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

test('a cancelled call stops git and its child processes, and leaves no lock', async () => {
  using dir = waiting();
  await using client = await open(dir.path, { trust: true });
  const params = { name: 'git_commit', arguments: { message: 'x' } };
  client.send({ jsonrpc: '2.0', id: 'slow', method: 'tools/call', params });
  await vi.waitUntil(() => existsSync(dir.at('.git/pid')) && isRunning(dir), { timeout: 10_000 });
  client.notify('notifications/cancelled', { requestId: 'slow' });
  await vi.waitUntil(() => !isRunning(dir), { timeout: 10_000 });
  await vi.waitUntil(() => !existsSync(dir.at('.git/index.lock')), { timeout: 10_000 });
  expect(await call(client, 'git_reset')).toMatchObject({ structuredContent: { unstaged: ['a.txt'] } });
});

test('git is stopped after the time limit', async () => {
  using dir = waiting();
  const answer = await ask(dir, 'git_commit', { message: 'x' }, { trust: true, timeout: 2 });
  expect(textsOf(answer)).toEqual([
    'git took longer than 2 s and was stopped. Ask for less: fewer commits, or some paths only.',
  ]);
  await vi.waitUntil(() => !isRunning(dir), { timeout: 10_000 });
  expect(existsSync(dir.at('.git/index.lock'))).toBe(false);
});
