// Call path of read_text_file: compares the files whose functions run with the list in docs/source.md.
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
import { temporary } from './setup.ts';

const root = join(import.meta.dirname, '..');
const src = join(root, 'src');
const ENGINE = 'packages/files/src';
const engine = join(root, '../..', ENGINE);

/** Runs the server, with or without a call, and counts the runs of its functions and the engine's. */
const run = async (path: string, isCalled: boolean): Promise<readonly CallCounts[]> => {
  using coverage = temporary();
  const args = [KEEP_COUNTS, join(src, 'main.ts'), path];
  const child = spawn(process.execPath, args, {
    // No compile cache: its functions look as if they had run.
    env: { NODE_V8_COVERAGE: join(coverage.path, 'counts') },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const call = { name: 'read_text_file', arguments: { path: 'a.txt' }, _meta };
  const [method, params] = isCalled ? ['tools/call', call] : ['server/discover', { _meta }];
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })}\n`);
  const [answer] = (await once(child.stdout, 'data')) as [Buffer];
  expect(JSON.parse(String(answer))).toMatchObject({ id: 1, result: {} });
  child.stdin.end();
  await once(child, 'exit');
  return [src, engine].map((sources) => countCalls(join(coverage.path, 'counts'), sources));
};

test(
  'a call runs through the files that docs/source.md lists, from the tool to the file',
  { timeout: 60_000 },
  async () => {
    using dir = temporary({ 'a.txt': 'one\ntwo\n' });
    const before = await run(dir.path, false);
    const after = await run(dir.path, true);
    const [own = [], engines = []] = after.map((counts, i) => calledBetween(before[i] ?? new Map(), counts));
    const listed = (sources: string): string[] =>
      listedFiles(root, 'One call, file by file', sources, 'docs/source.md');
    expect(own.filter((file) => file !== 'main.ts').toSorted()).toEqual(listed('src').toSorted());
    expect(engines.toSorted()).toEqual(listed(ENGINE).toSorted());
  },
);
