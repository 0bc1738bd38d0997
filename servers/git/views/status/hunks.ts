// The hunks of a file, each with a button that stages or unstages it.
import { button, Toolbar, visible } from '@mcp/view';
import { h, type ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { HunkTable } from '../diff/file.ts';
import { parseHunk } from '../diff/parse.ts';
import { readHunks } from './read-hunks.ts';
import type { Entry } from './read.ts';
import { useBrowsed } from './use-browsed.ts';
import type { Work } from './work.ts';

/** Hunks that are shown at once. */
const STEP = 50;
/** Of one hunk. */
const MOST_CHARACTERS = 100_000;

interface HunksProps {
  readonly work: Work;
  readonly entry: Entry;
}

/** The changes of a file that is staged or not. */
export const Hunks = ({ work, entry }: HunksProps): ComponentChild => {
  const [most, setMost] = useState(STEP);
  const isStaged = entry.list === 'staged';
  const { data, problem } = useBrowsed(work, () => readHunks(work, entry.path, isStaged));
  if (problem !== undefined) return h('p', { role: 'alert' }, visible(problem));
  if (data === undefined) return h('p', { class: 'remark' }, 'Reading …');
  const { head, hunks, remarks, isWhole, isCut } = data;
  const verb = isStaged ? 'Unstage' : 'Stage';
  return h(
    'div',
    { class: 'hunks' },
    remarks.map((remark) => h('p', { key: remark, class: 'remark' }, visible(remark))),
    isWhole && h('p', { class: 'remark' }, `It can only be ${verb.toLowerCase()}d as a whole.`),
    hunks.slice(0, most).map((hunk, at) => {
      const name = `hunk ${at + 1} of ${visible(entry.path)}`;
      const patch = `${head}${hunk}`;
      const take = (): void => work.write(isStaged ? 'git_reset' : 'git_add', { patch });
      return h(
        'div',
        { key: hunk, class: 'hunk-part' },
        !isWhole &&
          work.isWritable &&
          h('button', { type: 'button', onClick: take, 'aria-label': `${verb} ${name}` }, `${verb} hunk`),
        h(HunkTable, {
          name: `${name}${isStaged ? ', staged' : ''}`,
          hunks: [parseHunk(hunk.slice(0, MOST_CHARACTERS).replace(/\n$/, '').split('\n'))],
        }),
        hunk.length > MOST_CHARACTERS &&
          h('p', { class: 'remark' }, 'The rest of this hunk is too long to show.'),
      );
    }),
    isCut && h('p', { class: 'remark' }, 'There are more changes than can be shown.'),
    hunks.length > most &&
      h(
        Toolbar,
        { label: `Hunks of ${visible(entry.path)}` },
        button('More hunks', () => setMost(most + STEP)),
      ),
  );
};
