// search_files: duplicates.
import { expect, test } from 'vitest';
import { caller, temporary, textOf } from '../setup.ts';

const search = caller('search_files');

test('finds files with the same content, the largest first, and reads only those of equal size', async () => {
  using dir = temporary({
    'a/one.bin': 'same',
    'b/two.bin': 'same',
    'c.bin': 'size',
    'd/big.txt': 'x'.repeat(3_000_000),
    'e/big.txt': 'x'.repeat(3_000_000),
    'f.txt': `${'x'.repeat(2_999_999)}y`,
    'empty.1': '',
    'empty.2': '',
    'z.bin': 'same',
  });
  const result = await search(dir.server, { duplicates: true });
  const lines = textOf(result)
    .replaceAll(/, 20[^,)]*Z/g, '')
    .split('\n');
  expect(lines).toEqual([
    `${dir.at('d/big.txt')} (3000000 bytes)`,
    `${dir.at('e/big.txt')} (3000000 bytes, same as ${dir.at('d/big.txt')})`,
    `${dir.at('z.bin')} (4 bytes)`,
    `${dir.at('a/one.bin')} (4 bytes, same as ${dir.at('z.bin')})`,
    `${dir.at('b/two.bin')} (4 bytes, same as ${dir.at('z.bin')})`,
  ]);
  expect(result.structuredContent).toMatchObject({ total: 5 });
  expect(result.structuredContent).not.toHaveProperty('nextCursor');
  const some = await search(dir.server, { duplicates: true, pattern: '*.bin', limit: 2 });
  expect(textOf(some)).toContain('[2 of 3; a higher limit shows more.]');
});
