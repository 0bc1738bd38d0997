// Builds a directory tree as JSON, the upper levels first, so that a limit cuts the deepest ones.
import { checkGlobLength, GlobSet } from '../glob.ts';
import { joinPath, Walk, type SearchPlace, type WalkReport } from './walk.ts';

/** What to build. Plain data, so that it can be sent to another thread. */
export interface TreeQuery {
  /** Globs, compared with the path below the start. One without `*` is also a name anywhere in the tree. */
  readonly excludePatterns?: readonly string[] | undefined;
  /** 1: only the entries of the start. */
  readonly maxDepth: number;
  readonly maxEntries: number;
  /** Of the JSON. */
  readonly maxChars: number;
}

/** What was built. */
export interface BuiltTree extends WalkReport {
  /** A JSON array with one line for each entry. */
  readonly json: string;
  /** How many entries it shows. */
  readonly shown: number;
  /** Directories of which not all entries are shown, because of a limit. They have `"truncated": true`. */
  readonly truncated: number;
}

/** A directory has children, perhaps none. Whatever is no directory counts as a file. */
interface Node {
  readonly name: string;
  /** 0 for the start. */
  readonly depth: number;
  readonly children?: Node[];
  isTruncated?: boolean;
}

/** A line of a file, and those of a directory. Names count as they are in JSON. */
const FILE_CHARS = '{"name":,"type":"file"},\n'.length;
const DIRECTORY_CHARS = '{"name":,"type":"directory","children":[\n],"truncated":true},\n'.length;

/**
 * Builds the tree below the start of the source.
 *
 * @throws {FileError} `invalid_glob` when a glob cannot be used.
 */
export const buildTree = (query: TreeQuery, place: SearchPlace): BuiltTree => {
  const { excludePatterns = [], maxDepth, maxEntries, maxChars } = query;
  checkGlobLength(excludePatterns);
  const unwanted = new GlobSet(excludePatterns.map(anywhere));
  const walk = new Walk({ ...place, unwanted, maxDepth, order: 'breadth' });
  const top: Node = { name: '', depth: 0, children: [] };
  /** Directories without entries so far, by their path. */
  const waiting = new Map([['', top]]);
  let shown = 0;
  let chars = 0;
  let isFull = false;
  for (const { path, depth, entries } of walk.visits()) {
    const parent = waiting.get(path) ?? top;
    waiting.delete(path);
    for (const { name, type } of entries) {
      const isDirectory = type === 'directory';
      chars += JSON.stringify(name).length + (isDirectory ? DIRECTORY_CHARS : FILE_CHARS);
      isFull = shown >= maxEntries || chars > maxChars;
      if (isFull) break;
      shown++;
      const node: Node = isDirectory ? { name, depth, children: [] } : { name, depth };
      parent.children?.push(node);
      if (isDirectory) waiting.set(joinPath(path, name), node);
    }
    place.progress.count(walk.report.scanned, shown);
    if (!isFull) continue;
    parent.isTruncated = true;
    break;
  }
  for (const node of waiting.values())
    if (isFull || walk.next !== undefined || node.depth === maxDepth) node.isTruncated = true;
  const lines: string[] = [];
  const truncated = write(top.children ?? [], lines) + (top.isTruncated === true ? 1 : 0);
  const json = shown === 0 ? '[]' : ['[', ...lines, ']'].join('\n');
  return { json, shown, truncated, ...walk.report };
};

/** Writes nodes without indentation, which would grow with the depth. Returns how many are truncated. */
const write = (nodes: readonly Node[], lines: string[]): number => {
  let truncated = 0;
  for (const [i, { name, children, isTruncated = false }] of nodes.entries()) {
    const comma = i + 1 < nodes.length ? ',' : '';
    const quoted = JSON.stringify(name);
    if (children === undefined) {
      lines.push(`{"name":${quoted},"type":"file"}${comma}`);
      continue;
    }
    const start = `{"name":${quoted},"type":"directory","children":[`;
    const end = `]${isTruncated ? ',"truncated":true' : ''}}${comma}`;
    if (isTruncated) truncated++;
    if (children.length === 0) {
      lines.push(start + end);
      continue;
    }
    lines.push(start);
    truncated += write(children, lines);
    lines.push(end);
  }
  return truncated;
};

// As the official server has it.
const anywhere = (pattern: string): string => (pattern.includes('*') ? pattern : `**/${pattern}`);
