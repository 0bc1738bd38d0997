// One file of a diff: its name, its counts, and its rows side by side.
import { visible } from '@mcp/view';
import { h, type ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import type { FileDiff, Hunk, Line, Row } from './parse.ts';
import { compareWords, type Part } from './words.ts';

/** Unchanged rows that stay beside a change when the others are folded. */
const KEPT = 3;
/** Fewer are not worth a click. */
const LEAST_FOLDED = 4;

/** A file that can be folded. */
export const File = ({ name, remarks, hunks, added, deleted }: FileDiff): ComponentChild =>
  h(
    'details',
    { open: true },
    h(
      'summary',
      {},
      h('bdi', { class: 'name' }, visible(name)),
      h('span', { class: 'added' }, ` +${added}`),
      h('span', { class: 'deleted' }, ` −${deleted}`),
    ),
    remarks.map((remark, at) => h('p', { key: at, class: 'remark' }, visible(remark))),
    hunks.length > 0 && h(HunkTable, { name, hunks }),
  );

/** Hunks side by side, in a frame that scrolls. */
export const HunkTable = ({ name, hunks }: Pick<FileDiff, 'name' | 'hunks'>): ComponentChild =>
  h(
    'div',
    { class: 'frame', tabIndex: 0, role: 'region', 'aria-label': `Changes of ${visible(name)}` },
    h(
      'table',
      {},
      h('caption', { class: 'hidden' }, `${visible(name)}, before and after`),
      h(
        'colgroup',
        {},
        h('col', { class: 'number' }),
        h('col', {}),
        h('col', { class: 'number' }),
        h('col', {}),
      ),
      hunks.map((hunk) => h(HunkRows, { key: hunk.title, hunk })),
    ),
  );

const HunkRows = ({ hunk }: { readonly hunk: Hunk }): ComponentChild => {
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set());
  const parts = toParts(hunk.rows);
  return h(
    'tbody',
    {},
    h('tr', { class: 'hunk' }, h('td', { colSpan: 4 }, visible(hunk.title))),
    parts.map(({ start, rows, isFolded }) => {
      if (!isFolded || unfolded.has(start)) return rows.map((row, at) => h(Sides, { key: start + at, row }));
      const onClick = (): void => setUnfolded(new Set([...unfolded, start]));
      const label = `Show ${rows.length} unchanged lines`;
      return h(
        'tr',
        { key: `fold ${start}` },
        h('td', { colSpan: 4 }, h('button', { type: 'button', class: 'fold', onClick }, label)),
      );
    }),
  );
};

interface RowsPart {
  /** The place of its first row in the hunk. */
  readonly start: number;
  readonly rows: readonly Row[];
  readonly isFolded: boolean;
}

const isChanged = ({ before, after }: Row): boolean =>
  before === undefined || after === undefined || before.isChanged || after.isChanged;

/** The rows in parts, of which long ones without a change are folded. */
const toParts = (rows: readonly Row[]): RowsPart[] => {
  const isNear = rows.map((_, at) => rows.slice(Math.max(0, at - KEPT), at + KEPT + 1).some(isChanged));
  const parts: { start: number; rows: Row[]; isFolded: boolean }[] = [];
  rows.forEach((row, at) => {
    const isFolded = isNear[at] !== true;
    const last = parts.at(-1);
    if (last === undefined || last.isFolded !== isFolded) parts.push({ start: at, rows: [row], isFolded });
    else last.rows.push(row);
  });
  return parts.map((part) => ({ ...part, isFolded: part.isFolded && part.rows.length >= LEAST_FOLDED }));
};

const Sides = ({ row: { before, after } }: { readonly row: Row }): ComponentChild => {
  const isPair = before?.isChanged === true && after?.isChanged === true;
  const words = isPair ? compareWords(before.text, after.text) : undefined;
  return h('tr', {}, side(before, 'deleted', words?.before), side(after, 'added', words?.after));
};

const side = (line: Line | undefined, kind: string, words: readonly Part[] | undefined): ComponentChild[] => {
  if (line === undefined) return [h('td', { class: 'number' }), h('td', { class: 'empty' })];
  const state = line.isChanged ? kind : '';
  const parts = words ?? [{ text: line.text, isMarked: false }];
  const tag = kind === 'deleted' ? 'del' : 'ins';
  return [
    h('td', { class: `number ${state}` }, line.number),
    h(
      'td',
      { class: `text ${state}` },
      line.isChanged && h('span', { class: 'hidden' }, kind),
      h(
        'bdi',
        {},
        parts.map(({ text, isMarked }) => (isMarked ? h(tag, {}, visible(text)) : visible(text))),
      ),
      line.isOpen && h('span', { class: 'open-end' }, ' (no line break at the end)'),
    ),
  ];
};
