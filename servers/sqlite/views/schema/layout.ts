// Layout: positions the boxes of a diagram, each table to the right of those it refers to.

/** The part of a table that the layout needs. */
export interface Sized {
  readonly name: string;
  /** Height of the box in pixels. */
  readonly height: number;
  /** Indexes of the tables that it refers to, without itself. */
  readonly refersTo: readonly number[];
}

/** The position of a box. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly height: number;
}

/** The positions of all boxes, in the order of the tables. */
export interface Layout {
  readonly boxes: readonly Box[];
  readonly width: number;
  readonly height: number;
}

/** Box width and gaps in pixels. Lines run through the gaps. */
export const BOX_WIDTH = 200;
export const GAP_X = 64;
export const GAP_Y = 20;
const LEAST_HEIGHT = 420;

/** Positions the boxes without overlaps. */
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

/** Limits the height of columns, so that large diagrams grow in width too. */
const highestColumn = (tables: readonly Sized[]): number => {
  const area = tables.reduce((sum, { height }) => sum + (height + GAP_Y) * (BOX_WIDTH + GAP_X), 0);
  return Math.max(LEAST_HEIGHT, Math.sqrt(area / 2));
};

/** Returns the rank of each table: one more than the highest rank it refers to. Cycles are cut where they close. */
const toRanks = (tables: readonly Sized[]): number[] => {
  const ranks: (number | undefined)[] = tables.map(() => undefined);
  for (const start of tables.keys()) {
    // Not recursive, because a long chain of tables would overflow the stack.
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

/** Returns the indexes of the tables of each rank. */
const groupBy = (ranks: readonly number[]): number[][] => {
  const groups: number[][] = [];
  for (const [at, rank] of ranks.entries()) (groups[rank] ??= []).push(at);
  return groups;
};

/** Sorts tables to be near those they refer to, so that lines are short. */
const ordered = (rank: readonly number[], tables: readonly Sized[], boxes: readonly Box[]): number[] => {
  const heightOf = (at: number): number => {
    const to = tables[at]?.refersTo ?? [];
    if (to.length === 0) return 0;
    return to.reduce((sum, other) => sum + (boxes[other]?.y ?? 0), 0) / to.length;
  };
  const wished = new Map(rank.map((at) => [at, heightOf(at)]));
  return rank.toSorted((a, b) => (wished.get(a) ?? 0) - (wished.get(b) ?? 0));
};
