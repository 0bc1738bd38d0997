// The places of one file, each a small diff with a box to accept it.
import { visible } from '@mcp/view';
import { h, type ComponentChild } from 'preact';
import { memo } from 'preact/compat';
import { nameOf, type Place, type PlacesOfFile } from './choice.ts';
import { toRows, type Row } from './rows.ts';

interface FileProps {
  readonly name: string;
  readonly file: PlacesOfFile;
  readonly rejected: ReadonlySet<string>;
  readonly set: (name: string, isAccepted: boolean) => void;
  readonly isOpen: boolean;
}

/** A file with its places. */
export const File = ({ name: title, file, rejected, set, isOpen }: FileProps): ComponentChild =>
  h(
    'section',
    { 'aria-label': visible(title) },
    h('h2', { title: visible(file.path) }, h('bdi', {}, visible(title))),
    h(
      'ol',
      {},
      file.places.map((place, index) => {
        const name = nameOf(file, index);
        const isAccepted = !rejected.has(name);
        const box = {
          type: 'checkbox',
          value: name,
          checked: isAccepted,
          disabled: !isOpen,
          onChange: () => set(name, !isAccepted),
        };
        return h(
          'li',
          { key: index, class: isAccepted ? '' : 'rejected' },
          h('label', {}, h('input', box), ` Line ${place.line}`),
          h(Diff, { place }),
        );
      }),
    ),
  );

// A place stays as it is while boxes change.
const Diff = memo(({ place }: { readonly place: Place }): ComponentChild =>
  h(
    'div',
    { class: 'diff' },
    toRows(place).map((row, at) => h(Line, { key: at, row })),
  ),
);

const SIGNS = { same: ['', ' '], removed: ['Removed: ', '−'], added: ['Added: ', '+'] } as const;

const Line = ({ row }: { readonly row: Row }): ComponentChild => {
  const { kind, number, start, changed, end } = row;
  const [said, sign] = SIGNS[kind];
  const tag = kind === 'removed' ? 'del' : 'ins';
  return h(
    'div',
    { class: kind },
    h('span', { class: 'number', 'aria-hidden': 'true' }, number ?? ''),
    h('span', { class: 'sign', 'aria-hidden': 'true' }, sign),
    h('span', { class: 'hidden' }, said),
    h('bdi', {}, visible(start), changed !== '' && h(tag, {}, visible(changed)), visible(end)),
  );
};
