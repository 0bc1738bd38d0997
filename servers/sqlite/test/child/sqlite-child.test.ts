// The database process without its native module.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { QueryTask } from '../../src/tasks.ts';
import { readingOptions, temporary } from '../setup.ts';

const source = join(import.meta.dirname, '..', '..', 'src');

test('without better-sqlite3 each task is answered with the reason', async () => {
  using dir = temporary();
  cpSync(source, dir.at('src'), { recursive: true });
  writeFileSync(dir.at('package.json'), '{ "type": "module" }');
  const options = readingOptions(dir.database('a.db', ''));
  const child = fork(dir.at('src', 'child', 'sqlite-child.ts'), [JSON.stringify(options)], {
    env: {},
    serialization: 'advanced',
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
  });
  expect(await once(child, 'message')).toEqual([{ kind: 'ready' }, undefined]);
  const task: QueryTask = { kind: 'query', query: 'SELECT 1' };
  child.send(task);
  const [reply] = await once(child, 'message');
  expect(reply).toEqual({
    kind: 'failure',
    failure: {
      code: 'driver',
      message: expect.stringMatching(/^SQLite cannot be loaded\..*Cannot find package 'better-sqlite3'/),
      hint: 'Tell the operator.',
    },
  });
  const exit = once(child, 'exit');
  child.disconnect();
  await exit;
});
