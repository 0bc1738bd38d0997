// Grid: lets the user page through, sort, filter and copy the rows of read_query.
import {
  button,
  showView,
  Switch,
  Toolbar,
  useLatest,
  visible,
  written,
  type Host,
  type Shown,
} from '@mcp/view';
import type { ComponentChild } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Chart } from './grid/chart.tsx';
import { Exports } from './grid/exports.tsx';
import { fetchRows, queryOf, readRows, type Rows, type Source, type Wanted } from './grid/rows.ts';
import { choicesOf, isSeries } from './grid/series.ts';
import { Table } from './grid/table.tsx';

const SIZES = [100, 1000];

/** The shown rows, and the number of rows before them. */
interface Page extends Rows {
  readonly offset: number;
}

const Grid = ({ host, input, result }: Shown): ComponentChild => {
  const [wanted, setWanted] = useState<Wanted>({ offset: 0, limit: SIZES[0] ?? 1, filters: {} });
  const [shown, setShown] = useState<Page>(() => ({ ...readRows(result.structuredContent), offset: 0 }));
  const [status, setStatus] = useState('');
  const [canChange, setCanChange] = useState(true);
  const [wantsChart, setWantsChart] = useState(
    () => result.structuredContent?.['truncated'] !== true && isSeries(shown.columns, shown.rows),
  );
  const source = { input, columns: shown.columns };
  const latest = useLatest();
  const counted = useRef<Counted | undefined>(undefined);
  const choices = useMemo(() => choicesOf(shown.columns, shown.rows), [shown]);
  const canDraw = choices.across.length > 0 && choices.up.length > 0;

  const change = (part: Partial<Wanted>): void => {
    const next = { ...wanted, ...part };
    setWanted(next);
    const show = (rows: Rows): void => {
      setShown({ ...rows, offset: next.offset });
      setStatus('');
    };
    latest(fetchCounted(host, source, { wanted: next, counted }), show, (problem) => {
      setStatus(problem);
      // The rows of the result stay, but cannot be sorted or filtered.
      if (shown.total === undefined) setCanChange(false);
    });
  };
  useEffect(() => {
    document.title = queryOf(input);
    change({});
  }, []);

  return (
    <div>
      <h1 title={visible(queryOf(input))}>
        <bdi>{visible(queryOf(input))}</bdi>
      </h1>
      <Summary shown={shown} />
      <Toolbar label="Rows">
        <Pages shown={shown} wanted={wanted} change={change} />
        {canDraw && <Switch label="Chart" isOn={wantsChart} flip={() => setWantsChart(!wantsChart)} />}
        <Exports {...{ host, source, shown, wanted, canChange, setStatus }} />
      </Toolbar>
      <p role="status">{visible(status)}</p>
      {canDraw && wantsChart ? (
        <Chart shown={shown} choices={choices} />
      ) : (
        <Table shown={shown} wanted={wanted} canChange={canChange} change={change} />
      )}
      {canChange && !(canDraw && wantsChart) && (
        <p id="hint" class="remark">
          Filters find text, or compare: &gt;10, &lt;=10, =tea, !=tea. Press Enter to apply.
        </p>
      )}
    </div>
  );
};

/** Number of rows that match some filters. */
interface Counted {
  readonly filters: Wanted['filters'];
  readonly total: number;
}

/** Fetches rows with their total. Counts again only if the filters changed or no rows came. */
const fetchCounted = async (
  host: Host,
  source: Source,
  { wanted, counted }: { readonly wanted: Wanted; readonly counted: { current: Counted | undefined } },
): Promise<Rows> => {
  const known = counted.current?.filters === wanted.filters ? counted.current.total : undefined;
  const rows = await fetchRows(host, source, { ...wanted, counts: known === undefined });
  if (known !== undefined && rows.rows.length > 0) return { ...rows, total: known };
  const whole = known === undefined ? rows : await fetchRows(host, source, wanted);
  if (whole.total !== undefined) counted.current = { filters: wanted.filters, total: whole.total };
  return whole;
};

const Summary = ({ shown }: { readonly shown: Page }): ComponentChild => {
  const { rows, total, offset } = shown;
  const last = offset + rows.length;
  const range = rows.length === 0 ? 'No rows' : `Rows ${written(offset + 1)}–${written(last)}`;
  return (
    <p class="range">{total === undefined || rows.length === 0 ? range : `${range} of ${written(total)}`}</p>
  );
};

interface PagesProps {
  readonly shown: Page;
  readonly wanted: Wanted;
  readonly change: (part: Partial<Wanted>) => void;
}

const Pages = ({ shown, wanted, change }: PagesProps): ComponentChild => {
  const { limit } = wanted;
  const { offset, total = 0 } = shown;
  // A page of long rows has fewer of them than wanted.
  const next = offset + shown.rows.length;
  const isLast = next >= total;
  const go = (to: number) => (): void => change({ offset: Math.max(0, to) });
  return (
    <span class="pages">
      {button('First', go(0), offset === 0)}
      {button('Previous', go(offset - limit), offset === 0)}
      {button('Next', go(next), isLast)}
      {button('Last', go(Math.floor((total - 1) / limit) * limit), isLast)}
      <select
        aria-label="Rows on a page"
        value={limit}
        onChange={({ currentTarget }) => change({ limit: Number(currentTarget.value) })}
      >
        {SIZES.map((size) => (
          <option key={size} value={size}>
            {written(size)} rows
          </option>
        ))}
      </select>
    </span>
  );
};

showView('sqlite-grid', Grid);
