// One of our servers beside others: how they are started, and what they are asked.
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

/** What an assistant wants to know, for the table of tokens. */
export interface Question {
  readonly title: string;
  /** Part of the answer of each server. */
  readonly expected: string;
  readonly ours: Ask;
  /** No entry if the tools of the peer cannot answer it. */
  readonly peer?: Ask;
}

/** What the rows and questions work on is deleted when it is disposed. */
export interface Subject extends AsyncDisposable {
  readonly name: string;
  /** The package that it is compared with. */
  readonly peer: string;
  /** What the rows work on, and with which programs. */
  readonly title: string;
  readonly lanes: readonly Lane[];
  readonly rows: readonly Row[];
  readonly questions: readonly Question[];
  /** Measures what else is to be shown. */
  readonly tables?: (rounds: number) => Promise<readonly Table[]>;
}
