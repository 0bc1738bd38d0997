// The page's conflict resolution compared with `git merge-file`, on generated conflicts. `PROOF_RUNS=300` tries that
// many.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { numbers, proofRuns } from '../proofs/random.ts';
import { open } from '../setup.ts';
import { LINES, mergeFile, resolve, show, stopMerge, toText } from '../tools/stopped-merge.ts';

const STYLES = ['merge', 'diff3', 'zdiff3'] as const;
const RUNS = proofRuns(8);

test(
  'choosing one side everywhere gives the result of `git merge-file`',
  async () => {
    let places = 0;
    for (let seed = 1; seed <= RUNS; seed += 1) {
      const next = numbers(seed);
      const end = seed % 4 === 0 ? '\r\n' : '\n';
      const change = (name: string): string[] =>
        LINES.flatMap((line) => {
          const kind = next(9);
          if (kind === 0) return [];
          // Both sides change some lines in the same way.
          if (kind === 1) return [line, `new ${next(3)}`];
          return [kind === 2 ? `${name} ${next(2)}` : line];
        });
      const text = (lines: readonly string[]): string =>
        next(4) === 0 ? lines.join(end) : toText(lines, end);
      const style = STYLES[seed % 3] ?? 'merge';
      const [ours, theirs] = [text(change('ours')), text(change('theirs'))];
      const config = { 'merge.conflictStyle': style };
      using dir = stopMerge({ 'a.txt': text(LINES) }, { 'a.txt': ours }, { 'a.txt': theirs }, config);
      await using client = await open(dir.path);
      const shown = await show(client);
      places += shown.regions.length;
      const marks = readFileSync(dir.at('a.txt'), 'utf8').match(/^<{7} /gm)?.length;
      expect({ seed, places: shown.regions.length }).toEqual({ seed, places: marks });
      const side = (['ours', 'theirs', 'union'] as const)[next(3)] ?? 'ours';
      const expected = mergeFile(dir, ...(style === 'merge' ? [] : [`--${style}`]), `--${side}`);
      const answer = await resolve(client, {
        stamp: shown.stamp,
        regions: shown.regions.map(() => ({ take: side })),
      });
      expect({ seed, isError: answer.isError }).toEqual({ seed, isError: undefined });
      const resolved = readFileSync(dir.at('a.txt'), 'utf8');
      expect({ seed, style, side, resolved }).toEqual({ seed, style, side, resolved: expected });
      expect(dir.git('show', ':a.txt')).toBe(expected);
    }
    console.log('places resolved:', places);
    expect(places).toBeGreaterThan(RUNS / 2);
  },
  60_000 + RUNS * 2000,
);
