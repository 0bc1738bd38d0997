// One of our servers and its peers: how to start them, and the requests to send.
import type { Launch } from '../client/connection.ts';
import type { Table } from '../report/section.ts';

/** The owner of a lane's tools: the minimal server, ours, the peer, or `run` for commands. */
export type Side = 'limit' | 'ours' | 'peer' | 'raw';

export interface Lane {
  readonly name: string;
  readonly side: Side;
  readonly launch: Launch;
}

/** A measured call. */
export interface Call {
  readonly tool: string;
  /** Returns the arguments of the n-th call to a process. */
  readonly args: (n: number) => object;
  /** Text that every right answer contains. */
  readonly expected: string;
}

/** Returns a call that runs an equivalent command. */
export function command(...words: readonly string[]): Call {
  return { tool: 'run', args: () => ({ command: words }), expected: '"code":0' };
}

/** A row of the table of times. */
export interface Row {
  readonly name: string;
  /** The number of calls in one sample, whose time is divided by it. */
  readonly calls: number;
  /** A missing entry means that the server has no such tool. */
  readonly asks: Readonly<Partial<Record<Side, Call>>>;
  /** Our target: at most this multiple of the base, plus some milliseconds. */
  readonly most?: { readonly times: number; readonly plusMs?: number };
}

/** A tool and its arguments. */
export type Ask = readonly [tool: string, args: object];

/** A user's question to an assistant, for the table of tokens. */
export interface Question {
  readonly title: string;
  /** Text that the answer of each server contains. */
  readonly expected: string;
  readonly ours: Ask;
  /** Absent if the peer's tools cannot answer it. */
  readonly peer?: Ask;
}

/** The measured rows and questions with their data. Disposing of it deletes the data. */
export interface Subject extends AsyncDisposable {
  readonly name: string;
  /** The package to compare with. */
  readonly peer: string;
  /** The data and programs behind the rows. */
  readonly title: string;
  readonly lanes: readonly Lane[];
  readonly rows: readonly Row[];
  readonly questions: readonly Question[];
  /** Measures additional tables. */
  readonly tables?: (rounds: number) => Promise<readonly Table[]>;
}
