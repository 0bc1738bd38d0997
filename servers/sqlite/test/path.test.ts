// The call path of read_query: the files whose functions run during one call, as listed in the README.
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { calledBetween, countCalls, KEEP_COUNTS, listedFiles } from '@mcp/repo/src/called-files.ts';
import { expect, test } from 'vitest';
import type { QueryTask } from '../src/tasks.ts';
import { readingOptions, SHOP, temporary } from './setup.ts';

const root = join(import.meta.dirname, '..');
const src = join(root, 'src');

// A child would write its coverage after the test, when the directory no longer exists.
const NOT_FOR_CHILDREN = '--import=data:text/javascript,delete process.env.NODE_V8_COVERAGE';

const QUERY = { query: 'SELECT item FROM orders WHERE id < ?', params: [9] };

const listed = (): string[] => listedFiles(root, 'The path of a query');

/** Runs a process that writes its coverage to a directory, with or without a call. Returns its pid. */
type Run = (directory: string, isCalled: boolean) => Promise<number | undefined>;

/** Returns the sources of which more runs with a call than without one. */
const filesOf = async (run: Run): Promise<string[]> => {
  using without = temporary();
  using called = temporary();
  const [idle, busy] = await Promise.all([run(without.path, false), run(called.path, true)]);
  return calledBetween(countCalls(without.path, src, idle), countCalls(called.path, src, busy));
};

const runServer =
  (path: string): Run =>
  async (directory, isCalled) => {
    const child = spawn(process.execPath, [KEEP_COUNTS, NOT_FOR_CHILDREN, join(src, 'main.ts'), path], {
      // No compile cache: functions loaded from it look as if they had run.
      env: { NODE_V8_COVERAGE: directory },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const call = { name: 'read_query', arguments: QUERY };
    const [method, params] = isCalled ? ['tools/call', { ...call, _meta }] : ['server/discover', { _meta }];
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })}\n`);
    const [answer] = (await once(child.stdout, 'data')) as [Buffer];
    expect(JSON.parse(String(answer))).toMatchObject({ id: 1, result: {} });
    child.stdin.end();
    await once(child, 'exit');
    return child.pid;
  };

const runChild =
  (path: string): Run =>
  async (directory, isCalled) => {
    const options = readingOptions(path);
    const child = fork(join(src, 'child', 'sqlite-child.ts'), [JSON.stringify(options)], {
      env: { NODE_V8_COVERAGE: directory },
      execArgv: [KEEP_COUNTS],
      serialization: 'advanced',
      stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    });
    await once(child, 'message');
    const task: QueryTask = { kind: 'query', ...QUERY };
    if (isCalled) {
      child.send(task);
      const [reply] = await once(child, 'message');
      expect(reply).toMatchObject({ kind: 'answer', answer: { count: 3 } });
    }
    const exit = once(child, 'exit');
    child.disconnect();
    await exit;
    return child.pid;
  };

test('a call runs through the files that the README lists, from the tool to SQLite', async () => {
  using dir = temporary();
  const path = dir.database('shop.db', SHOP);
  const ran = (await Promise.all([runServer(path), runChild(path)].map(filesOf))).flat();
  // It starts a process some time after the server.
  const files = new Set(ran.filter((file) => file !== 'main.ts'));
  expect([...files].toSorted()).toEqual(listed().toSorted());
});
