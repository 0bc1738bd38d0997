// Reports: the outcome of every mutant, comparable with an earlier run even if lines have moved.

/** The outcome of one mutant. */
export interface Outcome {
  readonly file: string;
  readonly line: number;
  readonly original: string;
  readonly replacement: string;
  readonly status: 'killed' | 'survived' | 'not covered';
}

/** Maps changes to outcomes. Repeated changes in a file are numbered. */
const byChange = (outcomes: readonly Outcome[]): Map<string, Outcome> => {
  const counts = new Map<string, number>();
  const found = new Map<string, Outcome>();
  for (const outcome of outcomes) {
    const change = JSON.stringify([outcome.file, outcome.original, outcome.replacement]);
    const count = counts.get(change) ?? 0;
    counts.set(change, count + 1);
    found.set(`${change} ${count}`, outcome);
  }
  return found;
};

/** The current outcomes of mutants that an earlier run killed. */
export interface Comparison {
  readonly notKilled: readonly Outcome[];
  /** Mutants whose source has changed. */
  readonly gone: readonly Outcome[];
}

/** Compares a run with an earlier one. Ignores files that are not in both. */
export const compare = (before: readonly Outcome[], now: readonly Outcome[]): Comparison => {
  const files = new Set(now.map(({ file }) => file));
  const current = byChange(now);
  const notKilled: Outcome[] = [];
  const gone: Outcome[] = [];
  for (const [change, outcome] of byChange(before)) {
    if (outcome.status !== 'killed' || !files.has(outcome.file)) continue;
    const same = current.get(change);
    if (same === undefined) gone.push(outcome);
    else if (same.status !== 'killed') notKilled.push(same);
  }
  return { notKilled, gone };
};

const shortened = (text: string): string => (text.length > 90 ? `${text.slice(0, 89)}…` : text);

/** Describes a mutant in one line. */
export const describeOutcome = ({ file, line, original, replacement, status }: Outcome): string =>
  `${file}:${line}  ${shortened(original)}  →  ${shortened(replacement)}  (${status})`;
