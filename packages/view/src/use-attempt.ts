// useAttempt: does one thing at a time, and says how it ended.
import { useRef, useState } from 'preact/hooks';
import { messageOf } from './message-of.ts';

/** What a person can have done, and how the last of it ended. */
export interface Attempt {
  /**
   * Does something, unless something else is being done. Meanwhile it says `doing`, then what `work` resolves with, or
   * why it failed. Resolves with whether it succeeded.
   */
  readonly attempt: (work: () => Promise<string>, doing?: string) => Promise<boolean>;
  readonly say: (status: string) => void;
  readonly isBusy: boolean;
  readonly status: string;
  readonly problem: string;
}

/** Returns the `Attempt` of a component. */
export const useAttempt = (): Attempt => {
  const [said, setSaid] = useState({ status: '', problem: '', isBusy: false });
  // A second click comes before the page is drawn again.
  const isBusy = useRef(false);
  const end = (status: string, problem = ''): void => {
    isBusy.current = false;
    setSaid({ status, problem, isBusy: false });
  };
  const attempt: Attempt['attempt'] = async (work, doing) => {
    if (isBusy.current) return false;
    isBusy.current = true;
    setSaid(({ status }) => ({ status: doing ?? status, problem: '', isBusy: true }));
    return work().then(
      (status) => (end(status), true),
      (error: unknown) => (end('', messageOf(error)), false),
    );
  };
  return { attempt, say: (status) => setSaid((before) => ({ ...before, status, problem: '' })), ...said };
};
