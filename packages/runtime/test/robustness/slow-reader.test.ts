// Slow readers: a real process whose client reads its answers late. Whatever they weigh, all of them come.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callOf, handshake } from './ends.ts';

/** The server under fire, of whose answers only the ids are kept. */
class Reader implements AsyncDisposable {
  readonly process = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')]);
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

test('answers that are together longer than a string can be all come', { timeout: 60_000 }, async () => {
  await using reader = new Reader();
  reader.write(handshake('2025-11-25') + calls(14, 40_000_000));
  reader.process.stdin.end();
  expect(await reader.exit()).toEqual([0, null]);
  expect(reader.ids).toEqual(['"init"', ...idsTo(14)]);
  expect(reader.stderr).toBe('');
});
