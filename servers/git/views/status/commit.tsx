// Commit box: lets the user commit staged changes with a message.
import { button, Toolbar } from '@mcp/view';
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import type { Work } from './use-repository.ts';

/** Renders the message field, which keeps its text if the commit fails. */
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
