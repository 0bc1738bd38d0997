// What the tools that list a directory share: entries as structured content and as lines, cut to what fits an answer.
import { type Entry, oneLine } from '@mcp/files';

/** An entry as tools list it. Size in bytes, not of directories; `symlink` is where a link inside leads. */
export interface ListedEntry extends Entry {
  readonly size?: number;
  readonly mtime?: string;
  readonly symlink?: string;
}

/** The schema of `entries` in an answer. */
export const ENTRIES = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      name: { type: 'string' },
      type: { type: 'string' },
      size: { type: 'integer' },
      mtime: { type: 'string' },
      symlink: { type: 'string' },
    },
    required: ['name', 'type'],
  },
} as const;

/** Of `{"name":"","type":"directory"},`, the longest without further members. */
const FRAME_BYTES = 31;

/** Returns the first entries whose JSON, or lines with a longer frame, take up to `maxBytes`; at least one. */
export const firstFitting = <E extends ListedEntry>(
  entries: readonly E[],
  maxBytes: number,
  frame = FRAME_BYTES,
): readonly E[] => {
  let bytes = 0;
  const end = entries.findIndex((entry, index) => {
    bytes += frame + Buffer.byteLength(entry.name) + detailBytes(entry);
    return bytes > maxBytes && index > 0;
  });
  return end < 0 ? entries : entries.slice(0, end);
};

const detailBytes = ({ size, mtime, symlink }: ListedEntry): number => {
  const hasDetails = size !== undefined || mtime !== undefined || symlink !== undefined;
  return hasDetails ? Buffer.byteLength(JSON.stringify({ size, mtime, symlink })) : 0;
};

/** `[DIR] name` or `[FILE] name`. */
export const toLine = ({ name, type }: ListedEntry): string =>
  `${type === 'directory' ? '[DIR]' : '[FILE]'} ${oneLine(name)}`;

interface Details extends Pick<ListedEntry, 'size' | 'mtime' | 'symlink'> {
  readonly sameAs?: string;
}

/** Appends what is known of an entry to its line, in parentheses. */
export const withDetails = (line: string, { size, mtime, symlink, sameAs }: Details): string => {
  const details = [
    ...(size === undefined ? [] : [`${size} bytes`]),
    ...(mtime === undefined ? [] : [mtime]),
    ...(symlink === undefined ? [] : [`link to ${oneLine(symlink)}`]),
    ...(sameAs === undefined ? [] : [`same as ${oneLine(sameAs)}`]),
  ];
  return details.length === 0 ? line : `${line} (${details.join(', ')})`;
};
