// A row of a comparison: one call to each server, the program that does the same without a server, and our aims.
import type { Samples } from '../report/samples.ts';

/** What a server is asked for. */
export interface Call {
  readonly tool: string;
  /** The arguments of the n-th call to a process. */
  readonly args: (n: number) => object;
  /** Part of every right answer. */
  readonly expected: string;
}

/** What must hold for our server. */
export interface RowAim {
  /** What follows the name of the row, like `at most 1.3 × limit`. */
  readonly text: string;
  readonly most: number;
  /** One value for each round. */
  readonly measured: (samples: Samples, row: string) => readonly number[] | undefined;
}

export interface Row {
  readonly name: string;
  /** Calls that make one sample; its time is divided by them. */
  readonly calls: number;
  /** By the name of the lane; none where a server has no such tool. */
  readonly asks: Readonly<Record<string, Call>>;
  /** A command that does the same; undefined where there is none. */
  readonly raw?: readonly string[];
  readonly aims?: readonly RowAim[];
}

export const ours = 'ours';
/** The lane of the least a server can do. */
export const limit = 'limit';
/** The lane of the commands. */
export const raw = 'raw tool';

/** Servers that are asked for the same. */
export function askAll(lanes: readonly string[], call: Call): Row['asks'] {
  return Object.fromEntries(lanes.map((lane) => [lane, call]));
}

/** Our time is at most this many times the one of another lane. */
export function atMostTimes(most: number, lane: string): RowAim {
  return {
    text: `at most ${most} × ${lane}`,
    most,
    measured: (samples, row) => samples.ratios(ours, row, { lane }),
  };
}

/** Our time is at most this many milliseconds. */
export function atMostMilliseconds(most: number): RowAim {
  return { text: `at most ${most} ms`, most, measured: (samples, row) => samples.get(ours, row) };
}
