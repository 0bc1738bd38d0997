// File list: lets the user open, stage, unstage and discard files of the status.
import { button, count, visible, written } from '@mcp/view';
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { Conflict } from './conflict.tsx';
import { Hunks } from './hunks.tsx';
import type { Entry, Listed, ListName } from './read.ts';
import type { Call, EntryProps } from './use-repository.ts';

/** More files at once would slow the page down. */
const MOST_SHOWN = 300;
/** The server accepts a thousand paths per call, and a renamed file has two. */
const MOST_AT_ONCE = 500;

type ListProps = Listed & Pick<EntryProps, 'work'>;

/** Renders a list with its title. */
export const FileList = ({ work, list, title, entries, count: total }: ListProps): ComponentChild => {
  const [isLong, setLong] = useState(false);
  const id = `list-${list}`;
  const verb = verbOf(list);
  // The server may list only some of the files.
  const which = entries.length < total ? `these ${written(entries.length)}` : 'all';
  const label = `${verb} ${which}`;
  const done = `${verb}d ${count(entries.length, 'file')}`;
  const takeAll = (): void => void work.write(toCalls(entries), done);
  return (
    <section aria-labelledby={id}>
      <div class="toolbar">
        <h2 id={id} tabIndex={-1}>{`${title} (${written(total)})`}</h2>
        {work.isWritable &&
          list !== 'conflicted' &&
          button(label, takeAll, false, list === 'staged' ? label : `${label} ${list}`)}
      </div>
      <ul>
        {entries.slice(0, isLong ? entries.length : MOST_SHOWN).map((entry) => (
          <File key={entry.path} work={work} entry={entry} />
        ))}
      </ul>
      {!isLong &&
        entries.length > MOST_SHOWN &&
        button(`Show all ${written(entries.length)} files`, () => setLong(true))}
    </section>
  );
};

const verbOf = (list: ListName): string => (list === 'staged' ? 'Unstage' : 'Stage');

/** Returns calls that stage files, or unstage staged ones. */
const toCalls = (entries: readonly Entry[]): Call[] => {
  const calls: Call[] = [];
  for (let at = 0; at < entries.length; at += MOST_AT_ONCE) {
    const part = entries.slice(at, at + MOST_AT_ONCE);
    const paths = part.flatMap(({ path, old_path }) => (old_path === undefined ? [path] : [path, old_path]));
    calls.push(part[0]?.list === 'staged' ? ['git_reset', { paths }] : ['git_add', { files: paths }]);
  }
  return calls;
};

const File = ({ work, entry }: EntryProps): ComponentChild => {
  const [isOpen, setOpen] = useState(false);
  const { list, path, old_path, state } = entry;
  const name = <bdi class="name">{visible(path)}</bdi>;
  const Part = list === 'conflicted' ? Conflict : Hunks;
  const verb = verbOf(list);
  return (
    <li>
      <div class="row">
        {list === 'untracked' ? (
          <span class="toggle">{name}</span>
        ) : (
          <button type="button" class="toggle bare" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {name}
          </button>
        )}
        <span class="remark">{old_path === undefined ? state : `${state}, was ${visible(old_path)}`}</span>
        {work.isWritable && list === 'unstaged' && <Discard work={work} entry={entry} />}
        {work.isWritable &&
          list !== 'conflicted' &&
          button(verb, () => void work.write(toCalls([entry])), false, `${verb} ${visible(path)}`)}
      </div>
      {isOpen && <Part work={work} entry={entry} />}
    </li>
  );
};

/** Requires a second click, because no tool can undo git_restore. */
const Discard = ({ work, entry: { path } }: EntryProps): ComponentChild => {
  const [isAsked, setAsked] = useState(false);
  const label = isAsked ? 'Cannot be undone: discard' : 'Discard';
  const discard = (): void =>
    isAsked ? void work.write([['git_restore', { files: [path] }]]) : setAsked(true);
  return (
    <button
      type="button"
      class={isAsked ? 'danger' : ''}
      onClick={discard}
      onBlur={() => setAsked(false)}
      aria-label={`${label} ${visible(path)}`}
    >
      {label}
    </button>
  );
};
