// git_restore: discards changes of files.
import { changes, ToolError } from '@mcp/runtime';
import { named, namedFiles } from '../confirm.ts';
import { undoIcon } from '../icons.ts';
import { toRevision, type Option } from '@mcp/git';
import { changedFiles } from '../write/changed-files.ts';
import { gitTool } from './frame.ts';
import { dryRunFlag, firstOf, moreNames, pathList, strings, toMore } from './shared.ts';

export const gitRestore = gitTool({
  name: 'git_restore',
  title: 'Restore files',
  description:
    'Discard changes of files for good: restore them from the index or a commit. Ask the user first.',
  icons: undoIcon,
  annotations: changes,
  properties: {
    files: { ...pathList, description: 'Files and folders to restore; "." for all.' },
    source: { type: 'string', description: 'Commit to restore from. Default: the index.' },
    staged: { type: 'boolean', description: 'Restore the index, not the files.' },
    dry_run: dryRunFlag,
  },
  required: ['files'],
  outputSchema: {
    type: 'object',
    properties: { restored: strings, dry_run: { type: 'boolean' }, more: moreNames },
  },
  aliases: { revision: 'source' },
  needsFiles: true,
  stake: ({ files, source, staged }) => {
    const what = staged ? 'Unstage' : 'Discard the changes that are not staged in';
    const from = source === undefined ? '' : `, as they are in ${named(source)}`;
    return `${what} ${namedFiles(files)}${from}`;
  },
  async run(repository, { files, source, staged, dry_run: dryRun = false }) {
    const paths = repository.toPaths(files, 'files');
    if (paths.length === 0) throw new ToolError('files is empty. Name files or folders, or "." for all.');
    const from = source === undefined ? [] : [toRevision(source, 'source')];
    const options: Option[] = [staged ? '--staged' : '--worktree', ...from.map(toSource)];
    const restored = await repository.changeUnless(dryRun, async (read, run) => {
      const compared = ['--end-of-options' as const, ...from, '--' as const, ...paths];
      const changed = await changedFiles(read, staged ? ['--cached'] : [], compared);
      await run?.({ name: 'restore', options, operands: ['--', ...paths] });
      return changed;
    });
    const title = `${dryRun ? 'Would restore' : 'Restored'} ${restored.length} file${restored.length === 1 ? '' : 's'}`;
    const listed = firstOf({ restored });
    return {
      text: [title, ...listed.restored, ...toMore(listed.more)].join('\n'),
      data: { ...listed, dry_run: dryRun },
    };
  },
});

const toSource = (revision: string): Option => `--source=${revision}`;
