// git_restore: brings files back as they were. What was changed in them is lost.
import { defineTool, text, ToolResult } from '@mcp/runtime';
import { toRevision, toTreePath, type Option } from '../repository/arguments.ts';
import { undoIcon } from '../icons.ts';
import { splitRecords } from '../read/records.ts';
import type { Repositories } from '../repository/repositories.ts';
import { repoPath } from './arguments.ts';

const input = {
  type: 'object',
  properties: {
    repo_path: repoPath,
    files: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 1000 },
    source: { type: 'string', description: 'A commit. The index when left out.' },
    staged: { type: 'boolean', default: false, description: 'Restore the index instead of the files.' },
    dryRun: { type: 'boolean', default: false },
  },
  required: ['files'],
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: { restored: { type: 'array', items: { type: 'string' } }, dryRun: { type: 'boolean' } },
  required: ['restored', 'dryRun'],
} as const;

export const gitRestore = (repositories: Repositories) =>
  defineTool({
    name: 'git_restore',
    title: 'Restore files',
    description: 'Restores files from the index or a commit. Discards their changes for good.',
    icons: undoIcon,
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    inputSchema: input,
    outputSchema: output,
    async run({ repo_path: place, files, source, staged, dryRun }, ctx) {
      const repository = await repositories.open(place, ctx);
      const paths = files.map((file) => toTreePath(file, repository.topLevel, 'files'));
      const from = source === undefined ? undefined : toRevision(source, 'source');
      const { signal } = ctx;
      const where: Option[] = staged ? ['--staged'] : [];
      const listed = await repository.change(signal, async (run) => {
        const changed = await run({
          command: {
            name: 'diff',
            options: [
              '--name-only',
              '-z',
              '--no-renames',
              '--no-ext-diff',
              '--ignore-submodules=all',
              ...(staged ? (['--cached'] as const) : []),
            ],
            operands: [...(from === undefined ? [] : (['--end-of-options', from] as const)), '--', ...paths],
          },
          signal,
        });
        const options: Option[] = [...where, ...(from === undefined ? [] : ([`--source=${from}`] as const))];
        if (!dryRun) await run({ command: { name: 'restore', options, operands: ['--', ...paths] }, signal });
        return changed.text;
      });
      const restored = splitRecords(listed);
      const title = dryRun ? 'Would restore' : 'Restored';
      return new ToolResult({
        content: [text(`${title} ${restored.length} files${restored.map((file) => `\n${file}`).join('')}`)],
        structuredContent: { restored, dryRun },
      });
    },
  });
