// useRepository: holds the shown status and calls the server to read and change it.
import { useAttempt, type CallResult, type Host } from '@mcp/view';
import { useEffect, useState } from 'preact/hooks';
import { readStatus, type Entry, type Status } from './read.ts';

/** A tool and its arguments. */
export type Call = readonly [tool: string, args: object];

/** Access to the server. */
export interface Work {
  /** Counter that changes whenever the repository may have changed. */
  readonly turn: number;
  /** Whether this server may stage, resolve and commit. */
  readonly isWritable: boolean;
  /** Calls a read-only tool for the shown repository. */
  read(...call: Call): Promise<CallResult>;
  /**
   * Calls writing tools in order until one fails, then reads everything again. Reports `done`, the answer of the last
   * call or the failure. Resolves to whether all succeeded.
   */
  write(calls: readonly Call[], done?: string): Promise<boolean>;
}

/** Keeps the focus in the page after a render, which may remove the pressed button with its row or hunk. */
export const keepFocus = (): void => {
  if (document.activeElement === document.body) document.querySelector('h1')?.focus();
};

/** A file to show. */
export interface EntryProps {
  readonly work: Work;
  readonly entry: Entry;
}

/** Returns the status, initially `first`, access to the server, and the outcome of the last action. */
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
  // On opening, the host decides about the focus.
  useEffect(() => (turn === 0 ? undefined : keepFocus()), [turn]);
  return {
    status,
    work: { turn, isWritable: status.isWritable, read, write },
    said: problem || done,
    isBusy,
  };
};
