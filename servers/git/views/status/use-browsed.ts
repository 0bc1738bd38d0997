// useBrowsed: reads data about a file, and again whenever the repository may have changed.
import { useLatest } from '@mcp/view';
import { useEffect, useState } from 'preact/hooks';
import { keepFocus, type Work } from './use-repository.ts';

/** Outcome of the last read; empty at first. */
export interface Browsed<Data> {
  readonly data?: Data;
  readonly problem?: string;
}

/** Reads at once and whenever `work.turn` changes. */
export const useBrowsed = <Data>(work: Work, read: () => Promise<Data>): Browsed<Data> => {
  const [browsed, setBrowsed] = useState<Browsed<Data>>({});
  const latest = useLatest();
  useEffect(
    () =>
      latest(
        read(),
        (data) => setBrowsed({ data }),
        (problem) => setBrowsed({ problem }),
      ),
    [work.turn],
  );
  useEffect(() => keepFocus(), [browsed]);
  return browsed;
};
