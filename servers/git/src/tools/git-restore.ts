// git_restore: brings files back as they were. What was changed in them is lost.
import { changes, defineTool, type Tool } from '@mcp/runtime';
import { undoIcon } from '../icons.ts';
import { toRevision, type Option } from '../repository/arguments.ts';
import type { Repositories } from '../repository/repositories.ts';
import { changedFiles } from '../write/changed-files.ts';
import { answer, firstOf, moreNames, pathList, repoPath, strings, toMore } from './shared.ts';

const input = {
  type: 'object',
  properties: {
    repo_path: repoPath,
    files: { ...pathList, minItems: 1, description: 'Files and folders to restore; "." for all.' },
    source: { type: 'string', description: 'Restore from this commit. Default: from the index.' },
    staged: { type: 'boolean', default: false, description: 'Restore the index instead of the files.' },
    dry_run: {
      type: 'boolean',
      default: false,
      description: 'Change nothing, only list what would be lost.',
    },
  },
  required: ['files'],
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: { restored: strings, dryRun: { type: 'boolean' }, more: moreNames },
  required: ['restored', 'dryRun'],
} as const;

export const gitRestore = (repositories: Repositories): Tool =>
  defineTool({
    name: 'git_restore',
    title: 'Restore files',
    description: 'Restore files from the index or a commit. Their changes are lost for good.',
    icons: undoIcon,
    annotations: changes,
    inputSchema: input,
    outputSchema: output,
    aliases: { paths: 'files', path: 'files', file: 'files', revision: 'source' },
    async run({ repo_path: place, files, source, staged, dry_run: dryRun }, ctx) {
      using repository = await repositories.openWorkTree(place, ctx);
      const paths = repository.toPaths(files, 'files');
      const from = source === undefined ? [] : [toRevision(source, 'source')];
      const options: Option[] = [staged ? '--staged' : '--worktree', ...from.map(toSource)];
      const restored = await repository.change(async (run) => {
        const compared = ['--end-of-options' as const, ...from, '--' as const, ...paths];
        const changed = await changedFiles(run, staged ? ['--cached'] : [], compared);
        if (!dryRun) await run({ name: 'restore', options, operands: ['--', ...paths] });
        return changed;
      });
      const title = `${dryRun ? 'Would restore' : 'Restored'} ${restored.length} file${restored.length === 1 ? '' : 's'}`;
      const { shown, more } = firstOf(restored);
      const data = { restored: shown, dryRun, ...(more === 0 ? {} : { more }) };
      return answer([title, ...shown, ...toMore(more)].join('\n'), data);
    },
  });

const toSource = (revision: string): Option => `--source=${revision}`;
