// useCount: counts the files below a directory while the page is shown.
import { messageOf, type Host } from '@mcp/view';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Count } from './model.ts';

/** Entries to count before the user must ask for more. */
const MOST_AT_ONCE = 10_000;

/** Counts the files below `start`, and more when asked. */
export const useCount = (host: Host, start: string) => {
  const [, draw] = useState({});
  const [problem, setProblem] = useState('');
  const isAll = useRef(false);
  const isCounting = useRef(true);
  const name = start === '.' ? 'The whole directory' : start;
  const counted = useRef(new Count(name, start, true));
  const goOn = (): void => {
    const { current } = counted;
    isCounting.current = true;
    setProblem('');
    const isWanted = (): boolean => {
      draw({});
      return current === counted.current;
    };
    current
      .go(host, MOST_AT_ONCE, isWanted)
      .catch((error: unknown) => current === counted.current && setProblem(messageOf(error)))
      .finally(() => {
        if (current === counted.current) isCounting.current = false;
        draw({});
      });
  };
  const restart = (all: boolean): void => {
    isAll.current = all;
    counted.current = new Count(name, start, !all);
    goOn();
  };
  useEffect(goOn, []);
  return {
    counted: counted.current,
    isCounting: isCounting.current,
    isAll: isAll.current,
    problem,
    goOn,
    restart,
  };
};
