// Where the dots and lines of a commit graph are. Each line from a commit to a parent has a lane of its own until it
// ends.

/** What the layout needs to know of a commit. */
export interface Node {
  readonly hash: string;
  readonly parents: readonly string[];
}

/** A part of a line, from one row to the next. */
export interface Segment {
  /** The lane of the line: no other line has it between the same rows. */
  readonly lane: number;
  /** Where it is in the row above: in its lane, or at the dot where it begins. */
  readonly from: number;
  /** Where it is in the row below: in its lane, or at the dot where it ends. */
  readonly to: number;
}

/** A row of the graph. */
export interface GraphRow {
  /** The lane of the dot. */
  readonly dot: number;
  /** The lines from this row to the next one. */
  readonly below: readonly Segment[];
}

/**
 * Lays out commits, children before parents. A line to a parent that is not among them goes on to the end; there is
 * none to a parent that stands before its child.
 */
export const layOut = (commits: readonly Node[]): GraphRow[] => {
  const rows: { dot: number; below: { lane: number; from: number; to: number }[] }[] = [];
  const seen = new Set<string>();
  /** By lane: the parent that its line is on the way to. */
  const lanes: (string | undefined)[] = [];
  for (const { hash, parents } of commits) {
    const ending = lanes.flatMap((parent, lane) => (parent === hash ? [lane] : []));
    const dot = ending[0] ?? freeLane(lanes);
    for (const segment of rows.at(-1)?.below ?? []) if (ending.includes(segment.lane)) segment.to = dot;
    for (const lane of ending) lanes[lane] = undefined;
    seen.add(hash);
    const beginning = new Set<number>();
    for (const parent of new Set(parents)) {
      if (seen.has(parent)) continue;
      // The first goes straight on.
      const lane = lanes[dot] === undefined ? dot : freeLane(lanes);
      lanes[lane] = parent;
      beginning.add(lane);
    }
    const below = lanes.flatMap((parent, lane) =>
      parent === undefined ? [] : [{ lane, from: beginning.has(lane) ? dot : lane, to: lane }],
    );
    rows.push({ dot, below });
  }
  return rows;
};

const freeLane = (lanes: readonly (string | undefined)[]): number => {
  const free = lanes.indexOf(undefined);
  return free === -1 ? lanes.length : free;
};

/** How many lanes the rows have. */
export const widthOf = (rows: readonly GraphRow[]): number =>
  rows.reduce((most, { dot, below }) => Math.max(most, dot + 1, ...below.map(({ lane }) => lane + 1)), 0);
