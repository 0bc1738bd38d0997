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
  readonly maxChars: number;
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
  readonly limit: 'maxEntries' | 'maxDepth' | undefined;
}

/** A directory has children, perhaps none. */
interface Node {
  readonly name: string;
  readonly depth: number;
  readonly children?: Node[];
  truncated?: true;
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
  const { excludePatterns = [], maxDepth, maxEntries, maxChars } = query;
  const unwanted = toGlobSet(excludePatterns);
  const walk = new Walk({ ...place, unwanted, maxDepth, order: 'breadth' });
  const top: Node = { name: '', depth: -1, children: [] };
  /** Directories without entries so far, by their path. */
  const waiting = new Map([['', top]]);
  let shown = 0;
  let chars = 0;
  let truncated = 0;
  const truncate = (node: Node): void => {
    node.truncated = true;
    truncated++;
  };
  const add = (directory: Node, { name, type }: Entry, path: string): boolean => {
    const isDirectory = type === 'directory';
    const depth = directory.depth + 1;
    const shownName = toName(name);
    chars += depth * INDENT.length + shownName.length + (isDirectory ? CUT.length : 0) + 1;
    if (shown >= maxEntries || chars > maxChars) return false;
    shown++;
    const node: Node = { name: shownName, depth, ...(isDirectory ? { children: [] } : {}) };
    directory.children?.push(node);
    if (isDirectory) waiting.set(path, node);
    return true;
  };
  let isFull = false;
  for (const { path, entries } of walk.visits()) {
    const directory = waiting.get(path) ?? top;
    waiting.delete(path);
    isFull = !entries.every((entry) => add(directory, entry, joinPath(path, entry.name)));
    place.progress.count(walk.report.scanned, shown);
    if (!isFull) continue;
    truncate(directory);
    break;
  }
  const isEnded = isFull || walk.next !== undefined;
  for (const [path, node] of waiting) if (isEnded || path.split('/').length === maxDepth) truncate(node);
  const fullBy = shown >= maxEntries ? 'maxEntries' : undefined;
  const cutBy = truncated > 0 ? 'maxDepth' : undefined;
  const limit = isEnded ? fullBy : cutBy;
  return { text: toLines(top).join('\n'), shown, truncated, limit, ...walk.report };
};

/** A name that would look like another place in the tree, or like a mark, is quoted. */
const toName = (name: string): string => oneLine(/^[\s"]|[\s…]$/.test(name) ? JSON.stringify(name) : name);

// Not by recursion: the depth is that of the tree.
const toLines = (top: Node): string[] => {
  const lines: string[] = [];
  const waiting = (top.children ?? []).toReversed();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const mark = node.truncated === true ? CUT : '/';
    lines.push(`${INDENT.repeat(node.depth)}${node.name}${node.children === undefined ? '' : mark}`);
    waiting.push(...(node.children ?? []).toReversed());
  }
  return lines;
};
