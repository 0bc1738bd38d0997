// Layout of the commit graph: every line ends at its parent's dot, and no two lines share a lane.
import { assert as holds, property, array, nat, tuple } from 'fast-check';
import { expect, test } from 'vitest';
import { layOut, widthOf, type Node } from '../../views/graph/lanes.ts';

const draw = (nodes: readonly Node[]): string[] =>
  layOut(nodes).map(({ dot, below }) =>
    `${dot} ${below.map(({ lane, from, to }) => `${lane}:${from}-${to}`).join(' ')}`.trim(),
  );

const node = (hash: string, ...parents: string[]): Node => ({ hash, parents });

test('a linear history has one lane', () => {
  expect(draw([node('c', 'b'), node('b', 'a'), node('a')])).toEqual(['0 0:0-0', '0 0:0-0', '0']);
});

test('a merged branch has its own lane', () => {
  const nodes = [node('m', 'a', 'b'), node('b', 'r'), node('a', 'r'), node('r')];
  expect(draw(nodes)).toEqual(['0 0:0-0 1:0-1', '1 0:0-0 1:1-1', '0 0:0-0 1:1-0', '0']);
});

test('a line to a parent that is not loaded continues to the end', () => {
  expect(draw([node('c', 'b', 'missing'), node('b')])).toEqual(['0 0:0-0 1:0-1', '0 1:1-1']);
});

test('ignores a duplicate parent and a parent above its child, and draws nothing without commits', () => {
  expect(draw([node('b', 'a', 'a'), node('a', 'b')])).toEqual(['0 0:0-0', '0']);
  expect([layOut([]), widthOf([])]).toEqual([[], 0]);
});

/** Returns commits, children first; each has up to four later parents, some of which are not loaded. */
const histories = array(tuple(nat(5), array(nat(12), { maxLength: 4 })), { minLength: 1, maxLength: 60 }).map(
  (rows) =>
    rows.map(([missing, steps], at): Node => {
      const parents = steps.map((step) => at + 1 + step);
      return {
        hash: String(at),
        parents: [...parents.map(String), ...(missing === 0 ? [`lost ${at}`] : [])],
      };
    }),
);

/** Follows a lane from the dot of a row and returns the row whose dot ends it. */
const follow = (rows: ReturnType<typeof layOut>, start: number, lane: number): number | undefined => {
  for (let at = start; at < rows.length - 1; at += 1) {
    const segment = rows[at]?.below.find((one) => one.lane === lane);
    if (segment === undefined)
      throw new Error(`The line of row ${start} in lane ${lane} breaks off after row ${at}`);
    expect(segment.from).toBe(at === start ? rows[start]?.dot : lane);
    const next = rows[at + 1];
    const goesOn = next?.below.some((one) => one.lane === lane && one.from === lane) === true;
    if (segment.to === next?.dot && !(goesOn && next.dot !== lane)) return at + 1;
    expect(segment.to).toBe(lane);
  }
  return undefined;
};

test('every line from a commit ends at the dot of its parent, in its own lane', () => {
  holds(
    property(histories, (nodes) => {
      const rows = layOut(nodes);
      const waiting = new Set<string>();
      for (const [at, { dot, below }] of rows.entries()) {
        const { hash = '', parents = [] } = nodes[at] ?? {};
        const lanes = below.map(({ lane }) => lane);
        expect(new Set(lanes).size).toBe(lanes.length);
        // A passing line does not go through the dot.
        for (const edge of waiting) if (edge.endsWith(` ${hash}`)) waiting.delete(edge);
        for (const parent of new Set(parents)) waiting.add(`${hash} ${parent}`);
        expect(below.length).toBe(waiting.size);
        const began = below.filter(({ from, lane }) => from === dot && !isPassing(rows, at, lane));
        const ends = began.map(({ lane }) => follow(rows, at, lane)).filter((end) => end !== undefined);
        const loaded = [...new Set(parents)].map(Number).filter((parent) => parent < nodes.length);
        expect(ends.toSorted((a, b) => a - b)).toEqual(loaded.toSorted((a, b) => a - b));
      }
    }),
    { numRuns: 500 },
  );
});

/** Returns whether this lane's line began above the row and did not end at its dot. */
const isPassing = (rows: ReturnType<typeof layOut>, at: number, lane: number): boolean => {
  const above = rows[at - 1]?.below.find((one) => one.lane === lane);
  return above !== undefined && above.to !== rows[at]?.dot;
};

test('lays out ten thousand commits with many branches', () => {
  const nodes = Array.from({ length: 10_000 }, (_, at) => node(String(at), String(at + 1), String(at + 40)));
  const rows = layOut(nodes);
  expect([rows.length, widthOf(rows)]).toEqual([10_000, expect.any(Number)]);
  expect(widthOf(rows)).toBeLessThan(60);
});
