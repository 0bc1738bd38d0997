// Diagram: draws a box with columns for each table and a line for each foreign key.
import { button, Toolbar, visible } from '@mcp/view';
import type { ComponentChild } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { BOX_WIDTH, layOut, type Box, type Layout } from './layout.ts';
import { routeOf, type End } from './route.ts';
import { toKey, type Reference, type Table } from './tables.ts';

interface DiagramProps {
  readonly tables: readonly Table[];
  /** Index of the selected table. */
  readonly chosen: number | undefined;
  readonly choose: (at: number) => void;
  /** Returns whether a table matches the search. */
  readonly fits: (table: Table) => boolean;
}

const HEAD = 28;
const ROW = 20;
/** Padding of the frame, as in schema.css. */
const PADDING = 18;
/** Further columns of a table are not drawn. */
const MOST_COLUMNS = 14;

/** A foreign key between two boxes: their indexes, and the columns in lower case. */
interface Line {
  readonly from: number;
  readonly to: number;
  readonly columns: readonly string[];
  readonly path: string;
}

/** The hovered or focused table, with its column if that is hovered. */
interface Pointed {
  readonly at: number;
  readonly column?: string | undefined;
}

/** Renders all tables in a scrolling frame, or as a list on a narrow page. */
export const Diagram = ({ tables, chosen, choose, fits }: DiagramProps): ComponentChild => {
  const { layout, lines } = useMemo(() => arrange(tables), [tables]);
  const [pointed, setPointed] = useState<Pointed>();
  const [zoom, setZoom] = useState(1);
  const frame = useRef<HTMLDivElement>(null);
  const near = new Set([...linesAt(lines, pointed), ...linesAt(lines, { at: chosen ?? -1 })]);
  const related = new Set([...near].flatMap(({ from, to }) => [from, to]));
  const { width, height } = layout;
  const fit = (): void => setZoom(Math.min(1, ((frame.current?.clientWidth ?? width) - 2 * PADDING) / width));
  return (
    <div>
      <Toolbar label="Zoom">
        {button('Zoom out', () => setZoom(zoom / 1.25), zoom < 0.2)}
        {button('Zoom in', () => setZoom(zoom * 1.25), zoom > 3)}
        {button('Fit', fit)}
      </Toolbar>
      <div ref={frame} class="frame" tabIndex={0} role="region" aria-label="Diagram">
        <div class="canvas" style={{ zoom }} onMouseLeave={() => setPointed(undefined)}>
          <svg width={width} height={height} aria-hidden="true">
            {lines.map((line, at) => (
              <path key={at} d={line.path} class={near.has(line) ? 'line near' : 'line'} />
            ))}
          </svg>
          <ul>
            {tables.map((table, at) => {
              const state = at === chosen ? 'chosen' : related.has(at) ? 'related' : fits(table) ? '' : 'dim';
              const { x, y } = layout.boxes[at] ?? { x: 0, y: 0 };
              const style = { left: `${x}px`, top: `${y}px`, width: `${BOX_WIDTH}px` };
              const point = (column?: string): void => setPointed({ at, column });
              return (
                <li key={table.name} class={`box ${state}`} style={style}>
                  <TableBox {...{ table, isChosen: at === chosen, choose: () => choose(at), point }} />
                </li>
              );
            })}
          </ul>
        </div>
      </div>
    </div>
  );
};

/** Returns the lines of the hovered column, or those of its table if it has none. */
const linesAt = (lines: readonly Line[], { at, column }: Pointed = { at: -1 }): readonly Line[] => {
  const all = lines.filter(({ from, to }) => from === at || to === at);
  const own = all.filter(({ from, to, columns: [start, end] }) =>
    [from === at && start, to === at && end].includes(toKey(column ?? '')),
  );
  return own.length === 0 ? all : own;
};

interface BoxProps {
  readonly table: Table;
  readonly isChosen: boolean;
  readonly choose: () => void;
  readonly point: (column?: string) => void;
}

const TableBox = ({ table, isChosen, choose, point }: BoxProps): ComponentChild => {
  const { name, type, columns, problem } = table;
  const more = columns.length - MOST_COLUMNS;
  return (
    <div>
      <button
        type="button"
        class="head bare cut"
        aria-pressed={isChosen}
        onClick={choose}
        onFocus={() => point()}
        onMouseEnter={() => point()}
      >
        <bdi>{visible(name)}</bdi>
        {type === 'view' ? ' (view)' : ''}
      </button>
      {problem !== undefined && (
        <p class="column" title={visible(problem)}>
          {visible(problem)}
        </p>
      )}
      <ul>
        {columns.slice(0, MOST_COLUMNS).map(({ name: column, type: kind, isKey }) => {
          const target = referencesOf(table, column);
          const marks = `column ${isKey ? 'key' : ''} ${target === '' ? '' : 'refers'}`;
          return (
            <li key={column} class={marks} title={target.slice(2)} onMouseEnter={() => point(column)}>
              <bdi class="name cut">{visible(column)}</bdi>
              <span class="type cut remark">{visible(kind)}</span>
              {isKey && <span class="hidden">, key</span>}
              <span class="hidden target">{target}</span>
            </li>
          );
        })}
        {more > 0 && <li class="column">and {more} more columns</li>}
      </ul>
    </div>
  );
};

const referencesOf = ({ references }: Table, column: string): string =>
  references
    .filter(({ from }) => toKey(from) === toKey(column))
    .map((reference) => `, refers to ${targetOf(reference)}`)
    .join('');

/** Returns the table and column that a foreign key refers to. */
export const targetOf = ({ table, to }: Reference): string =>
  visible(to === undefined ? table : `${table}.${to}`);

const arrange = (tables: readonly Table[]): { readonly layout: Layout; readonly lines: readonly Line[] } => {
  const places = new Map(tables.map(({ name }, at) => [toKey(name), at]));
  const targets = tables.map(({ references }) => references.map(({ table }) => places.get(toKey(table))));
  const layout = layOut(
    tables.map(({ name, columns }, at) => ({
      name,
      height: HEAD + ROW * Math.max(1, Math.min(columns.length, MOST_COLUMNS + 1)) + 4,
      refersTo: [...new Set(targets[at]?.filter((to) => to !== undefined && to !== at))].flatMap(
        (to) => to ?? [],
      ),
    })),
  );
  const lines = tables.flatMap(({ references, columns }, from) =>
    references.flatMap((reference, nth) => {
      const to = targets[from]?.[nth];
      const [start, end] = [layout.boxes[from], layout.boxes[to ?? -1]];
      if (to === undefined || start === undefined || end === undefined) return [];
      const ends = tables[to]?.columns ?? [];
      const key = reference.to ?? ends.find(({ isKey }) => isKey)?.name ?? '';
      const [one, other] = [rowOf(start, columns, reference.from), rowOf(end, ends, key)];
      const path = routeOf(one, other, layout.boxes, from + nth);
      return [{ from, to, columns: [toKey(reference.from), toKey(key)], path }];
    }),
  );
  return { layout, lines };
};

/** Returns the position of a column's row: the head for an unknown column, the last row for an undrawn one. */
const rowOf = ({ x, y }: Box, columns: Table['columns'], name: string): End => {
  const at = columns.findIndex((column) => toKey(column.name) === toKey(name));
  return { x, y: y + (at === -1 ? HEAD / 2 : HEAD + ROW * (Math.min(at, MOST_COLUMNS) + 0.5)) };
};
