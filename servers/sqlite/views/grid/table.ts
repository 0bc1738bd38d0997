// The table: names that sort, fields that filter, and the rows.
import { visible } from '@mcp/view';
import { h, type ComponentChild } from 'preact';
import { memo } from 'preact/compat';
import { toCell } from './cell.ts';
import type { Rows, Wanted } from './rows.ts';

interface TableProps {
  readonly shown: Rows;
  readonly wanted: Wanted;
  /** What is sorted and filtered comes from the server; where that cannot, there are no controls for it. */
  readonly canChange: boolean;
  readonly change: (wanted: Partial<Wanted>) => void;
}

/** The table in a frame that scrolls. */
export const Table = ({ shown, wanted, canChange, change }: TableProps): ComponentChild => {
  const head = h(
    'thead',
    {},
    h(
      'tr',
      {},
      shown.columns.map((name, at) => {
        // A name stands above its numbers.
        const hasNumbers = shown.rows.some((row) => toCell(row[at]).kind === 'number');
        return h(Heading, { key: at, name, at, hasNumbers, wanted, canChange, change });
      }),
    ),
    canChange &&
      h(
        'tr',
        {},
        shown.columns.map((name, at) => h(Filter, { key: at, name, at, wanted, change })),
      ),
  );
  const frame = { class: 'frame', tabIndex: 0, role: 'region', 'aria-label': 'Rows' };
  return h('div', frame, h('table', {}, head, h(Body, { rows: shown.rows })));
};

interface ColumnProps {
  readonly name: string;
  readonly at: number;
  readonly wanted: Wanted;
  readonly change: TableProps['change'];
}

interface HeadingProps extends ColumnProps {
  readonly hasNumbers: boolean;
  readonly canChange: boolean;
}

const Heading = ({ name, at, hasNumbers, wanted, canChange, change }: HeadingProps): ComponentChild => {
  const isSorted = wanted.sortColumn === at + 1;
  const isDescending = wanted.descending === true;
  const order = isDescending ? ('descending' as const) : ('ascending' as const);
  const label = h('bdi', {}, visible(name) || '(no name)');
  const about = { scope: 'col', class: hasNumbers ? 'number' : '' } as const;
  if (!canChange) return h('th', about, label);
  const onClick = (): void =>
    change({ offset: 0, sortColumn: at + 1, descending: isSorted && !isDescending });
  const arrow = isSorted ? h('span', { 'aria-hidden': 'true' }, isDescending ? ' ↓' : ' ↑') : undefined;
  return h(
    'th',
    { ...about, 'aria-sort': isSorted ? order : 'none' },
    h('button', { type: 'button', class: 'sort', onClick }, label, arrow),
  );
};

const Filter = ({ name, at, wanted, change }: ColumnProps): ComponentChild =>
  h(
    'td',
    { class: 'filter' },
    h('input', {
      type: 'search',
      placeholder: 'Filter',
      'aria-label': `Filter ${visible(name)}`,
      value: wanted.filters[at] ?? '',
      onChange: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
        change({ offset: 0, filters: { ...wanted.filters, [at]: currentTarget.value } }),
    }),
  );

// Rows stay as they are while something beside them changes.
const Body = memo(({ rows }: Pick<Rows, 'rows'>): ComponentChild =>
  h(
    'tbody',
    {},
    rows.map((row, index) =>
      h(
        'tr',
        { key: index },
        row.map((value, at) => {
          const { text, kind } = toCell(value);
          return h('td', { key: at, class: kind }, h('bdi', {}, text));
        }),
      ),
    ),
  ),
);
