import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { expect, test } from 'vitest';
import { CHANNEL_FD, FrameReader, toFrame, type Frame } from '../../src/frames.ts';
import type { ProcessOptions, ReadTask } from '../../src/tasks.ts';
import { temporary } from '../setup.ts';

const source = join(import.meta.dirname, '..', '..', 'src');

const firstFrames = async (channel: Duplex, count: number): Promise<Frame[]> => {
  const reader = new FrameReader();
  const frames: Frame[] = [];
  for await (const chunk of channel) {
    frames.push(...reader.push(chunk as Buffer));
    if (frames.length >= count) break;
  }
  return frames;
};

/** What a process answers whose source lies where no package can be found. */
const answerWithoutPackages = async (driver: ProcessOptions['driver']): Promise<unknown> => {
  using dir = temporary();
  cpSync(source, dir.at('src'), { recursive: true });
  writeFileSync(dir.at('package.json'), '{ "type": "module" }');
  const path = dir.database('a.db', "CREATE TABLE t (x); INSERT INTO t VALUES ('found')");
  const options = { path, readonly: true, driver, allowAttach: false, busyMs: 0, maxMemory: 2 ** 30 };
  const script = dir.at('src', 'child', 'sqlite-child.ts');
  const child = spawn(process.execPath, [script, JSON.stringify(options)], {
    env: {},
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
  });
  const channel = child.stdio[CHANNEL_FD] as Duplex;
  const limits = { maxRows: 9, maxBytes: 1000, skip: 0 };
  const task: ReadTask = { kind: 'read', statements: [{ query: 'SELECT x FROM t' }], limits };
  for (const bytes of toFrame(task, [])) channel.write(bytes);
  const [ready, reply] = await firstFrames(channel, 2);
  expect(ready?.head).toEqual({ ready: true });
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
  return reply === undefined ? undefined : { head: reply.head, parts: reply.parts.map(String) };
};

test('node:sqlite takes the place of a native module that cannot be loaded', async () => {
  expect(await answerWithoutPackages('auto')).toMatchObject({
    head: { answer: [{ count: 1 }] },
    parts: ['[["found"]]', `"[{'x': 'found'}]"`],
  });
});

test('a driver that the operator wants is not replaced', async () => {
  expect(await answerWithoutPackages('better-sqlite3')).toMatchObject({
    head: {
      failure: {
        code: 'driver',
        message: expect.stringMatching(/^SQLite cannot be loaded\..*better-sqlite3: Cannot find module/),
      },
    },
  });
});
