// Where the boxes and lines of a diagram are: tables from left to right, each one right of those that it refers to.

/** What the layout needs of a table. */
export interface Sized {
  readonly name: string;
  /** Of the box, in pixels. */
  readonly height: number;
  /** The tables that it refers to, by their places in the list. Those of itself are left out. */
  readonly refersTo: readonly number[];
}

/** The place of a box. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly height: number;
}

/** Where all boxes are, in the order of the tables. */
export interface Layout {
  readonly boxes: readonly Box[];
  readonly width: number;
  readonly height: number;
}

/** Of all boxes, in pixels. Lines have the gaps between the boxes. */
export const BOX_WIDTH = 200;
export const GAP_X = 64;
export const GAP_Y = 20;
const LEAST_HEIGHT = 420;

/** Places the boxes so that none covers another. */
export const layOut = (tables: readonly Sized[]): Layout => {
  const ranks = toRanks(tables);
  const most = highestColumn(tables);
  const boxes: Box[] = tables.map(({ height }) => ({ x: 0, y: 0, height }));
  let [x, bottom] = [0, 0];
  for (const rank of groupBy(ranks)) {
    let y = 0;
    for (const at of ordered(rank, tables, boxes)) {
      const height = tables[at]?.height ?? 0;
      if (y > 0 && y + height > most) [x, y] = [x + BOX_WIDTH + GAP_X, 0];
      boxes[at] = { x, y, height };
      y += height + GAP_Y;
      bottom = Math.max(bottom, y - GAP_Y);
    }
    x += BOX_WIDTH + GAP_X;
  }
  return { boxes, width: Math.max(0, x - GAP_X), height: bottom };
};

/** About as high as wide, so that two hundred tables are no tower. */
const highestColumn = (tables: readonly Sized[]): number => {
  const area = tables.reduce((sum, { height }) => sum + (height + GAP_Y) * (BOX_WIDTH + GAP_X), 0);
  return Math.max(LEAST_HEIGHT, Math.sqrt(area / 2));
};

/**
 * How many tables are to the left of each, at least: one more than of those it refers to. A circle is cut where it
 * closes.
 */
const toRanks = (tables: readonly Sized[]): number[] => {
  const ranks: (number | undefined)[] = tables.map(() => undefined);
  for (const start of tables.keys()) {
    // A chain of tables may be longer than the stack is deep.
    const open = [start];
    const isOpen = new Set(open);
    for (let at = open.at(-1); at !== undefined; at = open.at(-1)) {
      const wanted = (tables[at]?.refersTo ?? []).filter((to) => !isOpen.has(to));
      const next = ranks[at] === undefined ? wanted.find((to) => ranks[to] === undefined) : undefined;
      if (next === undefined) {
        ranks[at] ??= Math.max(-1, ...wanted.map((to) => ranks[to] ?? -1)) + 1;
        isOpen.delete(at);
        open.pop();
      } else {
        open.push(next);
        isOpen.add(next);
      }
    }
  }
  return ranks.map((rank) => rank ?? 0);
};

/** The places of the tables of each rank. */
const groupBy = (ranks: readonly number[]): number[][] => {
  const groups: number[][] = [];
  for (const [at, rank] of ranks.entries()) (groups[rank] ??= []).push(at);
  return groups;
};

/** Near those that they refer to, so that lines are short. */
const ordered = (rank: readonly number[], tables: readonly Sized[], boxes: readonly Box[]): number[] => {
  const heightOf = (at: number): number => {
    const to = tables[at]?.refersTo ?? [];
    if (to.length === 0) return 0;
    return to.reduce((sum, other) => sum + (boxes[other]?.y ?? 0), 0) / to.length;
  };
  const wished = new Map(rank.map((at) => [at, heightOf(at)]));
  return rank.toSorted((a, b) => (wished.get(a) ?? 0) - (wished.get(b) ?? 0));
};
