// Builds a directory tree as nested nodes, the upper levels first, so that a limit cuts the deepest ones.
import { GlobSet } from '../glob.ts';
import type { Pace } from './pace.ts';
import { Walk, type WalkError } from './walk.ts';
import { joinPath, type WalkSource } from './walk-source.ts';

/** What to build. */
export interface TreeOptions {
  readonly source: WalkSource;
  readonly pace: Pace;
  /** Globs, compared with the path below the start. One without `*` is also a name anywhere in the tree. */
  readonly excludePatterns?: readonly string[] | undefined;
  readonly gitignore?: boolean | undefined;
  /** 1: only the entries of the start. */
  readonly maxDepth?: number | undefined;
  readonly maxEntries?: number | undefined;
  /** About as many bytes of JSON with an indent of two spaces. Default: no limit. */
  readonly maxBytes?: number | undefined;
  readonly onProgress?: ((scanned: number) => void) | undefined;
}

/** A file has no children, a directory always has, perhaps none. Whatever is no directory counts as a file. */
export interface TreeNode {
  readonly name: string;
  readonly type: 'file' | 'directory';
  readonly children?: TreeNode[];
}

/** What was built. */
export interface BuiltTree {
  readonly nodes: readonly TreeNode[];
  readonly scanned: number;
  readonly errors: readonly WalkError[];
  readonly errorCount: number;
  /** The limit of depth, entries or time left something out. */
  readonly isTruncated: boolean;
}

/**
 * Builds the tree below the start of the source.
 *
 * @throws {GlobError} when a glob uses a form that is not supported.
 */
export const buildTree = async (options: TreeOptions): Promise<BuiltTree> => {
  const { excludePatterns = [], maxDepth = Infinity, maxBytes = Infinity, onProgress, ...rest } = options;
  const unwanted = excludePatterns.length > 0 ? new GlobSet(excludePatterns.flatMap(anywhere)) : undefined;
  const walk = new Walk({ ...rest, maxDepth, unwanted, order: 'breadth' });
  const nodes: TreeNode[] = [];
  const childrenOf = new Map([['', nodes]]);
  let isCut = false;
  let bytes = 0;
  for await (const { path, depth, entries } of walk.visits()) {
    const children = childrenOf.get(path) ?? [];
    childrenOf.delete(path);
    for (const { name, type } of entries) {
      bytes += bytesOf(name, type === 'directory', depth);
      if (bytes > maxBytes) break;
      if (type !== 'directory') {
        children.push({ name, type: 'file' });
        continue;
      }
      const node = { name, type, children: [] };
      children.push(node);
      if (depth < maxDepth) childrenOf.set(joinPath(path, name), node.children);
      else isCut = true;
    }
    onProgress?.(walk.scanned);
    if (bytes > maxBytes) break;
  }
  const { scanned, errors, errorCount } = walk;
  return { nodes, scanned, errors, errorCount, isTruncated: isCut || walk.isCut || bytes > maxBytes };
};

/** Each member of a node has a line of its own, indented by two more than the braces around. */
const bytesOf = (name: string, isDirectory: boolean, depth: number): number => {
  const indent = 4 * depth - 2;
  const file = 4 * indent + 36 + Buffer.byteLength(name);
  return isDirectory ? file + 2 * indent + 26 : file;
};

// As the official server has it.
const anywhere = (pattern: string): string[] =>
  pattern.includes('*') ? [pattern] : [pattern, `**/${pattern}`, `**/${pattern}/**`];
