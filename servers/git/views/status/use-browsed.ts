// useBrowsed: what the server knows of one file, read again whenever the repository may have changed.
import { messageOf } from '@mcp/view';
import { useEffect, useState } from 'preact/hooks';
import { keepFocus } from './keep-focus.ts';
import type { Work } from './work.ts';

/** The data of a call; undefined until it is there. */
export interface Browsed {
  readonly data?: { readonly [member: string]: unknown };
  readonly problem?: string;
}

/** Calls a tool that reads, now and at each turn. An answer that comes too late is dropped. */
export const useBrowsed = (work: Work, tool: string, args: object): Browsed => {
  const [browsed, setBrowsed] = useState<Browsed>({});
  const key = JSON.stringify(args);
  useEffect(() => {
    let isWanted = true;
    work.read(tool, args).then(
      ({ structuredContent: data = {} }) => isWanted && setBrowsed({ data }),
      (error: unknown) => isWanted && setBrowsed({ problem: messageOf(error) }),
    );
    return () => {
      isWanted = false;
    };
  }, [work.turn, tool, key]);
  useEffect(() => keepFocus(), [browsed]);
  return browsed;
};
