// Table: shows rows below headings that sort and fields that filter.
import { visible } from '@mcp/view';
import type { ComponentChild } from 'preact';
import { memo } from 'preact/compat';
import { useMemo, useState } from 'preact/hooks';
import { MOST_OPEN, toCell, toColumns, type Column } from './cell.ts';
import { toGrouped } from './quantity.ts';
import type { Rows, Wanted } from './rows.ts';

interface TableProps {
  readonly shown: Rows;
  readonly wanted: Wanted;
  /** Whether the server can sort and filter. If not, the controls are hidden. */
  readonly canChange: boolean;
  readonly change: (wanted: Partial<Wanted>) => void;
}

/** Renders the table in a scrolling frame. */
export const Table = ({ shown, wanted, canChange, change }: TableProps): ComponentChild => {
  const columns = useMemo(() => toColumns(shown.columns, shown.rows), [shown]);
  return (
    <div class="frame" tabIndex={0} role="region" aria-label="Rows">
      <table>
        <thead>
          <tr>
            {columns.map((column, at) => (
              <Heading key={at} {...{ ...column, at, wanted, canChange, change }} />
            ))}
          </tr>
          {canChange && (
            <tr>
              {columns.map((column, at) => (
                <Filter key={at} {...{ ...column, at, wanted, change }} />
              ))}
            </tr>
          )}
        </thead>
        <Body rows={shown.rows} columns={columns} />
      </table>
    </div>
  );
};

interface ColumnProps extends Column {
  readonly at: number;
  readonly wanted: Wanted;
  readonly change: TableProps['change'];
}

interface HeadingProps extends ColumnProps {
  readonly canChange: boolean;
}

const Heading = ({ name, at, hasNumbers, wanted, canChange, change }: HeadingProps): ComponentChild => {
  const isSorted = wanted.sortColumn === at + 1;
  const isDescending = wanted.descending === true;
  const order = isDescending ? ('descending' as const) : ('ascending' as const);
  const label = <bdi>{visible(name) || '(no name)'}</bdi>;
  // Headings align with their numbers.
  const about = { scope: 'col', class: hasNumbers ? 'number cut' : 'cut' } as const;
  if (!canChange) return <th {...about}>{label}</th>;
  const onClick = (): void =>
    change({ offset: 0, sortColumn: at + 1, descending: isSorted && !isDescending });
  return (
    <th {...about} aria-sort={isSorted ? order : 'none'}>
      <button type="button" class="sort bare" onClick={onClick}>
        {label}
        {isSorted && <span aria-hidden="true">{isDescending ? ' ↓' : ' ↑'}</span>}
      </button>
    </th>
  );
};

const Filter = ({ name, at, hasNumbers, wanted, change }: ColumnProps): ComponentChild => (
  <td class="filter">
    <input
      type="search"
      size={1}
      placeholder={hasNumbers ? '>10' : 'Filter'}
      aria-describedby="hint"
      aria-label={`Filter ${visible(name)}`}
      value={wanted.filters[at] ?? ''}
      onChange={({ currentTarget }) =>
        change({ offset: 0, filters: { ...wanted.filters, [at]: currentTarget.value } })
      }
    />
  </td>
);

interface BodyProps {
  readonly rows: Rows['rows'];
  readonly columns: readonly Column[];
}

// Memoized, so that other changes do not render all rows again.
const Body = memo(({ rows, columns }: BodyProps): ComponentChild => (
  <tbody>
    {rows.map((row, index) => (
      <tr key={index}>
        {row.map((value, at) => {
          const { text, kind } = toCell(value);
          const isGrouped = kind === 'number' && columns[at]?.isGrouped === true;
          return (
            <td key={at} class={`${kind} cut`} title={isGrouped ? text : undefined}>
              {isLong(text) ? (
                <Long value={value} text={text} />
              ) : (
                <bdi>{isGrouped ? toGrouped(text) : text}</bdi>
              )}
            </td>
          );
        })}
      </tr>
    ))}
  </tbody>
));

const isLong = (text: string): boolean => text.length > 40 || text.includes('\n');

/** Renders a cell that expands in place. */
const Long = ({ value, text }: { readonly value: unknown; readonly text: string }): ComponentChild => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div>
      <button type="button" class="long bare cut" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? 'Close' : <bdi>{text}</bdi>}
      </button>
      {isOpen && <bdi class="whole">{toCell(value, MOST_OPEN).text}</bdi>}
    </div>
  );
};
