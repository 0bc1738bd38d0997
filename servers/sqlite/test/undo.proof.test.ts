// undo_last_write next to a program that writes constantly, and killed partway.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { SqliteProcess } from '../src/process.ts';
import type { Task } from '../src/tasks.ts';
import { countTo, open, readingOptions, rowsIn, serveNew, temporary, textsOf } from './setup.ts';

/** The number of kills at random moments. By default there is one, just before the first page changes. */
const RUNS = Number(process.env['PROOF_RUNS'] ?? 0);

test.each(['DELETE', 'WAL'])('undoing loses no row of a program that writes constantly: %s', async (mode) => {
  await using server = await serveNew(
    `PRAGMA journal_mode = ${mode}; CREATE TABLE mine (x); CREATE TABLE theirs (i INTEGER PRIMARY KEY);`,
  );
  const { path } = server;
  const other = spawn(process.execPath, [join(import.meta.dirname, 'writing-program.ts'), path], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const outcomes = new Set<string>();
  for (let round = 0; round < 40 || (round < 400 && outcomes.size < 2); round++) {
    const written = await server.call('write_query', { query: 'INSERT INTO mine VALUES (1)' });
    if (written.isError === true || round % 3 === 0) continue;
    const undone = await server.call('undo_last_write');
    outcomes.add(textsOf(undone)[0]?.slice(0, 12) ?? '');
    await sleep(round % 5);
  }
  other.stdin.end();
  const [said] = (await once(other.stdout, 'data')) as [Buffer];
  expect(rowsIn(path, 'SELECT count(*) FROM theirs')).toEqual([[Number(said)]]);
  expect(rowsIn(path, 'PRAGMA integrity_check')).toEqual([['ok']]);
  // Both occurred: some writes were undone, others could not be.
  expect(outcomes.size).toBeGreaterThan(1);
});

const ROWS = 20_000;
const WRITE: Task = { kind: 'write', statements: [{ query: 'UPDATE t SET x = i' }] };

/** Runs the tasks and kills the last one after this time, or once its journal exists. Returns how it ended. */
const killDuring = async (path: string, tasks: readonly Task[], afterMs?: number): Promise<string> => {
  const child = new SqliteProcess({
    ...readingOptions(path),
    ...{ readonly: false, busyMs: 1000, maxUndo: 2 ** 26 },
  });
  const lasting = { deadlineMs: 60_000, signal: new AbortController().signal };
  for (const task of tasks.slice(0, -1)) await child.run(task, lasting);
  const killing = new AbortController();
  const outcomes: string[] = [];
  const end = child.run(tasks.at(-1) ?? WRITE, { ...lasting, signal: killing.signal }).then(
    () => outcomes.push('done'),
    () => outcomes.push('killed'),
  );
  if (afterMs !== undefined) await sleep(afterMs);
  else while (outcomes.length === 0 && !existsSync(`${path}-journal`)) await nextTurn();
  killing.abort();
  await end;
  child.end();
  return outcomes.join();
};

test.each<[string, readonly Task[]]>([
  ['it writes', [WRITE]],
  ['a write is undone', [WRITE, { kind: 'undo' }]],
])('kill -9 while %s leaves the database sound: as before or as after', async (_what, tasks) => {
  using dir = temporary();
  const whole = "printf('%.300c', 'x')";
  const path = dir.database(
    'a.db',
    `CREATE TABLE t (i INTEGER PRIMARY KEY, x); INSERT INTO t SELECT i, ${whole} FROM (${countTo(ROWS)} SELECT i FROM c);`,
  );
  const outcomes = new Set<string>();
  // On a busy machine a write may end before its journal is seen.
  for (let run = 0; run < RUNS || (run < 20 + RUNS && !outcomes.has('killed')); run++) {
    outcomes.add(await killDuring(path, tasks, run < RUNS ? Math.random() * 150 : undefined));
    expect(rowsIn(path, 'PRAGMA integrity_check')).toEqual([['ok']]);
    const [counts] = rowsIn(path, 'SELECT sum(length(x) = 300), sum(x = i) FROM t') as [number[]];
    expect(counts.toSorted((a, b) => a - b)).toEqual([0, ROWS]);
    const native = open(path);
    native.exec(`UPDATE t SET x = ${whole}`);
    native.close();
  }
  expect(outcomes).toContain('killed');
});
