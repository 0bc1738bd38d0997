// Output: how a stream receives many or long messages.
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Output, type ByteSink } from '../../../src/transports/stdio/output.ts';

const MEBIBYTE = 1024 * 1024;

/** A stream that forwards pieces on demand. */
class Sink implements ByteSink {
  readonly pieces: string[] = [];
  isFull = false;
  readonly #listeners = new Map<string, () => void>();

  write(text: string, done?: () => void): boolean {
    if (text !== '') this.pieces.push(text);
    done?.();
    return !this.isFull;
  }

  on(event: string, listener: () => void): void {
    this.#listeners.set(event, listener);
  }

  emit(event: 'drain' | 'error' | 'close'): void {
    this.#listeners.get(event)?.();
  }

  get characters(): number {
    return this.pieces.reduce((sum, piece) => sum + piece.length, 0);
  }
}

test('sends messages of one turn whose total exceeds the maximum string length', async () => {
  const sink = new Sink();
  const output = new Output(sink);
  const text = 'x'.repeat(100_000_000);
  for (let i = 0; i < 6; i++) output.send(text);
  await output.flush();
  expect(sink.characters).toBe(6 * (text.length + 1));
  expect(sink.pieces.filter((piece) => piece.length > MEBIBYTE + 1)).toEqual([]);
});

test('joins small messages of one turn, and only them', async () => {
  const sink = new Sink();
  const output = new Output(sink);
  const long = 'x'.repeat(MEBIBYTE);
  for (const text of ['a', 'b', long, 'c', 'd']) output.send(text);
  expect(sink.pieces).toEqual([]);
  await setImmediate();
  expect(sink.pieces).toEqual(['a\nb\n', `${long}\n`, 'c\nd\n']);
});

test.each([0, 1])('does not split a character after %i characters', async (before) => {
  const sink = new Sink();
  const output = new Output(sink);
  const text = `${'x'.repeat(before)}${'😀'.repeat(MEBIBYTE)}`;
  output.send(text);
  await output.flush();
  expect(sink.pieces.length).toBeGreaterThan(1);
  const bytes = Buffer.concat(sink.pieces.map((piece) => Buffer.from(piece)));
  expect(bytes.equals(Buffer.from(`${text}\n`))).toBe(true);
});

test('gives a full stream nothing before it has drained', async () => {
  const sink = new Sink();
  const output = new Output(sink);
  sink.isFull = true;
  output.send('x'.repeat(2 * MEBIBYTE));
  await setImmediate();
  output.send('later');
  await setImmediate();
  expect(sink.characters).toBe(MEBIBYTE);
  sink.emit('drain');
  expect(sink.characters).toBe(2 * MEBIBYTE + 1);
  sink.isFull = false;
  sink.emit('drain');
  await output.flush();
  expect(sink.pieces.join('')).toBe(`${'x'.repeat(2 * MEBIBYTE)}\nlater\n`);
});

test('accepts answers until some mebibytes are unread, and again once they are read', async () => {
  const sink = new Sink();
  const output = new Output(sink);
  sink.isFull = true;
  for (let i = 0; i < 4; i++) output.send('x'.repeat(MEBIBYTE));
  await setImmediate();
  expect(output.drained()).toBe(undefined);
  for (let i = 0; i < 2; i++) output.send('x'.repeat(MEBIBYTE));
  const rooms: string[] = [];
  void output.drained()?.then(() => rooms.push('answers'));
  expect(output.inputDrained()).toBe(undefined);
  sink.emit('drain');
  await setImmediate();
  expect(rooms).toEqual([]);
  sink.emit('drain');
  await setImmediate();
  expect(rooms).toEqual(['answers']);
});

test('accepts no more input in the end if nothing is read at all', async () => {
  const sink = new Sink();
  const output = new Output(sink);
  output.onBroken(() => {});
  sink.isFull = true;
  for (let i = 0; i < 66; i++) output.send('x'.repeat(MEBIBYTE));
  const both = Promise.all([output.drained(), output.inputDrained()]);
  expect(output.inputDrained()).toBeInstanceOf(Promise);
  sink.emit('close');
  await both;
  expect([output.drained(), output.inputDrained()]).toEqual([undefined, undefined]);
});
