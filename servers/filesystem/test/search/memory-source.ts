// Memory source: a file tree in memory to walk.
import type { Entry } from '@mcp/files';
import { PIECE_BYTES } from '@mcp/files/test/inside';
import { IgnoreRules } from '../../src/search/ignore-rules.ts';
import type { SearchTarget, SearchSource } from '../../src/search/walk.ts';
import { Progress } from '../../src/search/progress.ts';

export interface MemoryOptions {
  /** Directories and files that cannot be read. */
  readonly closed?: readonly string[];
  readonly onList?: (path: string) => void;
}

export const memorySource = (
  files: ReadonlyMap<string, string | Buffer>,
  { closed = [], onList }: MemoryOptions = {},
): SearchSource => ({
  list: (path) => {
    onList?.(path);
    if (closed.includes(path)) throw new Error(`${path} is closed`);
    const prefix = path === '' ? '' : `${path}/`;
    const entries = new Map<string, Entry>();
    for (const file of files.keys()) {
      if (!file.startsWith(prefix)) continue;
      const [name = '', ...below] = file.slice(prefix.length).split('/');
      entries.set(name, { name, type: below.length > 0 ? 'directory' : 'file' });
    }
    return [...entries.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  },
  state: (path) => ({ size: files.get(path)?.length ?? 0, mtimeMs: 0 }),
  open: (path) => {
    if (closed.includes(path)) throw new Error(`${path} is closed`);
    const content = Buffer.from(files.get(path) ?? '');
    return {
      read: (offset) => {
        const bytes = content.subarray(offset, offset + PIECE_BYTES);
        return { bytes, isEnd: bytes.length < PIECE_BYTES };
      },
      [Symbol.dispose]: () => {},
    };
  },
});

/** A search root with a minute of time. */
export const placeIn = (source: SearchSource, more: Partial<SearchTarget> = {}): SearchTarget => ({
  start: '',
  source,
  progress: new Progress(60_000),
  ...more,
});

/** The rules at the top of a repository. */
export const TOP = { rules: new IgnoreRules(), start: '' };
