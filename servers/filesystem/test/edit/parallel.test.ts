// Parallel edits of large files: run in turn, so memory does not grow with their number.
import { expect, test } from 'vitest';
import { editFile } from '../../src/edit/edit-file.ts';
import { filesIn, temporary } from '../setup.ts';

test('large files are edited one at a time', { timeout: 60_000 }, async () => {
  const count = 6;
  const text = `${'line\n'.repeat(300_000)}needle\n`;
  const names = Array.from({ length: count }, (_, i) => `${i}.txt`);
  using dir = temporary(Object.fromEntries(names.map((name) => [name, text])));
  const files = filesIn([dir.path]);
  let [open, most] = [0, 0];
  const read = files.read.bind(files);
  const write = files.write.bind(files);
  Object.assign(files, {
    read: async (...args: Parameters<typeof read>) => {
      most = Math.max(most, ++open);
      return read(...args);
    },
    write: async (...args: Parameters<typeof write>) => {
      const written = await write(...args);
      open--;
      return written;
    },
  });
  const request = {
    edits: [{ oldText: 'needle', newText: 'found' }],
    dryRun: false,
    maxDiffBytes: 1000,
    signal: new AbortController().signal,
  };
  await Promise.all(names.map((name) => editFile(files, name, request)));
  expect(most).toBe(1);
  for (const name of names) expect(dir.text(name)).toContain('found');
});
