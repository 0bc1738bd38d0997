// The table: names that sort, fields that filter, and the rows.
import { visible } from '@mcp/view';
import type { ComponentChild } from 'preact';
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
  // A name stands above its numbers.
  const hasNumbers = (at: number): boolean => shown.rows.some((row) => toCell(row[at]).kind === 'number');
  const column = { wanted, change };
  return (
    <div class="frame" tabIndex={0} role="region" aria-label="Rows">
      <table>
        <thead>
          <tr>
            {shown.columns.map((name, at) => (
              <Heading key={at} {...{ ...column, name, at, canChange, hasNumbers: hasNumbers(at) }} />
            ))}
          </tr>
          {canChange && (
            <tr>
              {shown.columns.map((name, at) => (
                <Filter key={at} {...{ ...column, name, at }} />
              ))}
            </tr>
          )}
        </thead>
        <Body rows={shown.rows} />
      </table>
    </div>
  );
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
  const label = <bdi>{visible(name) || '(no name)'}</bdi>;
  const about = { scope: 'col', class: hasNumbers ? 'number' : '' } as const;
  if (!canChange) return <th {...about}>{label}</th>;
  const onClick = (): void =>
    change({ offset: 0, sortColumn: at + 1, descending: isSorted && !isDescending });
  return (
    <th {...about} aria-sort={isSorted ? order : 'none'}>
      <button type="button" class="sort" onClick={onClick}>
        {label}
        {isSorted && <span aria-hidden="true">{isDescending ? ' ↓' : ' ↑'}</span>}
      </button>
    </th>
  );
};

const Filter = ({ name, at, wanted, change }: ColumnProps): ComponentChild => (
  <td class="filter">
    <input
      type="search"
      placeholder="Filter"
      aria-label={`Filter ${visible(name)}`}
      value={wanted.filters[at] ?? ''}
      onChange={({ currentTarget }) =>
        change({ offset: 0, filters: { ...wanted.filters, [at]: currentTarget.value } })
      }
    />
  </td>
);

// Rows stay as they are while something beside them changes.
const Body = memo(({ rows }: Pick<Rows, 'rows'>): ComponentChild => (
  <tbody>
    {rows.map((row, index) => (
      <tr key={index}>
        {row.map((value, at) => {
          const { text, kind } = toCell(value);
          return (
            <td key={at} class={kind}>
              <bdi>{text}</bdi>
            </td>
          );
        })}
      </tr>
    ))}
  </tbody>
));
