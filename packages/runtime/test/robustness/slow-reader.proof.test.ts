// Slow readers: a real process whose client reads its answers late. Whatever they weigh, all of them come.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { callOf, handshake } from './ends.ts';

const MEBIBYTE = 1024 * 1024;
const MAIN = join(import.meta.dirname, 'main.ts');

/** The server under fire, of whose answers only the ids are kept. */
class Reader implements AsyncDisposable {
  readonly process = spawn(process.execPath, [MAIN]);
  readonly ids: unknown[] = [];
  stderr = '';
  readonly #closed = once(this.process, 'close');
  #head = '';

  constructor() {
    this.process.stdin.on('error', () => {});
    this.process.stderr.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
    this.process.stdout.on('data', (chunk: Buffer) => this.#take(chunk));
  }

  write(text: string): void {
    this.process.stdin.write(text);
  }

  /** Memory of the process in bytes: now, and the most so far. */
  async memory(): Promise<{ now: number; most: number }> {
    const text = await readFile(`/proc/${this.process.pid}/status`, 'utf8');
    const bytesOf = (name: string): number =>
      Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(text)?.[1]) * 1024;
    return { now: bytesOf('VmRSS'), most: bytesOf('VmHWM') };
  }

  /** Waits until the process has done what it can do without being read. */
  async stuck(): Promise<void> {
    for (let last = -1, { now } = await this.memory(); last !== now; { now } = await this.memory()) {
      last = now;
      await setTimeout(300);
    }
  }

  /** Resolves with exit code and signal when the process is gone and all it wrote is read. */
  async exit(): Promise<readonly unknown[]> {
    return this.#closed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.process.kill('SIGKILL');
    await this.#closed;
  }

  #take(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      this.#keepHead(chunk.subarray(start, end));
      this.ids.push(/^\{"jsonrpc":"2\.0","id":([^,]+),"result"/.exec(this.#head)?.[1] ?? this.#head);
      this.#head = '';
      start = end + 1;
    }
    this.#keepHead(chunk.subarray(start));
  }

  #keepHead(bytes: Buffer): void {
    if (this.#head.length < 100) this.#head += bytes.toString('latin1', 0, 100);
  }
}

const calls = (count: number, length: number): string =>
  Array.from({ length: count }, (_, id) => `${JSON.stringify(callOf(id, 'large', { length }))}\n`).join('');
const idsTo = (count: number): string[] => Array.from({ length: count }, (_, id) => String(id));

test('answers whose total exceeds the maximum string length all arrive', { timeout: 60_000 }, async () => {
  await using reader = new Reader();
  reader.write(handshake('2025-11-25') + calls(14, 40_000_000));
  reader.process.stdin.end();
  expect(await reader.exit()).toEqual([0, null]);
  expect(reader.ids).toEqual(['"init"', ...idsTo(14)]);
  expect(reader.stderr).toBe('');
});

test(
  'a burst of calls with late-read answers neither fills the memory nor loses one',
  {
    timeout: 60_000,
  },
  async () => {
    await using reader = new Reader();
    reader.write(handshake('2025-11-25'));
    await once(reader.process.stdout, 'data');
    const before = await reader.memory();
    reader.process.stdout.pause();
    reader.write(calls(600, 1_000_000));
    await reader.stuck();
    expect((await reader.memory()).most - before.now).toBeLessThan(120 * MEBIBYTE);
    reader.process.stdout.resume();
    reader.process.stdin.end();
    expect(await reader.exit()).toEqual([0, null]);
    expect(reader.ids).toEqual(['"init"', ...idsTo(600)]);
    expect(reader.stderr).toBe('');
  },
);
