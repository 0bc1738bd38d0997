// The script of a search thread: opens trees by the rules of the request that searches.
import { dirname, relative, sep } from 'node:path';
import { isInside } from '@mcp/directories';
import { type Scope, type ScopeRules, holdReal, openTree } from '@mcp/files';
import { replaceText as replace, type ReplaceTask } from '../edit/replace-text.ts';
import { toAnswer, type Answer } from '../failure.ts';
import { createScope } from '../sandbox/deny.ts';
import * as contents from './contents.ts';
import { IgnoreRules } from './ignore-rules.ts';
import * as names from './names.ts';
import { Progress } from './progress.ts';
import * as tree from './tree.ts';
import { readIgnoreFile, type SearchPlace, type StartRules } from './walk.ts';

/** One search, as it is sent to the thread. */
export interface SearchTask<Query> {
  readonly rules: ScopeRules;
  /** The start, as the caller wrote it. */
  readonly path: string;
  /** Skip `.git` and the names in .gitignore files. */
  readonly gitignore: boolean;
  readonly query: Query;
  /** The search ends with what it has after this time. */
  readonly maxMs: number;
  readonly progress: SharedArrayBuffer;
}

const serve =
  <Query, Result>(search: (query: Query, place: SearchPlace) => Result | Promise<Result>) =>
  (task: SearchTask<Query>): Promise<Answer<Result>> =>
    toAnswer(async () => {
      const { path, query, gitignore, maxMs } = task;
      const scope = createScope(task.rules);
      using source = openTree(scope, path);
      return await search(query, {
        start: source.path,
        source,
        progress: new Progress(maxMs, task.progress),
        gitignore: gitignore ? rulesAbove(scope, source.path) : undefined,
      });
    });

/** See `searchNames` of names.ts. */
export const searchNames = serve(names.searchNames);
/** See `searchContents` of contents.ts. */
export const searchContents = serve(contents.searchContents);
/** See `replaceText` of replace-text.ts. */
export const replaceText = serve((task: ReplaceTask, { progress }) => {
  progress.reading(task.path);
  progress.matching();
  return replace(task);
});
/** See `buildTree` of tree.ts. */
export const buildTree = serve(tree.buildTree);

/**
 * The rules of the .gitignore files above a directory, up to the top of its repository. Nothing outside the allowed
 * directories is read. A search that starts in an ignored directory is meant: rules above do not count there.
 */
const rulesAbove = (scope: Scope, start: string): StartRules => {
  const allowed = scope.directories.map(({ path }) => path).filter((path) => isInside(path, start));
  const highest = allowed.toSorted((a, b) => a.length - b.length)[0] ?? start;
  const above: string[] = [];
  let top = start;
  while (top !== highest && !isThere(scope, `${top}${sep}.git`)) {
    top = dirname(top);
    above.unshift(top);
  }
  using source = openTree(scope, top);
  let rules = new IgnoreRules();
  for (const directory of above) {
    const path = toPath(relative(top, directory));
    try {
      rules = rules.with(path, readIgnoreFile(source, path));
    } catch {
      // Like git, ignore a .gitignore file that is missing or cannot be read.
    }
  }
  const path = toPath(relative(top, start));
  return { rules: path !== '' && rules.ignores(path, true) ? new IgnoreRules() : rules, start: path };
};

const toPath = (path: string): string => path.split(sep).join('/');

const isThere = (scope: Scope, path: string): boolean => {
  try {
    scope.check(path, path);
    holdReal(scope.rules.anchoring, path)[Symbol.dispose]();
    return true;
  } catch {
    return false;
  }
};
