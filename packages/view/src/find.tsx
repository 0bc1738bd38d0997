// Find: searches part of a page for the user, highlights matches and steps through them.
import type { ComponentChild } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { written } from './number.ts';

/** The element to search. */
export interface FindProps {
  readonly frame: { readonly current: HTMLElement | null };
  /** All rows and their height in pixels, for a frame that renders only the visible ones. */
  readonly rows?: readonly string[];
  readonly height?: number;
}

/** Renders a search field. Enter goes to the next match, Shift+Enter to the previous one. */
export const Find = ({ frame, rows, height = 0 }: FindProps): ComponentChild => {
  const [{ query, at, count }, setShown] = useState({ query: '', at: 0, count: 0 });
  useEffect(() => markIn(frame.current, query), [query]);
  const go = (wanted: string, to: number): void => {
    const places = rows === undefined ? rangesIn(frame.current, wanted) : rowsWith(rows, wanted);
    const next = (to + places.length) % Math.max(1, places.length);
    const place = places[next];
    if (typeof place === 'number') frame.current?.scrollTo(0, (place - 2) * height);
    else place?.startContainer.parentElement?.scrollIntoView({ block: 'center' });
    setShown({ query: wanted, at: next, count: places.length });
  };
  const onInput = ({ currentTarget }: Event): void => {
    if (currentTarget instanceof HTMLInputElement) go(currentTarget.value, 0);
  };
  const onKeyDown = ({ key, shiftKey }: KeyboardEvent): void => {
    if (key === 'Enter') go(query, at + (shiftKey ? -1 : 1));
  };
  const place = count === 0 ? 'Not found' : `${written(at + 1)} of ${written(count)}`;
  return (
    <label class="find">
      {'Find '}
      <input type="search" value={query} onInput={onInput} onKeyDown={onKeyDown} />
      <span aria-live="polite">{query === '' ? '' : ` ${place}`}</span>
    </label>
  );
};

const toPattern = (query: string): RegExp =>
  new RegExp(query.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`), 'giu');

const rowsWith = (rows: readonly string[], query: string): number[] => {
  if (query === '') return [];
  const pattern = toPattern(query);
  return rows.flatMap((row, at) => (row.search(pattern) === -1 ? [] : [at]));
};

/** Returns all matches in an element, including those that span several text nodes. */
const rangesIn = (element: HTMLElement | null, query: string): Range[] => {
  if (element === null || query === '') return [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const parts: { readonly node: Node; readonly start: number }[] = [];
  let text = '';
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    parts.push({ node, start: text.length });
    text += node.nodeValue ?? '';
  }
  let part = 0;
  /** Expects positions in ascending order. */
  const toPoint = (at: number, isEnd: boolean): readonly [Node, number] => {
    while ((parts[part + 1]?.start ?? Infinity) < (isEnd ? at : at + 1)) part++;
    const { node = element, start = at } = parts[part] ?? {};
    return [node, at - start];
  };
  return [...text.matchAll(toPattern(query))].map(({ index, 0: found }) => {
    const range = new Range();
    range.setStart(...toPoint(index, false));
    range.setEnd(...toPoint(index + found.length, true));
    return range;
  });
};

/** Highlights matches, also in rows rendered later. Returns a cleanup function. */
const markIn = (element: HTMLElement | null, query: string): (() => void) | undefined => {
  if (element === null || query === '' || !('highlights' in CSS)) return undefined;
  const mark = (): void => void CSS.highlights.set('found', new Highlight(...rangesIn(element, query)));
  mark();
  const observer = new MutationObserver(mark);
  observer.observe(element, { childList: true, subtree: true, characterData: true });
  return () => {
    observer.disconnect();
    CSS.highlights.delete('found');
  };
};
