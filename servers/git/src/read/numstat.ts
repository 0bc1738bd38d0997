// Changed files with line counts, from `--numstat -z`.
import type { FromSchema } from '@mcp/runtime';
import { shownName } from '@mcp/git';

/** A changed file. */
export const changedFileSchema = {
  type: 'object',
  properties: {
    path: { type: 'string' },
    old_path: { type: 'string', description: 'Where it was before.' },
    additions: { type: 'integer' },
    deletions: { type: 'integer' },
    binary: { const: true },
  },
  required: ['path', 'additions', 'deletions'],
} as const;

export type ChangedFile = FromSchema<typeof changedFileSchema>;

/** Reads records: one for a file, three for a moved one. Returns whether the record belongs to a file. */
export const readNumstat = (onFile: (file: ChangedFile) => void): ((record: string) => boolean) => {
  /** Counts and old path of a moved file. */
  let moved: readonly string[] = [];
  return (record) => {
    const [movedCounts, oldPath] = moved;
    if (movedCounts !== undefined) {
      moved = oldPath === undefined ? [movedCounts, record] : [];
      if (oldPath !== undefined) onFile(toFile(movedCounts, record, oldPath));
      return true;
    }
    const [, counts, path] = /^\n?((?:\d+|-)\t(?:\d+|-))\t([^]*)$/.exec(record) ?? [];
    if (counts === undefined || path === undefined) return false;
    if (path === '') moved = [counts];
    else onFile(toFile(counts, path));
    return true;
  };
};

const toFile = (counts: string, path: string, oldPath?: string): ChangedFile => {
  const [additions = '', deletions = ''] = counts.split('\t');
  return {
    path: shownName(path),
    ...(oldPath === undefined ? {} : { old_path: shownName(oldPath) }),
    additions: Number(additions) || 0,
    deletions: Number(deletions) || 0,
    ...(additions === '-' ? { binary: true as const } : {}),
  };
};

/** Formats a file like `git log --numstat`. */
export const toFileLine = ({
  path,
  old_path: oldPath,
  additions,
  deletions,
  binary,
}: ChangedFile): string => {
  const counts = binary === true ? '-\t-' : `${additions}\t${deletions}`;
  return `${counts}\t${oldPath === undefined ? '' : `${oldPath} => `}${path}\n`;
};
