// useAttempt: runs one user action at a time and reports its outcome.
import { useRef, useState } from 'preact/hooks';
import { messageOf } from './message-of.ts';

/** A runner of user actions, and the outcome of the last one. */
export interface Attempt {
  /**
   * Runs `work` unless another action is running. Reports `doing` meanwhile, then the text that `work` resolves to, or
   * the reason for its failure. Resolves to whether it succeeded.
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
  // A second click can come before the next render.
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
