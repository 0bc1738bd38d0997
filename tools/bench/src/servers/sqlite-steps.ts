// Steps of a point query of the SQLite server: each includes all earlier steps, in this process if possible.
import { query } from '@mcp/server-sqlite/src/child/read.ts';
import { Databases } from '@mcp/server-sqlite/src/databases.ts';
import { SqliteProcess } from '@mcp/server-sqlite/src/process.ts';
import { toServer } from '@mcp/server-sqlite/src/server.ts';
import type { Options } from '@mcp/server-sqlite/src/options.ts';
import { defineServer } from '@mcp/runtime';
import { connect } from '@mcp/runtime/testing';
import BetterSqlite from 'better-sqlite3';
import { formatNumber, type Table } from '../report/section.ts';

const calls = 300;
const deadlineMs = 10_000;

type Step = readonly [name: string, run: (sql: string) => unknown];

/** Measures the steps alternately. Each row has the fastest round in µs and the difference to the previous step. */
export async function measureSteps(path: string, sql: (n: number) => string, rounds: number): Promise<Table> {
  const limits = { maxRows: 1000, maxBytes: 40_000 };
  const options: Options = {
    files: [{ name: 'shop', path, isWritable: false }],
    ...{ isReadOnly: true, queries: [], timeoutMs: deadlineMs, confirm: 'never' },
    ...{ importDirectory: undefined, exportDirectory: undefined },
    process: { maxMemory: 2 ** 30, busyMs: 1000, limits, allowAttach: false, maxUndo: 0 },
  };
  const { signal } = new AbortController();
  const native = new BetterSqlite(path, { readonly: true });
  const child = new SqliteProcess({ ...options.process, path, readonly: true });
  const databases = new Databases(options);
  const client = await connect(defineServer(toServer(databases)));
  const ask = (args: object): Promise<unknown> =>
    client.request('tools/call', { name: 'read_query', arguments: args });
  const steps: readonly Step[] = [
    ['SQLite: compile, step', (text) => native.prepare(text).raw().all()],
    ['SQL gate, bounds, rows as JSON', (text) => query(native, { query: text }, limits)],
    [
      'message to the process and back',
      (text) => child.run({ kind: 'query', query: text }, { deadlineMs, signal }),
    ],
    ['arguments, queue, progress, schemas, result', (text) => ask({ query: text })],
  ];
  const best = new Map<string, number>();
  for (let round = 0; round < rounds; round++)
    for (const [name, run] of steps) {
      const begin = performance.now();
      for (let n = 0; n < calls; n++) await run(sql(n));
      const microseconds = ((performance.now() - begin) * 1000) / calls;
      best.set(name, Math.min(best.get(name) ?? Infinity, microseconds));
    }
  child.end();
  native.close();
  databases.close();
  await client.close();
  const rows = steps.map(([name], at) => {
    const [own = 0, before = 0] = [name, steps[at - 1]?.[0] ?? ''].map((step) => best.get(step));
    return [name, formatNumber(own), formatNumber(own - before)];
  });
  const title =
    'A point query step by step, fastest round in µs; the rest of its row is stdio and a process of its own';
  return { title, rows: [['Step', 'so far', 'adds'], ...rows] };
}
