// A source in which every change is there at once: a number says which of them is in force.
import type { Change } from './mutants.ts';
import { changesOf } from './mutants.ts';

/** A change with what a report says of it. */
export interface Mutant {
  /** Names it among all: the file, the line, and its number in the file. */
  readonly id: string;
  readonly file: string;
  readonly line: number;
  readonly original: string;
  readonly replacement: string;
  readonly isAtLoad: boolean;
}

const lineAt = (source: string, offset: number): number => source.slice(0, offset).split('\n').length;

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const mutantOf = (file: string, source: string, change: Change, index: number): Mutant => {
  const line = lineAt(source, change.start);
  return {
    id: `${file}:${line}#${index}`,
    file,
    line,
    original: oneLine(source.slice(change.start, change.end)),
    replacement: oneLine(change.replacement),
    isAtLoad: change.isAtLoad,
  };
};

interface Insertion {
  readonly at: number;
  readonly text: string;
}

const around = (changes: readonly (readonly [Change, number])[]): Insertion[] => {
  const [[first] = [undefined]] = changes;
  if (first === undefined) return [];
  if (first.isStatement) {
    const ids = changes.map(([, index]) => index).join();
    return [
      { at: first.start, text: `{ if (!$mutant(${ids})) { ` },
      { at: first.end, text: ' } }' },
    ];
  }
  const alternatives = changes.map(([{ replacement }, index]) => `$mutant(${index}) ? (${replacement}) : `);
  return [
    { at: first.start, text: `(${alternatives.join('')}` },
    { at: first.end, text: ')' },
  ];
};

/** A source with all of its changes, of which none is in force, and their list. */
export const instrument = (file: string, source: string): { code: string; mutants: Mutant[] } => {
  const changes = changesOf(source).map((change, index) => [change, index] as const);
  const places = new Map<string, (readonly [Change, number])[]>();
  for (const entry of changes) {
    const [{ start, end, isStatement }] = entry;
    const place = `${start}:${end}:${isStatement}`;
    places.set(place, [...(places.get(place) ?? []), entry]);
  }
  // Outer places come first: what they insert at an end goes behind what inner ones insert there.
  const insertions = [...places.values()].map(around);
  const opening = insertions.flatMap(([open]) => (open === undefined ? [] : [open]));
  const closing = insertions.flatMap(([, close]) => (close === undefined ? [] : [close])).toReversed();
  // Both sorts are stable. At one offset, what ends there is closed before anything opens.
  const sorted = [...closing, ...opening].toSorted((a, b) => a.at - b.at);
  let code = '';
  let done = 0;
  for (const { at, text } of sorted) {
    code += source.slice(done, at) + text;
    done = at;
  }
  const mutants = changes.map(([change, index]) => mutantOf(file, source, change, index));
  const head = `const $mutant = globalThis.mutation.register(${JSON.stringify(mutants)});`;
  return { code: `${head}${code}${source.slice(done)}`, mutants };
};
