// Lanes: lays out the dots and lines of a commit graph. Each line from a commit to a parent has its own lane.

/** The part of a commit that the layout needs. */
export interface Node {
  readonly hash: string;
  readonly parents: readonly string[];
}

/** A part of a line, from one row to the next. */
export interface Segment {
  /** Lane of the line, which no other line has between the same rows. */
  readonly lane: number;
  /** Lane in the row above: its own, or that of the dot where it starts. */
  readonly from: number;
  /** Lane in the row below: its own, or that of the dot where it ends. */
  readonly to: number;
}

/** A row of the graph. */
export interface GraphRow {
  /** Lane of the dot. */
  readonly dot: number;
  /** Lines from this row to the next one. */
  readonly below: readonly Segment[];
}

/**
 * Lays out commits, children before parents. A line to a parent that is not in the list runs to the end. A parent that
 * precedes its child gets no line.
 */
export const layOut = (commits: readonly Node[]): GraphRow[] => {
  const rows: { dot: number; below: { lane: number; from: number; to: number }[] }[] = [];
  const seen = new Set<string>();
  /** The parent that each lane leads to. */
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
      // The first line stays in the dot's lane.
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

/** Returns the number of lanes in the rows. */
export const widthOf = (rows: readonly GraphRow[]): number =>
  rows.reduce((most, { dot, below }) => Math.max(most, dot + 1, ...below.map(({ lane }) => lane + 1)), 0);
