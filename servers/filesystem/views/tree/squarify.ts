// squarify: lays out a treemap in rectangles that are close to squares (Bruls, Huizing, van Wijk, 2000).

/** A rectangle. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Divides a box into rectangles in proportion to weights, in order. Weights must be positive and descending. */
export const squarify = (weights: readonly number[], box: Box): Box[] => {
  const boxes: Box[] = [];
  let [left, rest] = [box, weights.reduce((sum, weight) => sum + weight, 0)];
  for (let at = 0; at < weights.length;) {
    const row = takeRow(weights, at, { ...left, scale: (left.width * left.height) / rest });
    const sum = row.reduce((total, weight) => total + weight, 0);
    // The last row takes all remaining space, so that rounding leaves no gap.
    const share = at + row.length === weights.length ? 1 : sum / rest;
    const [part, remaining] = cut(left, share);
    boxes.push(...alongRow(row, sum, { ...part, isColumn: left.width >= left.height }));
    [left, rest] = [remaining, rest - sum];
    at += row.length;
  }
  return boxes;
};

/** Returns the next row. It grows while its worst rectangle gets closer to a square. */
const takeRow = (
  weights: readonly number[],
  from: number,
  { width, height, scale }: Box & { readonly scale: number },
): readonly number[] => {
  const side = Math.min(width, height);
  const worst = (sum: number, largest: number, smallest: number): number => {
    const area = (sum * scale) ** 2;
    return Math.max((side ** 2 * largest * scale) / area, area / (side ** 2 * smallest * scale));
  };
  const largest = weights[from] ?? 0;
  let [sum, ratio, to] = [0, Infinity, from];
  for (const weight of weights.slice(from)) {
    const next = worst(sum + weight, largest, weight);
    if (next > ratio) break;
    [sum, ratio, to] = [sum + weight, next, to + 1];
  }
  return weights.slice(from, Math.max(to, from + 1));
};

/** Cuts a share off the longer side. */
const cut = ({ x, y, width, height }: Box, share: number): [Box, Box] => {
  if (width >= height) {
    const size = width * share;
    return [
      { x, y, width: size, height },
      { x: x + size, y, width: width - size, height },
    ];
  }
  const size = height * share;
  return [
    { x, y, width, height: size },
    { x, y: y + size, width, height: height - size },
  ];
};

const alongRow = (
  row: readonly number[],
  sum: number,
  { x, y, width, height, isColumn }: Box & { readonly isColumn: boolean },
): Box[] => {
  let done = 0;
  return row.map((weight) => {
    const [start, end] = [done / sum, Math.min(1, (done + weight) / sum)];
    done += weight;
    return isColumn
      ? { x, y: y + height * start, width, height: height * (end - start) }
      : { x: x + width * start, y, width: width * (end - start), height };
  });
};
