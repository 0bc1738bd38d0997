// A list of files of the status: each can be opened, staged or unstaged.
import { button, visible } from '@mcp/view';
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { Conflict } from './conflict.tsx';
import { Hunks } from './hunks.tsx';
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
  return (
    <section aria-labelledby={id}>
      <div class="toolbar">
        <h2 id={id} tabIndex={-1}>{`${title} (${entries.length.toLocaleString('en')})`}</h2>
        {work.isWritable &&
          first.list !== 'conflicted' &&
          entries.length > 1 &&
          button(isStaged ? 'Unstage all' : `Stage all ${first.list}`, takeAll)}
      </div>
      <ul>
        {shown.map((entry) => (
          <File key={entry.path} work={work} entry={entry} />
        ))}
      </ul>
      {shown.length < entries.length && button(`Show all ${entries.length} files`, () => setLong(true))}
    </section>
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
  const verb = list === 'staged' ? 'Unstage' : 'Stage';
  const name = <bdi class="name">{visible(path)}</bdi>;
  const take = (): void => work.write(...takeCall(list === 'staged', [entry]));
  const Part = list === 'conflicted' ? Conflict : Hunks;
  return (
    <li>
      <div class="row">
        {list === 'untracked' ? (
          <span class="toggle">{name}</span>
        ) : (
          <button type="button" class="toggle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {name}
          </button>
        )}
        <span class="state">{old_path === undefined ? state : `${state}, was ${visible(old_path)}`}</span>
        {work.isWritable && list !== 'conflicted' && (
          <button type="button" onClick={take} aria-label={`${verb} ${visible(path)}`}>
            {verb}
          </button>
        )}
      </div>
      {isOpen && <Part work={work} entry={entry} />}
    </li>
  );
};
