// Commit list: shows commits with their graph and renders only the visible rows.
import { useWidth, useWindow, visible } from '@mcp/view';
import type { ComponentChild } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { toAge } from './age.ts';
import { widthOf, type GraphRow } from './lanes.ts';
import { Lines, ROW } from './lines.tsx';
import { nameOf, type Commit, type Label } from './read.ts';

/** List width per lane. Lanes get a sixth of it; further ones are cut off. */
const LEAST_OF_LANE = 6 * 14;

interface ListProps {
  readonly commits: readonly Commit[];
  readonly rows: readonly GraphRow[];
  readonly selected: number;
  readonly select: (index: number) => void;
  /** Called on an attempt to move past the last commit. */
  readonly onEnd: () => void;
}

/** Scrolls to the selected row when the selection changes. */
const useSelected = (frame: { readonly current: HTMLElement | null }, selected: number): void =>
  useLayoutEffect(() => {
    const { current: element } = frame;
    if (element === null) return;
    const place = selected * ROW;
    const lowest = place + ROW - element.clientHeight;
    element.scrollTop = Math.max(lowest, Math.min(place, element.scrollTop));
  }, [selected]);

/** Renders the list. Arrows, page keys, Home and End select a commit. */
export const CommitList = ({ commits, rows, selected, select, onEnd }: ListProps): ComponentChild => {
  const frame = useRef<HTMLDivElement>(null);
  const { from: first, to: end } = useWindow(frame, commits.length, ROW);
  useSelected(frame, selected);
  const lanes = Math.min(Math.floor(useWidth(frame) / LEAST_OF_LANE), widthOf(rows.slice(first, end)));
  const onKeyDown = (event: KeyboardEvent): void => {
    const page = Math.max(1, Math.floor((frame.current?.clientHeight ?? 0) / ROW) - 1);
    const step = STEPS[event.key]?.(page, commits.length);
    if (step === undefined) return;
    event.preventDefault();
    if (step > 0 && selected === commits.length - 1) onEnd();
    select(Math.min(commits.length - 1, Math.max(0, selected + step)));
  };
  const row = (commit: Commit, at: number): ComponentChild => {
    const index = first + at;
    const { hash, parents, labels, subject, author, date } = commit;
    // Lines from the row above count too.
    const width = widthOf(rows.slice(Math.max(0, index - 1), index + 1));
    return (
      <div
        key={hash}
        id={`commit-${index}`}
        class="commit"
        role="option"
        aria-selected={index === selected}
        aria-setsize={commits.length}
        aria-posinset={index + 1}
        style={{ top: `${index * ROW}px`, '--lanes': Math.min(width, lanes) }}
        onClick={() => select(index)}
      >
        <bdi class="subject cut">{cut(subject) || '(no message)'}</bdi>
        {labels.length > 0 && <Labels labels={labels} />}
        <span class="date" title={date.replace('T', ' ')}>
          {toAge(date)}
        </span>
        <bdi class="author cut">{cut(nameOf(author))}</bdi>
        {parents.length > 0 && <span class="hidden">{sayParents(parents)}</span>}
      </div>
    );
  };
  const isDrawn = selected >= first && selected < end;
  return (
    <div
      ref={frame}
      class="commits frame"
      role="listbox"
      tabIndex={0}
      aria-label="Commits"
      {...(isDrawn && { 'aria-activedescendant': `commit-${selected}` })}
      onKeyDown={onKeyDown}
    >
      <div class="canvas" role="presentation" style={{ height: `${commits.length * ROW}px` }}>
        <Lines rows={rows} first={first} end={end} lanes={lanes} />
        {commits.slice(first, end).map(row)}
      </div>
    </div>
  );
};

/** Distance that each key moves. */
const STEPS: { readonly [key: string]: (page: number, count: number) => number } = {
  ArrowUp: () => -1,
  ArrowDown: () => 1,
  PageUp: (page) => -page,
  PageDown: (page) => page,
  Home: (_, count) => -count,
  End: (_, count) => count,
};

/** No row is wide enough for more. */
const MOST_CHARACTERS = 300;
const cut = (text: string): string => visible(text.slice(0, MOST_CHARACTERS));

const sayParents = (parents: readonly string[]): string =>
  `${parents.length === 1 ? 'Parent' : 'Merge of parents'} ${parents.map((hash) => hash.slice(0, 7)).join(', ')}`;

const WORDS = { head: '', branch: 'branch ', remote: 'remote branch ', tag: 'tag ' } as const;

/** Renders branches and tags, each with its kind as text for screen readers. */
export const Labels = ({ labels }: { readonly labels: readonly Label[] }): ComponentChild => (
  <span class="labels">
    {labels.map(({ kind, text }) => (
      <span key={`${kind} ${text}`} class={`label cut ${kind}`}>
        <span class="hidden">{WORDS[kind]}</span>
        <bdi>{cut(text)}</bdi>
      </span>
    ))}
  </span>
);
