// End of a git process's output, even if a process that git started keeps it open.
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { Collected } from '../src/index.ts';
import { runGit, toEnvironment } from './inside.ts';
import { temporary } from './setup.ts';

/** Runs a shell command like git and returns its output. `onChunk` sees the output first. */
const shell = async (script: string, onChunk?: () => void, timeoutMs = 30_000) => {
  using dir = temporary();
  const output = new Collected(10_000);
  const { code, errors } = await runGit(
    {
      args: ['started'],
      cwd: dir.path,
      env: toEnvironment('write', [['alias.started', `!${script}`]]),
      confinement: 'no sandbox',
    },
    { signal: new AbortController().signal, timeoutMs, maxMemory: 2 ** 30, sandbox: 'off' },
    (chunk) => {
      onChunk?.();
      return output.add(chunk);
    },
  );
  return { code, errors, text: output.bytes.toString() };
};

test('a background process is not waited for', async () => {
  const ended = await shell('sleep 25 & echo out; echo errors >&2; exit 3 #');
  expect(ended).toEqual({ code: 3, errors: 'errors\n', text: 'out\n' });
});

test('late output is read', async () => {
  const late = '(for i in 1 2 3 4 5; do sleep 0.5; echo $i; done) & echo 0; exit 0 #';
  expect(await shell(late)).toEqual({ code: 0, errors: '', text: '0\n1\n2\n3\n4\n5\n' });
});

test('output that arrives while this process is busy is read', async () => {
  let isFirst = true;
  const ended = await shell('(sleep 0.6; echo 1; sleep 25) & echo 0; exit 0 #', () => {
    if (!isFirst) return;
    isFirst = false;
    // Git has ended. The last line arrives meanwhile, and the silence time expires before it can be read.
    const block = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3000);
    // Timers run next, before output is read.
    setTimeout(() => setImmediate(block), 300);
  });
  expect(ended).toEqual({ code: 0, errors: '', text: '0\n1\n' });
});

test('sends no signal to the id of a git that has ended, when its time limit passes', async () => {
  using kill = vi.spyOn(process, 'kill');
  const { text } = await shell('echo out #', undefined, 500);
  await delay(1500);
  expect([text, kill.mock.calls]).toEqual(['out\n', []]);
});
