// Undo: what the page applied can be undone for as long as nothing else was changed.
import type { Host } from '@mcp/view';
import { useState } from 'preact/hooks';
import { answerOf } from './answer.ts';

/** Undoing the change that was applied. */
interface Undo {
  /** Whether the server can undo it. */
  readonly isOffered: boolean;
  /** Call it after each change. */
  readonly offer: () => Promise<void>;
  /** @throws {Error} if the server has changed something else since. */
  readonly undo: () => Promise<string>;
}

export const useUndo = (host: Host): Undo => {
  const [last, setLast] = useState<string>();
  // A dry run changes nothing. It fails where the tool is off, or where nothing was recorded.
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
