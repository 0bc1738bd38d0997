// The path of git_status: the files whose functions run because of one call, with both walls.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { repository, temporary } from './setup.ts';

const root = join(import.meta.dirname, '..');
const src = join(root, 'src');

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly ranges: readonly { readonly startOffset: number; readonly count: number }[];
    }[];
  }[];
}

/** How often the functions of each source ran in a process that wrote its coverage to a directory. */
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
      counts.set(file, (counts.get(file) ?? 0) + ranges.reduce((sum, { count }) => sum + count, 0));
    }
  }
  return counts;
};

const _meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** How often they ran in a server that was called so many times. */
const run = async (path: string, calls: number): Promise<Map<string, number>> => {
  using directory = temporary();
  // V8 forgets functions that have not run for a while, and how often they ran.
  const args = ['--no-flush-bytecode', join(src, 'main.ts'), '-r', path];
  const child = spawn(process.execPath, args, {
    // Without the compile cache, from which functions come that look as if they had run.
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
  return countCalls(directory.path);
};

/** The files that the README lists: the stations of a call. */
const listed = (): string[] => {
  const [, part = ''] = readFileSync(join(root, 'README.md'), 'utf8').split('## The way of a call');
  return [...part.matchAll(/^\| `src\/([\w./-]+\.ts)`/gm)].map(([, file]) => file ?? '');
};

// The aim is 17.
const MOST_FILES = 34;

test(`git_status runs through at most ${MOST_FILES} files, and through those of the README`, async () => {
  using dir = repository();
  // The first call also finds git, and tries the room.
  const before = await run(dir.path, 1);
  const after = await run(dir.path, 2);
  const files = [...after].filter(([file, count]) => count > (before.get(file) ?? 0)).map(([file]) => file);
  console.log('files of the server that git_status runs through:', files.length);
  expect(files.length).toBeLessThanOrEqual(MOST_FILES);
  expect(listed().length).toBeGreaterThan(8);
  expect(listed().filter((file) => !files.includes(file))).toEqual([]);
});
