// Table: shows rows of cells and renders only the visible ones.
import { count, Find, useWindow, visible, written } from '@mcp/view';
import type { ComponentChild } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import { readCsv } from './csv.ts';
import { cut } from './cut.ts';

/** Row height in pixels, as in preview.css. */
const HEIGHT = 26;
const MOST_CHARACTERS = 300;
const MOST_COLUMNS = 100;
/** Rows to check for whether a column has numbers. */
const SAMPLE = 100;

interface TableProps {
  readonly text: string;
  readonly name: string;
}

/** Renders CSV. Columns are named by the first row if it looks like a heading, otherwise by letters. */
export const Table = ({ text, name }: TableProps): ComponentChild => {
  const { head, rows } = useMemo(() => withHead(readCsv(text)), [text]);
  const found = useMemo(() => rows.map((row) => row.join('\t')), [text]);
  const frame = useRef<HTMLDivElement>(null);
  const { from, to } = useWindow(frame, rows.length, HEIGHT);
  const width = useMemo(
    () => rows.reduce((most, row) => Math.max(most, row.length), head?.length ?? 0),
    [text],
  );
  const columns = Array.from({ length: Math.min(width, MOST_COLUMNS) }, (_, at) => at);
  // Headings align with their numbers.
  const amounts = useMemo(
    () => columns.map((at) => rows.slice(0, SAMPLE).some((row) => isNumber(row[at]))),
    [text],
  );
  const left = width > MOST_COLUMNS ? `, the first ${MOST_COLUMNS} of ${count(width, 'column')}` : '';
  return (
    <div>
      <p class="remark">{count(rows.length, 'row') + left}</p>
      <Find frame={frame} rows={found} height={HEIGHT} />
      <div class="frame" ref={frame} tabIndex={0} role="region" aria-label={`Rows of ${visible(name)}`}>
        <table class="rows" aria-rowcount={rows.length + 1}>
          <thead>
            <tr>
              <td>
                <span class="hidden">Row</span>
              </td>
              {columns.map((at) => (
                <th key={at} scope="col" class={amounts[at] === true ? 'amount cut' : 'cut'}>
                  <bdi>{cut(head?.[at] ?? letterOf(at), MOST_CHARACTERS)}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <Gap rows={from} columns={columns.length} />
          <tbody>
            {rows.slice(from, to).map((row, index) => (
              <tr key={from + index} aria-rowindex={from + index + 2}>
                <th scope="row" class="number">
                  {written(from + index + 1)}
                </th>
                {columns.map((at) => (
                  <Cell key={at} text={row[at] ?? ''} />
                ))}
              </tr>
            ))}
          </tbody>
          <Gap rows={rows.length - to} columns={columns.length} />
        </table>
      </div>
    </div>
  );
};

/** Takes the first row as a heading if its cells are filled, distinct and not numbers, and more rows follow. */
const withHead = ([first = [], ...rows]: string[][]) => {
  const isHead =
    rows.length > 0 &&
    new Set(first).size === first.length &&
    first.every((name) => name.trim() !== '' && !isNumber(name));
  return isHead
    ? { head: first, rows }
    : { head: undefined, rows: first.length === 0 ? rows : [first, ...rows] };
};

/** Names columns like a spreadsheet: A to Z, then AA. */
const letterOf = (at: number): string =>
  (at < 26 ? '' : letterOf(Math.floor(at / 26) - 1)) + String.fromCodePoint(65 + (at % 26));

const NUMBER = /^\s*[-+]?[\d.,]+%?\s*$/;

const isNumber = (text = ''): boolean => NUMBER.test(text);

const Cell = ({ text }: { readonly text: string }): ComponentChild => (
  <td class={isNumber(text) ? 'amount cut' : 'cut'}>
    <bdi>{cut(text, MOST_CHARACTERS)}</bdi>
  </td>
);

/** Fills the space of rows that are not rendered. */
const Gap = ({ rows, columns }: { readonly rows: number; readonly columns: number }): ComponentChild =>
  rows > 0 && (
    <tbody aria-hidden="true">
      <tr>
        <td class="gap" colSpan={columns + 1} style={{ height: `${rows * HEIGHT}px` }} />
      </tr>
    </tbody>
  );
