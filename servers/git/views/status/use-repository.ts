// useRepository: the status that is shown, and the way to the server that reads and changes it.
import { useAttempt, type CallResult, type Host } from '@mcp/view';
import { useEffect, useState } from 'preact/hooks';
import { readStatus, type Entry, type Status } from './read.ts';

/** A tool and its arguments. */
export type Call = readonly [tool: string, args: object];

/** The way to the server. */
export interface Work {
  /** Changes whenever the repository may have: what is shown is read again. */
  readonly turn: number;
  /** Whether this server may stage, resolve and commit. */
  readonly isWritable: boolean;
  /** Calls a tool that only reads, for the repository that is shown. */
  read(...call: Call): Promise<CallResult>;
  /**
   * Calls tools that write, one after the other, up to the first that fails, and reads all again. Says `done`, or what
   * the last call says, or why one failed. Resolves with whether all succeeded.
   */
  write(calls: readonly Call[], done?: string): Promise<boolean>;
}

/** Keeps the focus in the page after it was drawn: the button that was pressed may be gone with its row or hunk. */
export const keepFocus = (): void => {
  if (document.activeElement === document.body) document.querySelector('h1')?.focus();
};

/** A file that is shown. */
export interface EntryProps {
  readonly work: Work;
  readonly entry: Entry;
}

/** The status, the way to the server, and what was done last, or why it was not. `first` is shown at first. */
export const useRepository = (
  host: Host,
  { repo_path: place }: { readonly [name: string]: unknown },
  first: Status,
) => {
  const [status, setStatus] = useState(first);
  const [turn, setTurn] = useState(0);
  const { attempt, status: done, problem, isBusy } = useAttempt();
  const read: Work['read'] = (tool, args) =>
    host.callTool(tool, { ...(place === undefined ? {} : { repo_path: place }), ...args });
  const write: Work['write'] = (calls, said) =>
    attempt(async () => {
      let last: CallResult = {};
      try {
        for (const call of calls) last = await read(...call);
      } finally {
        setStatus(readStatus(await read('git_status', {})) ?? first);
        setTurn((before) => before + 1);
      }
      return said ?? last.content?.[0]?.text ?? '';
    });
  // At first the focus is where the host has it.
  useEffect(() => (turn === 0 ? undefined : keepFocus()), [turn]);
  return {
    status,
    work: { turn, isWritable: status.isWritable, read, write },
    said: problem || done,
    isBusy,
  };
};
