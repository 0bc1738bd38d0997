// git_ls_files: the files that git keeps, of the index or of a commit.
import { defineTool, readsOnly, type Tool } from '@mcp/runtime';
import { filesIcon } from '../icons.ts';
import { Budget } from '../read/budget.ts';
import { Records } from '../read/records.ts';
import { toRevision, type Command } from '../repository/arguments.ts';
import { hasBytes, shownName } from '../repository/names.ts';
import type { Repositories } from '../repository/repositories.ts';
import { answer, pathList, repoPath, strings } from './shared.ts';

const input = {
  type: 'object',
  properties: {
    repo_path: repoPath,
    paths: { ...pathList, default: [], description: 'Only these files, and the files in these folders.' },
    revision: { type: 'string', description: 'The files of this commit. Default: those of the index.' },
    skip: { type: 'integer', minimum: 0, default: 0, description: 'nextSkip of the page before.' },
  },
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: {
    files: strings,
    nextSkip: { type: 'integer', description: 'Where the next page begins.' },
  },
  required: ['files'],
} as const;

export const gitLsFiles = (repositories: Repositories): Tool =>
  defineTool({
    name: 'git_ls_files',
    title: 'Files',
    description: 'List tracked files, from the index or from a commit.',
    icons: filesIcon,
    annotations: readsOnly,
    inputSchema: input,
    outputSchema: output,
    aliases: { path: 'paths', files: 'paths', ref: 'revision', commit: 'revision' },
    async run({ repo_path: place, paths, revision, skip }, ctx) {
      using repository = await repositories.open(place, ctx);
      const inner = repository.toPaths(paths, 'paths');
      // To list the files of a commit, git takes no name that is not UTF-8.
      const isByGit = revision === undefined || !inner.some(hasBytes);
      const isWanted = (file: string): boolean =>
        isByGit || inner.some((path) => path === '.' || file === path || file.startsWith(`${path}/`));
      const command: Command =
        revision === undefined
          ? { name: 'ls-files', options: ['--cached', '--deduplicate', '-z'], operands: ['--', ...inner] }
          : {
              name: 'ls-tree',
              options: ['-r', '-z', '--name-only', '--full-tree'],
              operands: [
                '--end-of-options',
                toRevision(revision, 'revision'),
                ...(isByGit ? inner.filter((path) => path !== '.') : []),
              ],
            };
      const files: string[] = [];
      const budget = new Budget(repository.options.maxOutputBytes);
      let seen = 0;
      let isFull = false;
      const records = new Records((path) => {
        if (!isWanted(path)) return;
        seen += 1;
        if (seen <= skip || isFull) return;
        const file = shownName(path);
        // The first one always: else a page could be empty.
        isFull = !budget.take(`${file}\n`) && files.length > 0;
        if (!isFull) files.push(file);
      });
      await repository.stream(command, (chunk) => {
        records.add(chunk);
        return !isFull;
      });
      const next = skip + files.length;
      return answer(
        files.join('\n') || 'No files match.',
        { files, nextSkip: isFull ? next : undefined },
        isFull ? [`[There are more files. Go on with skip ${next}.]`] : [],
      );
    },
  });
