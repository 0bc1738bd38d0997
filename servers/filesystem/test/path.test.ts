// The path of read_text_file: the files whose functions run because of one call, as the README lists them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporary } from './setup.ts';

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

/** How often the functions of each source ran in the process that wrote its coverage to a directory. */
const countCalls = (directory: string): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const name of readdirSync(directory)) {
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

/** Runs the server, with or without a call, and returns how often its functions ran. */
const run = async (path: string, isCalled: boolean): Promise<Map<string, number>> => {
  using coverage = temporary();
  const args = [KEEP_COUNTS, join(src, 'main.ts'), path, '--undo-dir', join(coverage.path, 'none')];
  const child = spawn(process.execPath, args, {
    // Without the compile cache, from which functions come that look as if they had run.
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
  return countCalls(join(coverage.path, 'counts'));
};

/** The files that the README lists, in its order. */
const listed = (): string[] => {
  const [, part = ''] = readFileSync(join(root, 'README.md'), 'utf8').split('## The way of a call');
  return [...part.matchAll(/^\| `src\/([\w./-]+\.ts)`/gm)].map(([, file]) => file ?? '');
};

test(
  'the files that a call runs through are those of the README: nineteen, from the tool to the file',
  { timeout: 60_000 },
  async () => {
    using dir = temporary({ 'a.txt': 'one\ntwo\n' });
    const before = await run(dir.path, false);
    const after = await run(dir.path, true);
    const files = [...after].flatMap(([file, count]) => (count > (before.get(file) ?? 0) ? [file] : []));
    expect(files.filter((file) => file !== 'main.ts').toSorted()).toEqual(listed().toSorted());
    expect(listed()).toHaveLength(19);
    const lines = listed().map((file) => readFileSync(join(src, file), 'utf8').split('\n').length - 1);
    expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(2250);
  },
);
