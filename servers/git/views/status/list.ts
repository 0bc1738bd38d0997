// A list of files of the status: each can be opened, staged or unstaged.
import { visible } from '@mcp/view';
import { h, type ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { Conflict } from './conflict.ts';
import { Hunks } from './hunks.ts';
import type { Entry } from './read.ts';
import type { Call, Work } from './work.ts';

/** More at once would only slow the page down. */
const MOST_SHOWN = 300;
/** The server takes a thousand paths in one call; a file that was renamed has two. */
const MOST_AT_ONCE = 500;

interface ListProps {
  readonly work: Work;
  readonly title: string;
  readonly entries: readonly Entry[];
}

/** A list with its title; nothing when it is empty. */
export const FileList = ({ work, title, entries }: ListProps): ComponentChild => {
  const [isLong, setLong] = useState(false);
  const [first] = entries;
  if (first === undefined) return undefined;
  const shown = isLong ? entries : entries.slice(0, MOST_SHOWN);
  const id = `list-${first.list}`;
  const isStaged = first.list === 'staged';
  const takeAll = (): void =>
    work.writeAll(
      inParts(entries).map((part) => takeCall(isStaged, part)),
      `${isStaged ? 'Unstaged' : 'Staged'} ${entries.length.toLocaleString('en')} files`,
    );
  return h(
    'section',
    { 'aria-labelledby': id },
    h(
      'div',
      { class: 'toolbar' },
      h('h2', { id, tabIndex: -1 }, `${title} (${entries.length.toLocaleString('en')})`),
      work.isWritable &&
        first.list !== 'conflicted' &&
        entries.length > 1 &&
        h(
          'button',
          { type: 'button', onClick: takeAll },
          isStaged ? 'Unstage all' : `Stage all ${first.list}`,
        ),
    ),
    h(
      'ul',
      {},
      shown.map((entry) => h(File, { key: entry.path, work, entry })),
    ),
    shown.length < entries.length &&
      h('button', { type: 'button', onClick: () => setLong(true) }, `Show all ${entries.length} files`),
  );
};

const inParts = (entries: readonly Entry[]): (readonly Entry[])[] =>
  Array.from({ length: Math.ceil(entries.length / MOST_AT_ONCE) }, (_, at) =>
    entries.slice(at * MOST_AT_ONCE, (at + 1) * MOST_AT_ONCE),
  );

/** Stages files, or unstages those that are staged. */
const takeCall = (isStaged: boolean, entries: readonly Entry[]): Call => {
  const paths = entries.flatMap(({ path, old_path }) => (old_path === undefined ? [path] : [path, old_path]));
  return isStaged ? ['git_reset', { paths }] : ['git_add', { files: paths }];
};

const File = ({ work, entry }: { readonly work: Work; readonly entry: Entry }): ComponentChild => {
  const [isOpen, setOpen] = useState(false);
  const { list, path, old_path, state } = entry;
  const unstage = list === 'staged';
  const name = h('bdi', { class: 'name' }, visible(path));
  const takeFile = (): void => work.write(...takeCall(unstage, [entry]));
  const toggle = {
    type: 'button',
    class: 'toggle',
    'aria-expanded': isOpen,
    onClick: () => setOpen(!isOpen),
  } as const;
  return h(
    'li',
    {},
    h(
      'div',
      { class: 'row' },
      list === 'untracked' ? h('span', { class: 'toggle' }, name) : h('button', toggle, name),
      h('span', { class: 'state' }, old_path === undefined ? state : `${state}, was ${visible(old_path)}`),
      work.isWritable &&
        list !== 'conflicted' &&
        h(
          'button',
          {
            type: 'button',
            onClick: takeFile,
            'aria-label': `${unstage ? 'Unstage' : 'Stage'} ${visible(path)}`,
          },
          unstage ? 'Unstage' : 'Stage',
        ),
    ),
    isOpen && h(list === 'conflicted' ? Conflict : Hunks, { work, entry }),
  );
};
