// End of a server process: at the end of input, on signals, without a reader; and what must not keep it alive.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { callOf, Child, handshake, textOf } from './ends.ts';

const ids = (count: number): string[] => Array.from({ length: count }, (_, i) => `call ${i}`);

test.concurrent('at the end of input every accepted request is answered first, however slow, then it ends with 0', async () => {
  await using child = new Child();
  await child.initialize();
  await child.send(...ids(100).map((id, i) => callOf(id, 'slow', { ms: i % 2 === 0 ? 300 : 1, value: id })));
  await child.end();
  expect(await child.exited).toEqual({ code: 0, signal: null });
  for (const id of ids(100)) expect(textOf(await child.inbox.answer(id))).toBe(JSON.stringify(id));
  expect(child.stderr).toBe('');
});

test.concurrent('a last message without a newline counts', async () => {
  await using child = new Child();
  await child.initialize();
  await child.write('{"jsonrpc":"2.0","id":"last","method":"ping"}');
  await child.end();
  expect(await child.inbox.answer('last')).toEqual({ jsonrpc: '2.0', id: 'last', result: {} });
});

test.concurrent('it ends with 0 at once when the input is empty', async () => {
  await using child = new Child();
  await child.end();
  expect(await child.exited).toEqual({ code: 0, signal: null });
  expect(child.inbox.parsed).toEqual([]);
  expect(child.stderr).toBe('');
});

test.concurrent('requests that do not finish in time do not keep it', async () => {
  await using child = new Child(65_536, 100);
  await child.initialize();
  await child.send(callOf('endless', 'slow', { ms: 60_000 }), callOf('quick', 'echo', { value: 1 }));
  await child.inbox.answer('quick');
  await child.end();
  expect(await child.exited).toEqual({ code: 0, signal: null });
  expect(child.inbox.messages().filter(({ id }) => id === 'endless')).toEqual([]);
});

test.concurrent('a timer that a tool left behind keeps no orphan', async () => {
  await using child = new Child();
  await child.initialize();
  expect(await child.call('a', 'forget')).toBe('forgotten');
  await child.end();
  expect(await child.exited).toEqual({ code: 0, signal: null });
});

test.concurrent.for(['SIGTERM', 'SIGINT'] as const)(
  '%s lets accepted requests finish, then it ends with 0',
  async (signal) => {
    await using child = new Child();
    await child.initialize();
    await child.send(...ids(5).map((id) => callOf(id, 'slow', { ms: 500, value: id })));
    await vi.waitFor(async () => expect(await running(child)).toBe(5), 20_000);
    child.process.kill(signal);
    expect(await child.exited).toEqual({ code: 0, signal: null });
    for (const id of ids(5)) expect(textOf(await child.inbox.answer(id))).toBe(JSON.stringify(id));
    expect(child.stderr).toBe('');
  },
);

test.concurrent.for([
  ['SIGTERM', 'SIGTERM'],
  ['SIGTERM', 'SIGINT'],
  ['SIGINT', 'SIGINT'],
] as const)('%s then %s ends it without waiting', async ([first, second]) => {
  await using child = new Child(65_536, 60_000, 'tell');
  await child.initialize();
  await child.send(callOf('endless', 'slow', { ms: 60_000 }));
  await vi.waitFor(async () => expect(await running(child)).toBe(1), 20_000);
  child.process.kill(first);
  // A second signal before the first arrives would merge with it.
  await vi.waitFor(() => expect(child.stderr).toContain(`${first} arrived`), 20_000);
  await stoppedReading(child);
  child.process.kill(second);
  const { code, signal } = await child.exited;
  expect(code !== 0 || signal !== null).toBe(true);
});

test.concurrent('a client that closes its end of stdout while answers come is survived in silence', async () => {
  await using child = new Child(65_536, 500);
  await child.initialize();
  await child.send(...ids(50).map((id) => callOf(id, 'slow', { ms: 100, value: 'x'.repeat(10_000) })));
  child.process.stdout.destroy();
  expect(await exitOf(child)).toEqual({ code: 0, signal: null });
  expect(child.stderr).toBe('');
});

test.concurrent('a client that dies with both pipes open and full is survived in silence', async () => {
  await using child = new Child(65_536, 500);
  await child.initialize();
  child.process.stdout.pause();
  for (const id of ids(20)) await child.send(callOf(id, 'large', { length: 500_000 }));
  child.process.stdout.destroy();
  child.process.stdin.destroy();
  expect(await exitOf(child)).toEqual({ code: 0, signal: null });
  expect(child.stderr).toBe('');
});

test.concurrent('what a tool prints goes to stderr, with one warning, and never into the protocol', async () => {
  await using child = new Child();
  await child.initialize();
  expect(await child.call('first', 'print')).toBe('printed');
  expect(await child.call('second', 'print')).toBe('printed');
  await child.end();
  expect(child.inbox.broken).toEqual([]);
  expect(child.stderr.match(/careless line\ncareless text\ncareless bytes\n/g)?.length).toBe(2);
  expect(child.stderr.match(/something wrote to stdout/g)?.length).toBe(1);
});

test.concurrent('a stdout that fails ends it with 1 and one line about what was lost', async () => {
  const full = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    stdio: ['pipe', full, 'pipe'],
  });
  closeSync(full);
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.stdin?.on('error', () => {}).end(handshake('2025-11-25'));
  expect(await once(child, 'close')).toEqual([1, null]);
  const [line = '', ...more] = stderr.trimEnd().split('\n');
  expect(more).toEqual([]);
  expect(JSON.parse(line)).toMatchObject({
    level: 'error',
    message: expect.stringMatching(
      /^stdout failed \(ENOSPC.*\): up to 1 messages were not written whole, and 0 /,
    ),
  });
});

let asked = 0;

const running = async (child: Child): Promise<number> => (await child.state(`running ${++asked}`)).running;

const stoppedReading = async (child: Child): Promise<void> => {
  for (;;) {
    const id = `silence ${++asked}`;
    await child.send({ jsonrpc: '2.0', id, method: 'ping' });
    const answered = await Promise.race([
      child.inbox.answer(id).then(() => true),
      new Promise<boolean>((resolve) => void setTimeout(() => resolve(false), 500)),
    ]);
    if (!answered) return;
  }
};

// `close` waits for stdout, which is destroyed here, so the exit itself is awaited.
const exitOf = async (child: Child): Promise<{ code: unknown; signal: unknown }> => {
  if (child.process.exitCode === null && child.process.signalCode === null) await once(child.process, 'exit');
  return { code: child.process.exitCode, signal: child.process.signalCode };
};
