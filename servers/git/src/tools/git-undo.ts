// git_undo: takes the last operation back.
import { destroys } from '@mcp/runtime';
import { undoIcon } from '../icons.ts';
import { splitLines } from '../read/records.ts';
import { HEAD, toRevision } from '../repository/arguments.ts';
import { shownName, toPlainText } from '../repository/names.ts';
import { findUndo, toCommand, type Undo } from '../write/undo.ts';
import { gitTool } from './frame.ts';
import { answer, strings } from './shared.ts';

const output = {
  type: 'object',
  properties: {
    operation: { type: 'string', description: 'What is undone, as the reflog notes it.' },
    hash: { type: 'string', description: 'Where HEAD is then.' },
    previous: { type: 'string', description: 'Where HEAD was.' },
    removed: { ...strings, description: 'The commits that the branch has no longer, newest first.' },
    files: { type: 'string', description: 'What becomes of the files.' },
    dry_run: { type: 'boolean' },
  },
  required: ['operation', 'hash', 'previous', 'removed', 'files', 'dry_run'],
} as const;

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
    'Undo the last operation on the current branch: a commit, amend, merge, pull, rebase, revert, cherry-pick or reset, or a switch of branches. Refuses when uncommitted changes would be lost. Call with dry_run first; called twice, it redoes.',
  icons: undoIcon,
  annotations: destroys,
  properties: {
    dry_run: {
      type: 'boolean',
      description: 'Change nothing, only report what would be undone.',
    },
  },
  outputSchema: output,
  needsFiles: true,
  stake: () => 'Undo the last operation on the current branch',
  async run(repository, { dry_run: dryRun = false }) {
    return repository.change(async (run) => {
      const previous = await repository.resolve(HEAD, 'HEAD');
      const undo = await findUndo(repository, run);
      const hash = await repository.resolve(`${undo.target}^{commit}`, 'reflog');
      // A switch of branches takes none away.
      const { text } = await run({
        name: 'log',
        options: ['--format=%h %s', `--max-count=${undo.mode === 'switch' ? 0 : 100}`],
        operands: ['--end-of-options', toRevision(`${hash}..${previous}`, 'reflog'), '--'],
      });
      if (!dryRun) await run(toCommand(undo));
      const { operation, target, mode } = undo;
      const removed = splitLines(toPlainText(text));
      const lines = [
        `${dryRun ? 'Would undo' : 'Undid'} "${operation}": back to ${shownName(target)}.`,
        ...removed.map((commit) => `Removed from the branch: ${commit}`),
        FILES[mode],
      ];
      return answer(lines.join('\n'), {
        operation,
        hash,
        previous,
        removed,
        files: FILES[mode],
        dry_run: dryRun,
      });
    });
  },
});
