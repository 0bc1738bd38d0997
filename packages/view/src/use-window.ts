// useWindow: tells a component which rows of a long list to render.
import { useEffect, useState } from 'preact/hooks';

/** A half-open range of list indexes. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Extra rows rendered above and below. */
const MORE = 20;

/** Returns the rows to render in a list of equally high rows, updated as the frame scrolls. */
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
