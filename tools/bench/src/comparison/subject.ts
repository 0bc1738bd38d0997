// One of our servers and its peers: how they are started, and the requests to them.
import type { Launch } from '../client/connection.ts';
import type { Table } from '../report/section.ts';

/** Whose tools a lane has: those of the least that a server can do, ours, those of the peer, or `run` for commands. */
export type Side = 'limit' | 'ours' | 'peer' | 'raw';

export interface Lane {
  readonly name: string;
  readonly side: Side;
  readonly launch: Launch;
}

/** A call that is measured. */
export interface Call {
  readonly tool: string;
  /** The arguments of the n-th call to a process. */
  readonly args: (n: number) => object;
  /** Part of every right answer. */
  readonly expected: string;
}

/** A command that does the same, as a call. */
export function command(...words: readonly string[]): Call {
  return { tool: 'run', args: () => ({ command: words }), expected: '"code":0' };
}

/** A line of the table of times. */
export interface Row {
  readonly name: string;
  /** How many calls make one sample; its time is divided by them. */
  readonly calls: number;
  /** No entry where a server has no such tool. */
  readonly asks: Readonly<Partial<Record<Side, Call>>>;
  /** Our aim: at most this many times the base, and some milliseconds more. */
  readonly most?: { readonly times: number; readonly plusMs?: number };
}

/** A tool and its arguments. */
export type Ask = readonly [tool: string, args: object];

/** A question of an assistant, for the table of tokens. */
export interface Question {
  readonly title: string;
  /** Part of the answer of each server. */
  readonly expected: string;
  readonly ours: Ask;
  /** No entry if the tools of the peer cannot answer it. */
  readonly peer?: Ask;
}

/** The data of rows and questions. Disposing of it deletes them. */
export interface Subject extends AsyncDisposable {
  readonly name: string;
  /** The package that it is compared with. */
  readonly peer: string;
  /** The data and programs of the rows. */
  readonly title: string;
  readonly lanes: readonly Lane[];
  readonly rows: readonly Row[];
  readonly questions: readonly Question[];
  /** Measures additional rows. */
  readonly tables?: (rounds: number) => Promise<readonly Table[]>;
}
