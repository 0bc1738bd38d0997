// Document reader: slots, shares and cache.
import { EventEmitter, once } from 'node:events';
import { expect, test } from 'vitest';
import { DocumentReader, type DocumentSource } from '../src/document-reader.ts';
import { fixture } from './fixtures.ts';

const signal = AbortSignal.timeout(50_000);

/** Records the names of the files that a reader reads. A gate delays the end of each read. */
const counted = (reader: DocumentReader, gate: Promise<unknown> = Promise.resolve()) => {
  const reads: string[] = [];
  const read = (name: string, client: string): Promise<unknown> => {
    const source: DocumentSource = {
      name,
      version: '1',
      readWhole: async () => {
        reads.push(name);
        await gate;
        return fixture('letter.pdf');
      },
    };
    return reader.read(source, { signal, client });
  };
  return { reads, read };
};

test('holds one document per client and two in total in memory, and reads the others later', async () => {
  await using reader = new DocumentReader();
  const gate = new EventEmitter();
  const { reads, read } = counted(reader, once(gate, 'open'));
  const first = Array.from({ length: 20 }, (_, index) => read(`${index}.pdf`, 'one'));
  const others = [read('two.pdf', 'two'), read('three.pdf', 'three')];
  await expect.poll(() => reads).toEqual(['0.pdf', 'two.pdf']);
  gate.emit('open');
  await Promise.all([...first, ...others]);
  // The third client precedes the rest of the first.
  expect(reads.slice(0, 4).toSorted()).toEqual(['0.pdf', '1.pdf', 'three.pdf', 'two.pdf']);
  expect(reads.length).toBe(22);
});

test('reads a document once for twenty parallel requests', async () => {
  await using reader = new DocumentReader();
  const { reads, read } = counted(reader);
  await Promise.all(Array.from({ length: 20 }, () => read('a.pdf', 'one')));
  expect(reads).toEqual(['a.pdf']);
});

test('a call cancelled while waiting reads nothing', async () => {
  await using reader = new DocumentReader();
  const { reads, read } = counted(reader);
  const first = read('a.pdf', 'one');
  const stop = new AbortController();
  const source = { name: 'b.pdf', version: '1', readWhole: () => Promise.reject(new Error('it was read')) };
  const second = reader.read(source, { signal: stop.signal, client: 'one' });
  stop.abort(new Error('cancelled'));
  await expect(second).rejects.toThrow('cancelled');
  await first;
  expect(reads).toEqual(['a.pdf']);
});
