// git_add: puts files into the index.
import { defineTool, text, ToolResult } from '@mcp/runtime';
import { toTreePath, type Option } from '../repository/arguments.ts';
import { toFailure } from '../repository/errors.ts';
import { addIcon } from '../icons.ts';
import { splitLines } from '../read/records.ts';
import type { Repositories } from '../repository/repositories.ts';
import { neutralised, repoPath } from './arguments.ts';

const input = {
  type: 'object',
  properties: {
    repo_path: repoPath,
    files: {
      type: 'array',
      items: { type: 'string' },
      minItems: 1,
      maxItems: 1000,
      description: 'Files and folders, "." for all. No patterns.',
    },
    dryRun: { type: 'boolean', default: false, description: 'Only tell what would be staged.' },
  },
  required: ['files'],
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: {
    staged: { type: 'array', items: { type: 'string' } },
    removed: { type: 'array', items: { type: 'string' } },
    ignored: { type: 'array', items: { type: 'string' }, description: 'By .gitignore: not staged.' },
    dryRun: { type: 'boolean' },
    neutralised,
  },
  required: ['staged', 'removed', 'ignored', 'dryRun', 'neutralised'],
} as const;

export const gitAdd = (repositories: Repositories) =>
  defineTool({
    name: 'git_add',
    title: 'Stage files',
    description: 'Adds file contents to the staging area.',
    icons: addIcon,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    inputSchema: input,
    outputSchema: output,
    async run({ repo_path: place, files, dryRun }, ctx) {
      const repository = await repositories.open(place, ctx);
      const paths = files.map((file) => toTreePath(file, repository.topLevel, 'files'));
      const options: Option[] = ['--verbose', ...(dryRun ? (['--dry-run'] as const) : [])];
      const { signal } = ctx;
      const command = { name: 'add', options, operands: ['--' as const, ...paths] };
      const added = await repository.change(signal, (run) => run({ command, signal, answers: [1] }));
      const ignored = ignoredIn(added.errors);
      if (added.code !== 0 && (ignored.length === 0 || added.text === ''))
        throw toFailure('add', added.errors);
      const [staged, removed] = ['add', 'remove'].map((verb) => filesOf(added.text, verb));
      return new ToolResult({
        content: [text(toText(added.text, ignored, dryRun))],
        structuredContent: {
          staged: staged ?? [],
          removed: removed ?? [],
          ignored,
          dryRun,
          neutralised: (await repository.trust('write', signal)).neutralised,
        },
      });
    },
  });

const toText = (listed: string, ignored: readonly string[], dryRun: boolean): string => {
  const note = ignored.length === 0 ? '' : `\nIgnored by .gitignore, so not staged: ${ignored.join(', ')}`;
  if (dryRun) return `${listed.trimEnd() || 'Nothing to stage'}${note}`;
  return `Files staged successfully${note}`;
};

// A sentence, then one path per line. The others are staged.
const ignoredIn = (errors: string): string[] => {
  const [, listed = ''] = /^The following paths are ignored by .*\n([^]*)/m.exec(errors) ?? [];
  return splitLines(listed).filter((line) => !line.startsWith('hint: '));
};

// `add 'src/main.ts'`: git quotes nothing here.
const filesOf = (listed: string, verb: string): string[] =>
  splitLines(listed)
    .filter((line) => line.startsWith(`${verb} '`))
    .map((line) => line.slice(verb.length + 2, -1));
