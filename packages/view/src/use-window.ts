// useWindow: which part of a long list can be seen: only that is drawn.
import { useEffect, useState } from 'preact/hooks';

/** Places of a list, from one up to another. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Beside what can be seen. */
const MORE = 20;

/** The part of a list of equally high rows that a frame shows. It is drawn again when the frame scrolls. */
export const useWindow = (
  frame: { readonly current: HTMLElement | null },
  count: number,
  height: number,
): Range => {
  const [top, setTop] = useState(0);
  useEffect(() => {
    const { current } = frame;
    if (current === null) return undefined;
    const onScroll = (): void => setTop(current.scrollTop);
    current.addEventListener('scroll', onScroll);
    return () => current.removeEventListener('scroll', onScroll);
  }, []);
  const seen = Math.ceil((frame.current?.clientHeight ?? 600) / height);
  const from = Math.max(0, Math.min(Math.floor(top / height), count - seen) - MORE);
  return { from, to: Math.min(count, from + seen + 2 * MORE) };
};
