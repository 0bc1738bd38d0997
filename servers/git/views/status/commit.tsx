// The message of a commit, and the button that makes it of what is staged.
import { button, Toolbar } from '@mcp/view';
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import type { Work } from './use-repository.ts';

/** A box for the message. It keeps the message when the commit is refused. */
export const CommitBox = ({ work }: { readonly work: Work }): ComponentChild => {
  const [message, setMessage] = useState('');
  const commit = async (): Promise<void> => {
    if (await work.write([['git_commit', { message }]])) setMessage('');
  };
  return (
    <Toolbar label="Commit">
      <textarea
        aria-label="Commit message"
        placeholder="Commit message"
        rows={2}
        value={message}
        onInput={({ currentTarget }) => setMessage(currentTarget.value)}
      />
      {button('Commit', () => void commit(), message.trim() === '')}
    </Toolbar>
  );
};
