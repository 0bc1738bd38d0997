// useAttempt: one change at a time, and what became of it.
import { messageOf } from '@mcp/view';
import { useState } from 'preact/hooks';

interface Attempt {
  /** Does something that can be done once, until `reopen` is called. Shows what it resolves with. */
  readonly attempt: (work: () => Promise<string>) => Promise<void>;
  readonly reopen: () => void;
  readonly isOpen: boolean;
  readonly status: string;
  readonly problem: string;
}

export const useAttempt = (): Attempt => {
  const [isOpen, setIsOpen] = useState(true);
  const [said, setSaid] = useState({ status: '', problem: '' });
  const attempt = async (work: () => Promise<string>): Promise<void> => {
    setIsOpen(false);
    setSaid((before) => ({ ...before, problem: '' }));
    await work().then(
      (status) => setSaid({ status, problem: '' }),
      (error: unknown) => setSaid({ status: '', problem: messageOf(error) }),
    );
  };
  return { attempt, reopen: () => setIsOpen(true), isOpen, ...said };
};
