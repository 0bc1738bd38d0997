// The call path of git_status: the files whose functions run during one call, with both layers.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import {
  calledBetween,
  countCalls,
  KEEP_COUNTS,
  listedFiles,
  type CallCounts,
} from '@mcp/repo/src/called-files.ts';
import { expect, test } from 'vitest';
import { repository, temporary } from './setup.ts';

const root = join(import.meta.dirname, '..');
const src = join(root, 'src');
const ENGINE = 'packages/git/src';
const engine = join(root, '../..', ENGINE);

const listed = (sources: string): string[] =>
  listedFiles(root, 'One call, file by file', sources, 'docs/source.md');

const _meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** Counts calls per function in a server after the given number of calls, with those of the engine. */
const run = async (path: string, calls: number): Promise<readonly CallCounts[]> => {
  using directory = temporary();
  const args = [KEEP_COUNTS, join(src, 'main.ts'), '-r', path];
  const child = spawn(process.execPath, args, {
    // No compile cache: functions loaded from it look as if they had run.
    env: { NODE_V8_COVERAGE: directory.path, PATH: process.env['PATH'], HOME: process.env['HOME'] },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const params = { name: 'git_status', arguments: {}, _meta };
  for (let id = 1; id <= calls; id += 1) {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params })}\n`);
    const [answer] = (await once(child.stdout, 'data')) as [Buffer];
    expect(JSON.parse(String(answer))).toMatchObject({ id, result: { structuredContent: { clean: true } } });
  }
  child.stdin.end();
  await once(child, 'exit');
  return [src, engine].map((sources) => countCalls(directory.path, sources));
};

/** The watch of processes looks at a git that runs for longer than 100 ms: on a busy machine, at any. */
const ONLY_IF_SLOW = new Set(['process/process-tree.ts', 'or-else.ts']);

test('git_status runs through the files that docs/source.md lists', async () => {
  using dir = repository();
  // The first call also finds git and tests the sandbox.
  const before = await run(dir.path, 1);
  const after = await run(dir.path, 2);
  const [own = [], engines = []] = after.map((counts, i) =>
    calledBetween(before[i] ?? new Map(), counts).filter((file) => !ONLY_IF_SLOW.has(file)),
  );
  expect(own.length + engines.length).toBeLessThanOrEqual(24);
  expect(listed('src').length).toBeGreaterThan(2);
  expect(listed(ENGINE).length).toBeGreaterThan(6);
  expect(listed('src').filter((file) => !own.includes(file))).toEqual([]);
  expect(listed(ENGINE).filter((file) => !engines.includes(file))).toEqual([]);
});
