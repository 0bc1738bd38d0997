// useWidth: how wide an element is, for what is drawn in it.
import { useEffect, useState } from 'preact/hooks';

/** The width of an element in pixels, now and whenever it changes. */
export const useWidth = (frame: { readonly current: HTMLElement | null }): number => {
  const [width, setWidth] = useState(600);
  useEffect(() => {
    const { current } = frame;
    if (current === null) return undefined;
    const observer = new ResizeObserver(() => setWidth(current.clientWidth));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return width;
};
