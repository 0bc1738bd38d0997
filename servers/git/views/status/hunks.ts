// The hunks of a file, each with a button that stages or unstages it.
import { Toolbar, visible } from '@mcp/view';
import { h, type ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { HunkTable } from '../diff/file.ts';
import { parseHunk } from '../diff/parse.ts';
import type { Entry } from './read.ts';
import { useBrowsed } from './use-browsed.ts';
import type { Work } from './work.ts';

interface HunksProps {
  readonly work: Work;
  readonly entry: Entry;
}

interface HunkData {
  readonly id: string;
  readonly text: string;
  readonly cut: boolean;
}

/** The changes of a file that is staged or not. */
export const Hunks = ({ work, entry }: HunksProps): ComponentChild => {
  const { path, list } = entry;
  const staged = list === 'staged';
  const [skip, setSkip] = useState(0);
  const { data, problem } = useBrowsed(work, 'git_browse_hunks', { path, staged, skip });
  if (problem !== undefined) return h('p', { role: 'alert' }, visible(problem));
  if (data === undefined) return h('p', { class: 'remark' }, 'Reading …');
  const hunks = (Array.isArray(data['hunks']) ? data['hunks'] : []) as readonly HunkData[];
  const whole = typeof data['whole'] === 'string' ? data['whole'] : undefined;
  const remarks = Array.isArray(data['remarks']) ? data['remarks'].map(String) : [];
  const total = Number(data['total']);
  const after = skip + hunks.length;
  return h(
    'div',
    { class: 'hunks' },
    whole !== undefined && h('p', { class: 'remark' }, `${whole} It is ${verbOf(staged)}d as a whole.`),
    remarks.map((remark) => h('p', { key: remark, class: 'remark' }, visible(remark))),
    hunks.map((hunk, at) =>
      h(HunkPart, {
        key: hunk.id,
        hunk,
        work,
        entry,
        number: skip + at + 1,
        isAlone: whole === undefined,
      }),
    ),
    total > hunks.length &&
      h(
        Toolbar,
        { label: `Hunks of ${visible(path)}` },
        h('button', { type: 'button', disabled: skip === 0, onClick: () => setSkip(0) }, 'First hunks'),
        h(
          'button',
          { type: 'button', disabled: after >= total, onClick: () => setSkip(after) },
          'More hunks',
        ),
      ),
  );
};

const verbOf = (staged: boolean): string => (staged ? 'unstage' : 'stage');

interface PartProps extends HunksProps {
  readonly hunk: HunkData;
  readonly number: number;
  /** Whether it can be staged without the others. */
  readonly isAlone: boolean;
}

const HunkPart = ({ hunk, work, entry, number, isAlone }: PartProps): ComponentChild => {
  const { path, list } = entry;
  const unstage = list === 'staged';
  const name = `hunk ${number} of ${visible(path)}`;
  const onClick = (): void => work.write('git_stage_hunks', { files: [path], hunk: hunk.id, unstage });
  return h(
    'div',
    { class: 'hunk-part' },
    isAlone &&
      work.isWritable &&
      h(
        'button',
        { type: 'button', onClick, 'aria-label': `${unstage ? 'Unstage' : 'Stage'} ${name}` },
        unstage ? 'Unstage hunk' : 'Stage hunk',
      ),
    h(HunkTable, {
      name: `${name}${unstage ? ', staged' : ''}`,
      hunks: [parseHunk(hunk.text.replace(/\n$/, '').split('\n'))],
    }),
    hunk.cut && h('p', { class: 'remark' }, 'The rest of this hunk is too long to show.'),
  );
};
