// Builds a directory tree as indented names, upper levels first, so that a limit cuts the deepest ones.
import { type Entry, oneLine } from '@mcp/files';
import { toGlobSet } from '../glob.ts';
import { joinPath, Walk, type SearchTarget, type WalkReport } from './walk.ts';

/** A tree to build, as plain data for a thread. */
export interface TreeQuery {
  /** Globs of entries to skip. One without a slash matches at any depth. */
  readonly excludePatterns?: readonly string[] | undefined;
  /** 1 shows only the entries of the start. */
  readonly maxDepth: number;
  readonly maxEntries: number;
  readonly maxBytes: number;
}

export interface BuiltTree extends WalkReport {
  /** One line per entry, indented by two spaces per level. Directories end with `/`. */
  readonly text: string;
  readonly shown: number;
  /** Number of directories with entries that are not shown because of a limit. They end with `/ …`. */
  readonly truncated: number;
  /** The limit to raise to see more; undefined if the answer is full or the time was up. */
  readonly limit: 'limit' | 'maxDepth' | undefined;
}

const INDENT = '  ';
const CUT = '/ …';

/**
 * Builds the tree below the start.
 *
 * @throws {FileError} `invalid_glob` for an invalid glob.
 */
export const buildTree = (query: TreeQuery, target: SearchTarget): BuiltTree => {
  const { excludePatterns = [], maxDepth, maxEntries, maxBytes } = query;
  const walk = new Walk({ ...target, unwanted: toGlobSet(excludePatterns), maxDepth, order: 'breadth' });
  const shown: { readonly path: string; readonly text: string; readonly isDirectory: boolean }[] = [];
  /** Directories not entered yet. */
  const waiting = new Set(['']);
  const cut = new Set<string>();
  let bytes = 0;
  const add = (path: string, { name, type }: Entry): boolean => {
    const isDirectory = type === 'directory';
    const text = INDENT.repeat(path.split('/').length - 1) + toName(name);
    bytes += Buffer.byteLength(text) + (isDirectory ? Buffer.byteLength(CUT) : 0) + 1;
    if (shown.length >= maxEntries || bytes > maxBytes) return false;
    shown.push({ path, text, isDirectory });
    if (isDirectory) waiting.add(path);
    return true;
  };
  let isFull = false;
  for (const { path, entries } of walk.visits()) {
    waiting.delete(path);
    isFull = !entries.every((entry) => add(joinPath(path, entry.name), entry));
    target.progress.count(walk.report.scanned, shown.length);
    if (!isFull) continue;
    cut.add(path);
    break;
  }
  const isEnded = isFull || walk.next !== undefined;
  for (const path of waiting) if (isEnded || path.split('/').length === maxDepth) cut.add(path);
  const fullBy = shown.length >= maxEntries ? 'limit' : undefined;
  const cutBy = cut.size > 0 ? 'maxDepth' : undefined;
  const lines = shown
    .map((line) => ({ ...line, order: line.path.replaceAll('/', '\0') }))
    .toSorted((a, b) => (a.order < b.order ? -1 : 1))
    .map(({ path, text, isDirectory }) => `${text}${isDirectory ? (cut.has(path) ? CUT : '/') : ''}`);
  return {
    ...{ text: lines.join('\n'), shown: shown.length, truncated: cut.size },
    ...{ limit: isEnded ? fullBy : cutBy, ...walk.report },
  };
};

/** Quotes a name that would look like another level of the tree or like a mark. */
const toName = (name: string): string => oneLine(/^[\s"]|[\s…]$/.test(name) ? JSON.stringify(name) : name);
