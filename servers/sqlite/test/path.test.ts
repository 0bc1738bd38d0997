// The path of read_query: the files whose functions run because of one call, as the README lists them.
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { QueryTask } from '../src/tasks.ts';
import { SHOP, temporary } from './setup.ts';

const root = join(import.meta.dirname, '..');
const src = join(root, 'src');

/** V8 forgets functions that have not run for a while, and how often they ran. */
const KEEP_COUNTS = '--no-flush-bytecode';

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly ranges: readonly { readonly startOffset: number; readonly count: number }[];
    }[];
  }[];
}

/** How often the functions of each source ran in a process that wrote its coverage to a directory. */
const countCalls = (directory: string, pid: number | undefined): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const name of readdirSync(directory).filter((each) => each.startsWith(`coverage-${pid}-`))) {
    const { result } = JSON.parse(readFileSync(join(directory, name), 'utf8')) as Coverage;
    for (const { url, functions } of result) {
      if (!url.startsWith('file:') || !fileURLToPath(url).startsWith(src)) continue;
      const file = relative(src, fileURLToPath(url));
      // The module itself is the function that begins at 0. It runs when it is imported.
      const ranges = functions
        .flatMap((each) => each.ranges[0] ?? [])
        .filter(({ startOffset }) => startOffset > 0);
      const calls = ranges.reduce((sum, { count }) => sum + count, 0);
      counts.set(file, (counts.get(file) ?? 0) + calls);
    }
  }
  return counts;
};

/** Runs a process that writes its coverage to a directory, with or without a call. Returns its pid. */
type Run = (directory: string, isCalled: boolean) => Promise<number | undefined>;

/** The sources of which more runs with a call than without one. */
const filesOf = async (run: Run): Promise<string[]> => {
  using without = temporary();
  using called = temporary();
  const before = countCalls(without.path, await run(without.path, false));
  const after = countCalls(called.path, await run(called.path, true));
  return [...after].flatMap(([file, count]) => (count > (before.get(file) ?? 0) ? [file] : []));
};

const runServer =
  (path: string): Run =>
  async (directory, isCalled) => {
    const child = spawn(process.execPath, [KEEP_COUNTS, join(src, 'main.ts'), path], {
      // Without the compile cache, from which functions come that look as if they had run.
      env: { NODE_V8_COVERAGE: directory },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const params = {
      name: 'read_query',
      arguments: { query: 'SELECT item FROM orders WHERE id < ?', params: [9] },
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    };
    const method = isCalled ? 'tools/call' : 'server/discover';
    const { _meta } = params;
    child.stdin.write(
      `${JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: isCalled ? params : { _meta } })}\n`,
    );
    const [answer] = (await once(child.stdout, 'data')) as [Buffer];
    expect(JSON.parse(String(answer))).toMatchObject({ id: 1, result: {} });
    child.stdin.end();
    await once(child, 'exit');
    return child.pid;
  };

const runChild =
  (path: string): Run =>
  async (directory, isCalled) => {
    const limits = { maxRows: 9, maxChars: 1000 };
    const options = {
      path,
      readonly: true,
      allowAttach: false,
      busyMs: 0,
      maxMemory: 2 ** 30,
      maxUndo: 0,
      limits,
    };
    const child = fork(join(src, 'child', 'sqlite-child.ts'), [JSON.stringify(options)], {
      env: { NODE_V8_COVERAGE: directory },
      execArgv: [KEEP_COUNTS],
      serialization: 'advanced',
      stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    });
    await once(child, 'message');
    const task: QueryTask = { kind: 'query', query: 'SELECT item FROM orders WHERE id < ?', params: [9] };
    if (isCalled) {
      child.send(task);
      expect(await once(child, 'message')).toMatchObject([
        { kind: 'answer', answer: { count: 3 } },
        undefined,
      ]);
    }
    const exit = once(child, 'exit');
    child.disconnect();
    await exit;
    return child.pid;
  };

/** The files that the README lists, in its order. */
const listed = (): string[] => {
  const [, part = ''] = readFileSync(join(root, 'README.md'), 'utf8').split('## The way of a query');
  return [...part.matchAll(/^\| `src\/([\w./-]+\.ts)`/gm)].map(([, file]) => file ?? '');
};

test('the files that a call runs through are those of the README: eleven, from the tool to SQLite', async () => {
  using dir = temporary();
  const path = dir.database('shop.db', SHOP);
  const ran = [...(await filesOf(runServer(path))), ...(await filesOf(runChild(path)))];
  // It starts a process some time after the server.
  const files = new Set(ran.filter((file) => file !== 'main.ts'));
  expect([...files].toSorted()).toEqual(listed().toSorted());
  expect(listed()).toHaveLength(11);
  const lines = listed().map((file) => readFileSync(join(src, file), 'utf8').split('\n').length - 1);
  expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(1220);
});
