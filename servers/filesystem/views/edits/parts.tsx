// The parts of a change: small diffs, each with a box to accept it.
import { visible } from '@mcp/view';
import { h, type ComponentChild } from 'preact';
import { memo } from 'preact/compat';
import type { Part } from './choice.ts';
import { toRows, type Row } from './rows.ts';

interface PartsProps {
  readonly parts: readonly Part[];
  readonly rejected: ReadonlySet<number>;
  readonly set: (index: number, isAccepted: boolean) => void;
  readonly isOpen: boolean;
}

/** Shows all parts with their boxes. */
export const Parts = ({ parts, rejected, set, isOpen }: PartsProps): ComponentChild => [
  h(
    'ol',
    {},
    parts.map((part, index) => {
      const isAccepted = !rejected.has(index);
      const box = {
        type: 'checkbox',
        value: String(index),
        checked: isAccepted,
        disabled: !isOpen,
        onChange: () => set(index, !isAccepted),
      };
      return h(
        'li',
        { key: index, class: isAccepted ? '' : 'rejected' },
        h('label', {}, h('input', box), ' ', h('bdi', {}, visible(part.title))),
        h(Diff, { part }),
      );
    }),
  ),
  h(
    'p',
    { class: 'remark' },
    'Keys in a box: A accepts, R rejects, the arrows go to the next and the previous.',
  ),
];

// A diff stays as it is while boxes change.
const Diff = memo(({ part }: { readonly part: Part }): ComponentChild =>
  h(
    'div',
    { class: 'diff' },
    toRows(part.diff).map((row, at) => h(Line, { key: at, row })),
  ),
);

const SIGNS = { same: ['', ' '], removed: ['Removed: ', '−'], added: ['Added: ', '+'] } as const;

const Line = ({ row: { kind, number, text } }: { readonly row: Row }): ComponentChild => {
  const [said, sign] = SIGNS[kind];
  return h(
    'div',
    { class: kind },
    h('span', { class: 'number', 'aria-hidden': 'true' }, number ?? ''),
    h('span', { class: 'sign', 'aria-hidden': 'true' }, sign),
    h('span', { class: 'hidden' }, said),
    h('bdi', {}, visible(text)),
  );
};
