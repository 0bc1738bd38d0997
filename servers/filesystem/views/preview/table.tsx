// Rows of cells as a table, of which only the rows that can be seen are drawn.
import { useWindow, visible } from '@mcp/view';
import { h, type ComponentChild } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import { readCsv } from './csv.ts';
import { cut } from './cut.ts';

/** In pixels, as in the sheet. */
const HEIGHT = 26;
const MOST_CHARACTERS = 300;
const MOST_COLUMNS = 100;
/** Rows that tell whether a column has numbers. */
const SAMPLE = 100;

interface TableProps {
  readonly text: string;
  readonly name: string;
}

const count = (number: number, what: string): string =>
  `${number.toLocaleString('en')} ${what}${number === 1 ? '' : 's'}`;

/** Comma-separated values. The first row has the names of the columns. */
export const Table = ({ text, name }: TableProps): ComponentChild => {
  const [head = [], ...rows] = useMemo(() => readCsv(text), [text]);
  const frame = useRef<HTMLDivElement>(null);
  const { from, to } = useWindow(frame, rows.length, HEIGHT);
  const width = useMemo(() => rows.reduce((most, row) => Math.max(most, row.length), head.length), [text]);
  const columns = Array.from({ length: Math.min(width, MOST_COLUMNS) }, (_, at) => at);
  // A name stands above its numbers.
  const amounts = useMemo(
    () => columns.map((at) => rows.slice(0, SAMPLE).some((row) => isNumber(row[at]))),
    [text],
  );
  const left = width > MOST_COLUMNS ? `, the first ${MOST_COLUMNS} of ${count(width, 'column')}` : '';
  return h(
    'div',
    {},
    h('p', { class: 'remark' }, count(rows.length, 'row') + left),
    h(
      'div',
      { class: 'frame', ref: frame, tabIndex: 0, role: 'region', 'aria-label': `Rows of ${visible(name)}` },
      h(
        'table',
        { class: 'rows', 'aria-rowcount': rows.length + 1 },
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            h('td', {}, h('span', { class: 'hidden' }, 'Row')),
            columns.map((at) =>
              h(
                'th',
                { key: at, scope: 'col', class: amounts[at] === true ? 'amount' : '' },
                h('bdi', {}, cut(head[at] ?? '', MOST_CHARACTERS)),
              ),
            ),
          ),
        ),
        h(Gap, { rows: from, columns: columns.length }),
        h(
          'tbody',
          {},
          rows.slice(from, to).map((row, index) =>
            h(
              'tr',
              { key: from + index, 'aria-rowindex': from + index + 2 },
              h('th', { scope: 'row', class: 'number' }, (from + index + 1).toLocaleString('en')),
              columns.map((at) => h(Cell, { key: at, text: row[at] ?? '' })),
            ),
          ),
        ),
        h(Gap, { rows: rows.length - to, columns: columns.length }),
      ),
    ),
  );
};

const NUMBER = /^\s*[-+]?[\d.,]+%?\s*$/;

const isNumber = (text = ''): boolean => NUMBER.test(text);

const Cell = ({ text }: { readonly text: string }): ComponentChild =>
  h('td', { class: isNumber(text) ? 'amount' : '' }, h('bdi', {}, cut(text, MOST_CHARACTERS)));

/** As high as rows that are not drawn. */
const Gap = ({ rows, columns }: { readonly rows: number; readonly columns: number }): ComponentChild =>
  rows > 0 &&
  h(
    'tbody',
    { 'aria-hidden': 'true' },
    h('tr', {}, h('td', { class: 'gap', colSpan: columns + 1, style: { height: `${rows * HEIGHT}px` } })),
  );
