// git_restore: brings files back as they were. What was changed in them is lost.
import { changes, defineTool, text, ToolResult, type Tool } from '@mcp/runtime';
import { undoIcon } from '../icons.ts';
import { splitRecords } from '../read/records.ts';
import { toRevision, type Option } from '../repository/arguments.ts';
import { shownPath } from '../repository/names.ts';
import type { Repositories } from '../repository/repositories.ts';
import { pathList, repoPath } from './shared.ts';

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
  properties: { restored: { type: 'array', items: { type: 'string' } }, dryRun: { type: 'boolean' } },
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
    async run({ repo_path: place, files, source, staged, dry_run: dryRun }, ctx) {
      const { signal } = ctx;
      const repository = await repositories.open(place, ctx);
      repository.requireWorkTree();
      const paths = files.map((file) => repository.toPath(file, 'files'));
      const from = source === undefined ? undefined : toRevision(source, 'source');
      const fixed = [
        '--name-only',
        '-z',
        '--no-renames',
        '--no-ext-diff',
        '--ignore-submodules=all',
      ] as const;
      const listing = {
        name: 'diff',
        options: [...fixed, ...(staged ? (['--cached'] as const) : [])],
        operands: [
          ...(from === undefined ? [] : (['--end-of-options', from] as const)),
          '--' as const,
          ...paths,
        ],
      };
      const options: Option[] = [
        ...(staged ? (['--staged'] as const) : []),
        ...(from === undefined ? [] : ([`--source=${from}`] as const)),
      ];
      const restored = await repository.change(signal, async (run) => {
        const changed = await run({ command: listing, signal });
        if (!dryRun) await run({ command: { name: 'restore', options, operands: ['--', ...paths] }, signal });
        return splitRecords(changed.text).map(shownPath);
      });
      const title = `${dryRun ? 'Would restore' : 'Restored'} ${restored.length} files`;
      return new ToolResult({
        content: [text([title, ...restored].join('\n'))],
        structuredContent: { restored, dryRun },
      });
    },
  });
