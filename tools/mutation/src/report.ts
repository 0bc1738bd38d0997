// Reports: the outcome of every mutant, comparable with an earlier run although lines have moved.

/** What a run found out about one mutant. */
export interface Outcome {
  readonly file: string;
  readonly line: number;
  readonly original: string;
  readonly replacement: string;
  readonly status: 'killed' | 'survived' | 'not covered';
}

/** Outcomes by what was changed. The same change may occur several times in a file: they count in their order. */
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

/** What became of the mutants that an earlier run killed. */
export interface Comparison {
  readonly notKilled: readonly Outcome[];
  /** Their sources have changed. */
  readonly gone: readonly Outcome[];
}

/** Compares a run with an earlier one. Files that only one of them changed are left out. */
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
