// What the runner writes and the command reads: one line for each mutant that a test met, and for each that one noticed.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** A line of a report: a test came across this mutant, or it noticed this one, and how. */
export type Line =
  | { readonly met: string }
  | { readonly dead: string; readonly by: string; readonly how: string };

/** The mutants of a report by what became of them. */
export interface Findings {
  readonly met: ReadonlySet<string>;
  readonly dead: ReadonlySet<string>;
}

/** Adds a line to a report. */
export const report = (path: string, line: Line): void => appendFileSync(path, `${JSON.stringify(line)}\n`);

/** Reads a report. Without any line, nothing was met. */
export const readReport = (path: string): Findings => {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const lines = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
  return {
    met: new Set(lines.flatMap((line) => ('met' in line ? [line.met] : []))),
    dead: new Set(lines.flatMap((line) => ('dead' in line ? [line.dead] : []))),
  };
};
