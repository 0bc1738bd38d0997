// Undo: undoes the change that the page applied, unless something else has changed since.
import type { Host } from '@mcp/view';
import { useState } from 'preact/hooks';
import { answerOf } from './answer.ts';

interface Undo {
  /** Whether the server can undo the change. */
  readonly isOffered: boolean;
  /** Must be called after each change. */
  readonly offer: () => Promise<void>;
  /** @throws {Error} if the server has changed something else since. */
  readonly undo: () => Promise<string>;
}

export const useUndo = (host: Host): Undo => {
  const [last, setLast] = useState<string>();
  // A dry run changes nothing and fails if the tool is off or nothing was recorded.
  const lastChange = (): Promise<string | undefined> =>
    host.callTool('undo_last_change', { dryRun: true }).then(
      ({ content }) => JSON.stringify(content),
      () => undefined,
    );
  return {
    isOffered: last !== undefined,
    offer: async () => setLast(await lastChange()),
    undo: async () => {
      const isLast = (await lastChange()) === last;
      setLast(undefined);
      if (!isLast) throw new Error('Something else was changed since. Nothing was undone.');
      return answerOf(await host.callTool('undo_last_change', {}));
    },
  };
};
