// Builds a directory tree as JSON, the upper levels first, so that a limit cuts the deepest ones.
import type { Entry } from '../files/state.ts';
import { checkGlobs, GlobSet } from '../glob.ts';
import { oneLine } from '../text/one-line.ts';
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
  /** The limit to raise to see more; undefined when the answer has no room, or the time was over. */
  readonly limit: 'maxEntries' | 'maxDepth' | undefined;
}

/** A directory has children, perhaps none. Whatever is no directory counts as a file. */
interface Node {
  readonly name: string;
  readonly type: 'file' | 'directory';
  readonly children?: Node[];
  truncated?: true;
}

/** A file, and a directory, without its name. */
const FILE_CHARS = '{"name":,"type":"file"},\n'.length;
const DIRECTORY_CHARS = '{"name":,"type":"directory","children":[],"truncated":true},\n'.length;

/**
 * Builds the tree below the start of the source.
 *
 * @throws {FileError} `invalid_glob` when a glob cannot be used.
 */
export const buildTree = (query: TreeQuery, place: SearchPlace): BuiltTree => {
  const { excludePatterns = [], maxDepth, maxEntries, maxChars } = query;
  checkGlobs(excludePatterns);
  const unwanted = new GlobSet(excludePatterns.map(anywhere));
  const walk = new Walk({ ...place, unwanted, maxDepth, order: 'breadth' });
  const top: Node = { name: '', type: 'directory', children: [] };
  /** Directories without entries so far, by their path. */
  const waiting = new Map([['', top]]);
  let shown = 0;
  let chars = '[\n]'.length;
  let truncated = 0;
  const truncate = (node: Node): void => {
    node.truncated = true;
    truncated++;
  };
  const add = (directory: Node, { name, type }: Entry, path: string): boolean => {
    const isDirectory = type === 'directory';
    chars += JSON.stringify(name).length + (isDirectory ? DIRECTORY_CHARS : FILE_CHARS);
    if (shown >= maxEntries || chars > maxChars) return false;
    shown++;
    const node: Node = isDirectory ? { name, type, children: [] } : { name, type: 'file' };
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
  return { json: toJson(top.children), shown, truncated, limit, ...walk.report };
};

/** Without indentation, which would grow with the depth, but each entry on a line of its own. */
const toJson = (nodes: readonly Node[] | undefined): string =>
  oneLine(JSON.stringify(nodes)).replaceAll('{"name":', '\n{"name":').replace(/\}\]$/, '}\n]');

// As the official server has it.
const anywhere = (pattern: string): string => (pattern.includes('*') ? pattern : `**/${pattern}`);
