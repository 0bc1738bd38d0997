// Cells of a sheet that belong together and cannot be set on their own.
import { isTrue, type Parts } from './office-parts.ts';
import { columnOf } from './xlsx.ts';

/** Rows count from 1, columns from 0. `header` is a table whose first row has names; `protected` covers the sheet. */
export interface CellRange {
  readonly kind: 'array' | 'header' | 'merged' | 'protected' | 'shared';
  readonly ref: string;
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

/** @throws {DocumentError} `unreadable` if the sheet is damaged, `too_large`. */
export const rangesOf = (parts: Parts, path: string): CellRange[] => {
  const ranges: CellRange[] = [];
  const add = (kind: CellRange['kind'], ref = ''): void => {
    const [first = '', last = first] = ref.split(':');
    const [left, right] = [columnOf(first), columnOf(last)];
    if (left === undefined || right === undefined || (kind !== 'header' && first === last)) return;
    ranges.push({ kind, ref, left, right, top: rowOf(first), bottom: rowOf(last) });
  };
  parts.read(path, {
    open: ({ name, attributes: { ref, t: type, sheet } }) => {
      if (name === 'f') add(type === 'shared' ? 'shared' : 'array', ref);
      else if (name === 'mergeCell') add('merged', ref);
      else if (name === 'sheetProtection' && isTrue(sheet)) add('protected', 'A1:XFD1048576');
    },
  });
  for (const table of parts.relations(path).values())
    if (table.startsWith('xl/tables/'))
      parts.readIfThere(table, {
        open: ({ name, attributes: { ref, headerRowCount } }) => {
          if (name === 'table' && headerRowCount !== '0') add('header', ref);
        },
      });
  return ranges;
};

const rowOf = (name: string): number => Number(/\d+$/.exec(name)?.[0]);
