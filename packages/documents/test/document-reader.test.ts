// Who reads documents when: slots, shares and the cache.
import { expect, test } from 'vitest';
import { DocumentReader, type DocumentSource } from '../src/document-reader.ts';
import { fixture } from './fixtures.ts';

const signal = AbortSignal.timeout(50_000);

/** Sources that count how many of them are in memory. */
const counted = () => {
  const bytes = fixture('letter.pdf');
  const state = { reads: 0, held: 0, most: 0 };
  const read = async (reader: DocumentReader, name: string, client: unknown): Promise<void> => {
    let isHeld = false;
    const source: DocumentSource = {
      name,
      version: '1',
      readWhole: () => {
        isHeld = true;
        state.reads++;
        state.most = Math.max(state.most, ++state.held);
        return Promise.resolve(bytes);
      },
    };
    await reader.read(source, { signal, client });
    if (isHeld) state.held--;
  };
  return { state, read };
};

test('of twenty documents of one client one is in memory at a time, of many clients two', async () => {
  await using reader = new DocumentReader();
  const one = counted();
  await Promise.all(Array.from({ length: 20 }, (_, index) => one.read(reader, `${index}.pdf`, 'one')));
  expect(one.state).toEqual({ reads: 20, held: 0, most: 1 });
  const many = counted();
  await Promise.all(Array.from({ length: 20 }, (_, index) => many.read(reader, `m${index}.pdf`, index)));
  expect(many.state).toEqual({ reads: 20, held: 0, most: 2 });
});

test('a document that is asked for twenty times at once is read once', async () => {
  await using reader = new DocumentReader();
  const { state, read } = counted();
  await Promise.all(Array.from({ length: 20 }, () => read(reader, 'a.pdf', 'one')));
  expect(state).toEqual({ reads: 1, held: 0, most: 1 });
});

test('a call that is cancelled while it waits reads nothing', async () => {
  await using reader = new DocumentReader();
  const { state, read } = counted();
  const first = read(reader, 'a.pdf', 'one');
  const stop = new AbortController();
  const source = { name: 'b.pdf', version: '1', readWhole: () => Promise.reject(new Error('it was read')) };
  const second = reader.read(source, { signal: stop.signal, client: 'one' });
  stop.abort(new Error('cancelled'));
  await expect(second).rejects.toThrow('cancelled');
  await first;
  expect(state.reads).toBe(1);
});
