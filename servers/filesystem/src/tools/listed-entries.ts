// Directory entries in answers: as structured content and as lines, cut to fit.
import { type Entry, oneLine } from '@mcp/files';

/** An entry in an answer. Directories have no size; `symlink` is the target of a link, if that is inside. */
export interface ListedEntry extends Entry {
  readonly size?: number;
  readonly mtime?: string;
  readonly symlink?: string;
}

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

/** Bytes of `{"name":"","type":"directory"},`, the longest entry without name and details. */
const FRAME_BYTES = 31;

/** Returns the first entries that fit into `maxBytes` as JSON, or as lines with a longer frame; at least one. */
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

export const withDetails = (line: string, { size, mtime, symlink, sameAs }: Details): string => {
  const details = [
    ...(size === undefined ? [] : [`${size} bytes`]),
    ...(mtime === undefined ? [] : [mtime]),
    ...(symlink === undefined ? [] : [`link to ${oneLine(symlink)}`]),
    ...(sameAs === undefined ? [] : [`same as ${oneLine(sameAs)}`]),
  ];
  return details.length === 0 ? line : `${line} (${details.join(', ')})`;
};
