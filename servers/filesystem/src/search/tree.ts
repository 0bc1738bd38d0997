// Builds a directory tree as indented names, the upper levels first, so that a limit cuts the deepest ones.
import { type Entry, oneLine } from '@mcp/files';
import { toGlobSet } from '../glob.ts';
import { joinPath, Walk, type SearchPlace, type WalkReport } from './walk.ts';

/** What to build. Plain data, so that it can be sent to another thread. */
export interface TreeQuery {
  /** Globs, compared with the path below the start. One without a slash matches at any depth. */
  readonly excludePatterns?: readonly string[] | undefined;
  /** 1: only the entries of the start. */
  readonly maxDepth: number;
  readonly maxEntries: number;
  /** Of the text. */
  readonly maxBytes: number;
}

/** What was built. */
export interface BuiltTree extends WalkReport {
  /** A line for each entry, with two spaces more than its directory, whose name ends with `/`. */
  readonly text: string;
  /** How many entries it shows. */
  readonly shown: number;
  /** Directories of which not all entries are shown, because of a limit. They end with `/ …`. */
  readonly truncated: number;
  /** The limit to raise to see more; undefined when the answer has no room, or the time was over. */
  readonly limit: 'limit' | 'maxDepth' | undefined;
}

const INDENT = '  ';
/** What may be behind the name of a directory. */
const CUT = '/ …';

/**
 * Builds the tree below the start of the source.
 *
 * @throws {FileError} `invalid_glob` when a glob cannot be used.
 */
export const buildTree = (query: TreeQuery, place: SearchPlace): BuiltTree => {
  const { excludePatterns = [], maxDepth, maxEntries, maxBytes } = query;
  const walk = new Walk({ ...place, unwanted: toGlobSet(excludePatterns), maxDepth, order: 'breadth' });
  const shown: { readonly path: string; readonly text: string; readonly isDirectory: boolean }[] = [];
  /** Directories that were not entered so far. */
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
    place.progress.count(walk.report.scanned, shown.length);
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

/** A name that would look like another place in the tree, or like a mark, is quoted. */
const toName = (name: string): string => oneLine(/^[\s"]|[\s…]$/.test(name) ? JSON.stringify(name) : name);
