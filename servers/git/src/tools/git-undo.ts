// git_undo: undoes the last operation.
import { destroys } from '@mcp/runtime';
import { undoIcon } from '../icons.ts';
import { shortName } from '../read/refs.ts';
import { HEAD, shownName, toRevision } from '@mcp/git';
import { findUndo, listRemoved, toCommand, type Undo } from '../write/undo.ts';
import { gitTool } from './frame.ts';
import { dryRunFlag, strings } from './shared.ts';

const FILES: { readonly [mode in Undo['mode']]: string } = {
  switch: 'The files are those of the other branch.',
  soft: 'The files stay; the changes of the commit are staged.',
  mixed: 'The files stay; nothing is staged.',
  keep: 'The files are as before the operation; changes in other files stay.',
};

export const gitUndo = gitTool({
  name: 'git_undo',
  title: 'Undo',
  description:
    'Undo the last operation on the current branch, like a commit, merge, rebase, reset or switch of branches. Refuses if uncommitted changes would be lost. Call with dry_run first; called twice, it redoes.',
  icons: undoIcon,
  annotations: destroys,
  properties: { dry_run: dryRunFlag },
  outputSchema: {
    type: 'object',
    properties: {
      operation: { type: 'string', description: 'What is undone, as the reflog notes it.' },
      hash: { type: 'string', description: 'Where HEAD is then.' },
      previous: { type: 'string', description: 'Where HEAD was.' },
      removed: { ...strings, description: 'The commits that the branch has no longer, newest first.' },
      files: { type: 'string', description: 'What becomes of the files.' },
      dry_run: { type: 'boolean' },
    },
    required: ['operation', 'hash', 'previous', 'files'],
  },
  needsFiles: true,
  stake: () => 'Undo the last operation on the current branch',
  run: (repository, { dry_run: dryRun = false }) =>
    repository.changeUnless(dryRun, async (read, run) => {
      const previous = await shortName(repository, HEAD);
      const undo = await findUndo(repository, read);
      const { operation, target, mode } = undo;
      const hash = await shortName(repository, toRevision(`${target}^{commit}`, 'reflog'));
      // Switching branches removes no commit.
      const removed = mode === 'switch' ? [] : await listRemoved(read, target);
      await run?.(toCommand(undo));
      const lines = [
        `${dryRun ? 'Would undo' : 'Undid'} "${operation}": back to ${mode === 'switch' ? shownName(target) : hash}.`,
        ...removed.map((commit) => `Removed from the branch: ${commit}`),
        FILES[mode],
      ];
      const data = { operation, hash, previous, removed, files: FILES[mode], dry_run: dryRun };
      return { text: lines.join('\n'), data };
    }),
});
