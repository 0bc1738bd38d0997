// Rows: parses a unified diff for display.
import type { Pair } from '@mcp/view/words';

/** A line, with its number in the current file. */
export interface Row {
  readonly kind: 'same' | 'removed' | 'added';
  readonly number: number | undefined;
  readonly text: string;
}

/** Returns the rows of a diff. Lines before the first hunk header have no numbers. */
export const toRows = (diff: readonly string[]): Row[] => {
  const rows: Row[] = [];
  let next: number | undefined;
  for (const line of diff) {
    const hunk = /^@@ -(\d+)/.exec(line);
    if (hunk !== null) {
      next = Number(hunk[1]);
      continue;
    }
    const kind = line.startsWith('+') ? 'added' : line.startsWith('-') ? 'removed' : 'same';
    const isOfFile = kind !== 'added' && !line.startsWith('\\');
    rows.push({ kind, number: isOfFile ? next : undefined, text: line.slice(1).replace(/\r$/, '') });
    if (isOfFile && next !== undefined) next++;
  }
  return rows;
};

/** Pairs removed rows with the added rows that replace them. */
export const toPairs = (rows: readonly Row[]): Pair<Row>[] => {
  let removed: Row[] = [];
  return rows.flatMap((row): Pair<Row>[] => {
    if (row.kind === 'same') removed = [];
    if (row.kind === 'removed') removed.push(row);
    const before = row.kind === 'added' ? removed.shift() : undefined;
    return before === undefined ? [] : [[before, row]];
  });
};
