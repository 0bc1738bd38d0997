// git_ls_files: lists tracked files of the index or of a commit.
import { readsOnly } from '@mcp/runtime';
import { budgetOf } from '../answer.ts';
import { filesIcon } from '../icons.ts';
import { toGoOn } from '../read/page.ts';
import type { ReadingWork } from '../read/records.ts';
import { shownName, toRevision } from '@mcp/git';
import { gitTool } from './frame.ts';
import { pageCursor, toPassed, pathList, strings } from './shared.ts';

export const gitLsFiles = gitTool({
  name: 'git_ls_files',
  title: 'Files',
  description: 'List tracked files, from the index or from a commit.',
  icons: filesIcon,
  annotations: readsOnly,
  properties: {
    paths: { ...pathList, description: 'Files and folders to list.' },
    revision: { type: 'string', description: 'Commit to list. Default: the index.' },
    cursor: pageCursor,
  },
  outputSchema: {
    type: 'object',
    properties: {
      files: strings,
      next_cursor: { type: 'string' },
    },
  },
  async run(repository, { paths = [], revision, cursor }) {
    const skip = toPassed(cursor);
    const inner = repository.toPaths(paths, 'paths');
    const command: ReadingWork =
      revision === undefined
        ? { name: 'ls-files', options: ['--cached', '--deduplicate', '-z'], operands: ['--', ...inner] }
        : {
            name: 'ls-tree',
            options: ['-r', '-z', '--name-only', '--full-tree'],
            operands: [
              '--end-of-options',
              toRevision(revision, 'revision'),
              ...inner.filter((path) => path !== '.'),
            ],
          };
    const files: string[] = [];
    const fits = budgetOf(repository.options.maxOutputBytes);
    let seen = 0;
    let isFull = false;
    const read = (path: string): void => {
      seen += 1;
      if (seen <= skip || isFull) return;
      const file = shownName(path);
      isFull = !fits(`${file}\n`, file);
      if (!isFull) files.push(file);
    };
    await repository.readRecords(command, read, () => isFull);
    const nextCursor = isFull ? String(skip + files.length) : undefined;
    return {
      text: files.join('\n') || 'No files match.',
      data: { files, next_cursor: nextCursor },
      more: toGoOn('files', nextCursor),
    };
  },
});
