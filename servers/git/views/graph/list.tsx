// The commits as a list with their graph. Of a long history only the rows that can be seen are drawn.
import { useWindow, visible } from '@mcp/view';
import type { ComponentChild } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { widthOf, type GraphRow } from './lanes.ts';
import { Lines } from './lines.tsx';
import { nameOf, type Commit, type Label } from './read.ts';

/** In pixels, as graph.css has it. */
const ROW = 26;
/** More lanes than these are cut off. */
const MOST_LANES = 14;

interface ListProps {
  readonly commits: readonly Commit[];
  readonly rows: readonly GraphRow[];
  readonly selected: number;
  readonly select: (index: number) => void;
  /** Called when the last commit is to be passed. */
  readonly onEnd: () => void;
}

/** Scrolls to the row that is selected, when another one is. */
const useSelected = (frame: { readonly current: HTMLElement | null }, selected: number): void =>
  useLayoutEffect(() => {
    const { current: element } = frame;
    if (element === null) return;
    const place = selected * ROW;
    const lowest = place + ROW - element.clientHeight;
    if (place < element.scrollTop) element.scrollTop = place;
    else if (element.scrollTop < lowest) element.scrollTop = lowest;
  }, [selected]);

/** The list. Arrows, page keys, Home and End choose a commit. */
export const CommitList = ({ commits, rows, selected, select, onEnd }: ListProps): ComponentChild => {
  const frame = useRef<HTMLDivElement>(null);
  const { from: first, to: end } = useWindow(frame, commits.length, ROW);
  useSelected(frame, selected);
  const lanes = useMemo(() => Math.min(MOST_LANES, widthOf(rows)), [rows]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const page = Math.max(1, Math.floor((frame.current?.clientHeight ?? 0) / ROW) - 1);
    const step = STEPS[event.key]?.(page, commits.length);
    if (step === undefined) return;
    event.preventDefault();
    if (step > 0 && selected === commits.length - 1) onEnd();
    select(Math.min(commits.length - 1, Math.max(0, selected + step)));
  };
  const isDrawn = selected >= first && selected < end;
  return (
    <div
      ref={frame}
      class="commits"
      role="listbox"
      tabIndex={0}
      aria-label="Commits"
      {...(isDrawn && { 'aria-activedescendant': `commit-${selected}` })}
      onKeyDown={onKeyDown}
    >
      <div class="canvas" role="presentation" style={{ height: `${commits.length * ROW}px` }}>
        <Lines rows={rows} first={first} end={end} lanes={lanes} rowHeight={ROW} />
        {commits.slice(first, end).map((commit, at) => (
          <Row
            key={commit.hash}
            commit={commit}
            index={first + at}
            count={commits.length}
            isSelected={first + at === selected}
            indent={lanes}
            select={select}
          />
        ))}
      </div>
    </div>
  );
};

/** How far each key goes. */
const STEPS: { readonly [key: string]: (page: number, count: number) => number } = {
  ArrowUp: () => -1,
  ArrowDown: () => 1,
  PageUp: (page) => -page,
  PageDown: (page) => page,
  Home: (_, count) => -count,
  End: (_, count) => count,
};

interface RowProps {
  readonly commit: Commit;
  readonly index: number;
  readonly count: number;
  readonly isSelected: boolean;
  /** How many lanes are beside it. */
  readonly indent: number;
  readonly select: (index: number) => void;
}

const Row = ({ commit, index, count, isSelected, indent, select }: RowProps): ComponentChild => {
  const { parents, labels, subject, author, date } = commit;
  return (
    <div
      id={`commit-${index}`}
      class="commit"
      role="option"
      aria-selected={isSelected}
      aria-setsize={count}
      aria-posinset={index + 1}
      style={{ top: `${index * ROW}px`, '--lanes': indent }}
      onClick={() => select(index)}
    >
      {labels.length > 0 && <Labels labels={labels} />}
      <bdi class="subject">{cut(subject) || '(no message)'}</bdi>
      <bdi class="author">{cut(nameOf(author))}</bdi>
      <span class="date">{date.slice(0, 10)}</span>
      {parents.length > 0 && <span class="hidden">{sayParents(parents)}</span>}
    </div>
  );
};

/** More of a line cannot be seen. */
const MOST_CHARACTERS = 300;
const cut = (text: string): string => visible(text.slice(0, MOST_CHARACTERS));

const sayParents = (parents: readonly string[]): string =>
  `${parents.length === 1 ? 'Parent' : 'Merge of parents'} ${parents.map((hash) => hash.slice(0, 7)).join(', ')}`;

const WORDS = { head: '', branch: 'branch ', remote: 'remote branch ', tag: 'tag ' } as const;

/** Branches and tags, each with a word for those who do not see its form. */
export const Labels = ({ labels }: { readonly labels: readonly Label[] }): ComponentChild => (
  <span class="labels">
    {labels.map(({ kind, text }) => (
      <span key={`${kind} ${text}`} class={`label ${kind}`}>
        <span class="hidden">{WORDS[kind]}</span>
        <bdi>{cut(text)}</bdi>
      </span>
    ))}
  </span>
);
