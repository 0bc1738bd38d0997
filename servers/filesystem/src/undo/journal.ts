// The journal of a change: a line before each step, and one after it. A line that a kill has cut off was not written.
import { appendFileSync } from 'node:fs';

/** What a change is. */
export interface Header {
  readonly tool: string;
  /** A change of several files that is made whole or not at all. */
  readonly allOrNone: boolean;
  /** In milliseconds since 1970. */
  readonly at: number;
}

/** What a file was like, when it is to be made again. */
export interface KeptState {
  readonly mode: number;
  readonly atimeMs: number;
  readonly mtimeMs: number;
}

/**
 * One step. `path` is real. `wrote`: new content; `kept` names what was there, and is absent where there was nothing.
 * `added`: to the end of a file that had `size` bytes. `removed`: a file, a link or a directory without what was in it.
 * `moved`: from `path` to `to`. `made`: a directory.
 */
export type Step =
  | { readonly kind: 'wrote'; readonly path: string; readonly kept?: string }
  | { readonly kind: 'added'; readonly path: string; readonly size: number }
  | { readonly kind: 'removed'; readonly path: string; readonly state: KeptState; readonly kept?: string }
  | { readonly kind: 'unlinked'; readonly path: string; readonly link: string }
  | { readonly kind: 'moved'; readonly path: string; readonly to: string }
  | { readonly kind: 'made'; readonly path: string };

/** A step with what is known of its outcome. */
export interface Recorded {
  readonly step: Step;
  /** Of the file as the step leaves it. See `fingerprint`. */
  readonly print?: string;
  /** Whether it certainly happened. Otherwise the files tell. */
  readonly isDone: boolean;
}

/** What is known of a change. */
export interface Journal extends Header {
  readonly steps: readonly Recorded[];
}

type Line =
  | { readonly change: Header }
  | { readonly step: number; readonly is: Step }
  | { readonly print: number; readonly is: string }
  /** The steps from this one to the other, without that. */
  | { readonly done: number; readonly to: number };

/** Adds lines to a path or an open file. */
export const writeLine = (to: string | number, ...lines: readonly Line[]): void =>
  appendFileSync(to, lines.map((line) => `${JSON.stringify(line)}\n`).join(''), { mode: 0o600 });

/** Reads a journal; undefined when its first line is none. */
export const readJournal = (text: string): Journal | undefined => {
  let header: Header | undefined;
  const done = new Set<number>();
  const steps: Step[] = [];
  const prints = new Map<number, string>();
  for (const line of text.split('\n').slice(0, -1)) {
    const read: Line = JSON.parse(line);
    if ('change' in read) header = read.change;
    else if ('step' in read) steps[read.step] = read.is;
    else if ('print' in read) prints.set(read.print, read.is);
    else for (let step = read.done; step < read.to; step++) done.add(step);
  }
  if (header === undefined) return undefined;
  const recorded = steps.map((step, index): Recorded => {
    const print = prints.get(index);
    return { step, isDone: done.has(index), ...(print === undefined ? {} : { print }) };
  });
  return { ...header, steps: recorded };
};
