import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ProcessOptions, ReadTask } from '../../src/executor/task.ts';
import { temporary } from '../setup.ts';

const source = join(import.meta.dirname, '..', '..', 'src');

/** What a process answers whose source lies where no package can be found. */
const answerWithoutPackages = async (driver: ProcessOptions['driver']): Promise<unknown> => {
  using dir = temporary();
  cpSync(source, dir.at('src'), { recursive: true });
  writeFileSync(dir.at('package.json'), '{ "type": "module" }');
  const path = dir.database('a.db', "CREATE TABLE t (x); INSERT INTO t VALUES ('found')");
  const options = { path, readonly: true, driver, allowAttach: false, busyMs: 0, maxMemory: 2 ** 30 };
  const child = fork(dir.at('src', 'executor', 'sqlite-process.ts'), [JSON.stringify(options)], {
    execArgv: [],
    env: {},
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
  });
  const limits = { maxRows: 9, maxBytes: 1000, skip: 0 };
  const task: ReadTask = { kind: 'read', statements: [{ query: 'SELECT x FROM t' }], limits };
  child.send(task);
  const [ready] = await once(child, 'message');
  expect(ready).toEqual({ ready: true });
  const [reply] = await once(child, 'message');
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
  return reply;
};

test('node:sqlite takes the place of a native module that cannot be loaded', async () => {
  expect(await answerWithoutPackages('auto')).toMatchObject({ answer: [{ rows: [['found']] }] });
});

test('a driver that the operator wants is not replaced', async () => {
  expect(await answerWithoutPackages('better-sqlite3')).toEqual({
    failure: {
      code: 'driver',
      message: expect.stringMatching(/^SQLite cannot be loaded\..*better-sqlite3: Cannot find module/),
    },
  });
});
