// The diagram: a box for each table, with its columns, and a line for each foreign key.
import { visible } from '@mcp/view';
import { h, type ComponentChild } from 'preact';
import { useMemo } from 'preact/hooks';
import { BOX_WIDTH, layOut, type Box, type Layout } from './layout.ts';
import { toKey, type Reference, type Table } from './tables.ts';

interface DiagramProps {
  readonly tables: readonly Table[];
  /** The place of the table that is looked at. */
  readonly chosen: number | undefined;
  readonly choose: (at: number) => void;
  /** Whether a table is what is searched for. */
  readonly fits: (table: Table) => boolean;
}

const HEAD = 28;
const ROW = 20;
/** More columns of a table are not drawn. */
const MOST_COLUMNS = 14;

/** A foreign key between two boxes. */
interface Line {
  readonly from: number;
  readonly to: number;
  readonly path: string;
}

/** All tables, in a frame that scrolls. */
export const Diagram = ({ tables, chosen, choose, fits }: DiagramProps): ComponentChild => {
  const { layout, lines } = useMemo(() => arrange(tables), [tables]);
  const related = new Set(
    lines.filter(({ from, to }) => from === chosen || to === chosen).flatMap(({ from, to }) => [from, to]),
  );
  const { width, height } = layout;
  return h(
    'div',
    { class: 'frame', tabIndex: 0, role: 'region', 'aria-label': 'Diagram' },
    h(
      'div',
      { class: 'canvas', style: { width: `${width}px`, height: `${height}px` } },
      h(
        'svg',
        { width, height, 'aria-hidden': 'true' },
        lines.map(({ from, to, path }, at) =>
          h('path', { key: at, d: path, class: from === chosen || to === chosen ? 'line near' : 'line' }),
        ),
      ),
      h(
        'ul',
        {},
        tables.map((table, at) => {
          const state = at === chosen ? 'chosen' : related.has(at) ? 'related' : fits(table) ? '' : 'dim';
          const { x, y } = layout.boxes[at] ?? { x: 0, y: 0 };
          return h(
            'li',
            {
              key: table.name,
              class: `box ${state}`,
              style: { left: `${x}px`, top: `${y}px`, width: `${BOX_WIDTH}px` },
            },
            h(TableBox, { table, isChosen: at === chosen, choose: () => choose(at) }),
          );
        }),
      ),
    ),
  );
};

interface BoxProps {
  readonly table: Table;
  readonly isChosen: boolean;
  readonly choose: () => void;
}

const TableBox = ({ table, isChosen, choose }: BoxProps): ComponentChild => {
  const { name, type, columns, problem } = table;
  const more = columns.length - MOST_COLUMNS;
  const head = { type: 'button' as const, class: 'head', 'aria-pressed': isChosen, onClick: choose };
  return h(
    'div',
    {},
    h('button', head, h('bdi', {}, visible(name)), type === 'view' ? ' (view)' : ''),
    problem !== undefined && h('p', { class: 'column', title: visible(problem) }, visible(problem)),
    h(
      'ul',
      {},
      columns
        .slice(0, MOST_COLUMNS)
        .map((column) =>
          h(
            'li',
            { key: column.name, class: column.isKey ? 'column key' : 'column' },
            h('bdi', { class: 'name' }, visible(column.name)),
            h('span', { class: 'type' }, visible(column.type)),
            column.isKey && h('span', { class: 'hidden' }, ', key'),
            h('span', { class: 'hidden' }, referencesOf(table, column.name)),
          ),
        ),
      more > 0 && h('li', { class: 'column' }, `and ${more} more columns`),
    ),
  );
};

const referencesOf = ({ references }: Table, column: string): string =>
  references
    .filter(({ from }) => toKey(from) === toKey(column))
    .map((reference) => `, refers to ${targetOf(reference)}`)
    .join('');

/** The table and the column that a foreign key leads to. */
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
      return [{ from, to, path: toPath(heightOf(start, columns, reference.from), heightOf(end, ends, key)) }];
    }),
  );
  return { layout, lines };
};

/** The place of a column at the left edge of its box. */
const heightOf = ({ x, y }: Box, columns: Table['columns'], name: string): Box => {
  const at = columns.findIndex((column) => toKey(column.name) === toKey(name));
  return { x, y: y + HEAD + ROW * (Math.min(Math.max(0, at), MOST_COLUMNS) + 0.5) };
};

/** From the side that is nearer to the other box. A line within a column of boxes goes around their right edge. */
const toPath = (start: Box, end: Box): string => {
  const [isLeft, isRight] = [end.x < start.x, end.x > start.x];
  const x1 = isLeft ? start.x : start.x + BOX_WIDTH;
  const x2 = isRight ? end.x : end.x + BOX_WIDTH;
  const [bend1, bend2] = [isLeft ? -28 : 28, isRight ? -28 : 28];
  return `M${x1} ${start.y}C${x1 + bend1} ${start.y} ${x2 + bend2} ${end.y} ${x2} ${end.y}`;
};
