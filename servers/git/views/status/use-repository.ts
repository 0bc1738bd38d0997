// useRepository: the status that is shown, and the way to the server that reads and changes it.
import { messageOf, type CallResult, type Host } from '@mcp/view';
import { useEffect, useRef, useState } from 'preact/hooks';
import { keepFocus } from './keep-focus.ts';
import { readStatus, type Status } from './read.ts';
import type { Call, Work } from './work.ts';

interface Shown {
  readonly status: Status;
  readonly work: Work;
  /** What was done last, or why it was not. */
  readonly said: string;
  readonly isBusy: boolean;
  readonly refresh: () => void;
}

/** `first` is shown until something is done. */
export const useRepository = (
  host: Host,
  { repo_path: place }: { readonly [name: string]: unknown },
  first: Status,
): Shown => {
  const [status, setStatus] = useState(first);
  const [said, setSaid] = useState('');
  const [turn, setTurn] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const isAtWork = useRef(false);
  const read = (tool: string, args: object): Promise<CallResult> =>
    host.callTool(tool, { ...(place === undefined ? {} : { repo_path: place }), ...args });
  const perform = async (act: () => Promise<string>): Promise<void> => {
    // A second click finds the first at work.
    if (isAtWork.current) return;
    isAtWork.current = true;
    setBusy(true);
    try {
      const done = await act().catch(messageOf);
      setStatus(readStatus(await read('git_status', {})) ?? first);
      setTurn((before) => before + 1);
      setSaid(done);
    } catch (error) {
      setSaid(messageOf(error));
    } finally {
      isAtWork.current = false;
      setBusy(false);
    }
  };
  const write = (tool: string, args: object): void =>
    void perform(async () => (await read(tool, args)).content?.[0]?.text ?? '');
  const writeAll = (calls: readonly Call[], done: string): void =>
    void perform(async () => {
      for (const call of calls) await read(...call);
      return done;
    });
  useEffect(() => keepFocus(), [turn]);
  const work: Work = { turn, isWritable: status.isWritable, read, write, writeAll };
  return { status, work, said, isBusy, refresh: () => void perform(async () => '') };
};
