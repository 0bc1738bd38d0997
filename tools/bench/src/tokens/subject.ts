// One of our servers beside a peer, with the tasks that both are asked to do.
import type { Lane } from '../comparison/comparison.ts';
import type { Peer } from '../comparison/lanes.ts';
import { ours } from '../comparison/row.ts';

/** A call of a tool. */
export type Ask = readonly [tool: string, args: object];

/** What an assistant wants to know, and the calls for it. */
export interface Task {
  readonly title: string;
  /** Part of the last answer of each server. */
  readonly expected: string;
  /** By the name of the lane; none where the tools of a server cannot do it. */
  readonly asks: Readonly<Record<string, readonly Ask[]>>;
}

/** The world of the tasks ends with it. */
export interface Subject extends AsyncDisposable {
  /** Of our server. */
  readonly name: string;
  readonly peer: Peer;
  readonly lanes: readonly Lane[];
  readonly tasks: readonly Task[];
}

/** A task by what our server and the peer are asked; the peer nothing where it cannot do it. */
export type TaskRow = readonly [
  title: string,
  expected: string,
  mine: readonly Ask[],
  theirs: readonly Ask[],
];

/** The tasks for our server and one peer. */
export function toTasks({ name: peer }: Peer, rows: readonly TaskRow[]): readonly Task[] {
  return rows.map(([title, expected, mine, theirs]) => ({
    title,
    expected,
    asks: { [ours]: mine, ...(theirs.length > 0 ? { [peer]: theirs } : {}) },
  }));
}
