// useWidth: tracks the width of an element for its content.
import { useEffect, useState } from 'preact/hooks';

/** Returns the width of an element in pixels, updated when it changes. */
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
