// Comparing a run with an earlier one.
import { expect, test } from 'vitest';
import { compare, type Outcome } from '../src/report.ts';

const outcome = (
  original: string,
  status: Outcome['status'],
  { line = 1, file = 'a.ts' }: { line?: number; file?: string } = {},
): Outcome => ({ file, line, original, replacement: 'false', status });

test('names what was killed and is not any more, wherever it stands now', () => {
  const survived = outcome('a < 1', 'survived', { line: 9 });
  const missed = outcome('b', 'not covered');
  const before = [outcome('a < 1', 'killed', { line: 2 }), outcome('b', 'killed'), outcome('c', 'killed')];
  expect(compare(before, [survived, missed, outcome('c', 'killed')])).toEqual({
    notKilled: [survived, missed],
    gone: [],
  });
});

test('tells changes apart that read the same, by their order', () => {
  const before = [outcome('a', 'survived', { line: 1 }), outcome('a', 'killed', { line: 2 })];
  const now = [outcome('a', 'survived', { line: 4 }), outcome('a', 'survived', { line: 5 })];
  expect(compare(before, now).notKilled).toEqual([now[1]]);
});

test('names what is gone only in files that both runs changed', () => {
  const before = [outcome('a', 'killed'), outcome('a', 'killed', { file: 'b.ts' })];
  expect(compare(before, [outcome('b', 'killed')])).toEqual({ notKilled: [], gone: [before[0]] });
});
