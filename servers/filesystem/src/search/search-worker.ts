// Script of a search thread. It opens trees under the rules of the request.
import { dirname, relative, sep } from 'node:path';
import { isInside } from '@mcp/directories';
import { type Scope, type ScopeRules, anchorReal, openTree } from '@mcp/files';
import { replaceText as replace, type ReplaceTask } from '../edit/replace-text.ts';
import { toAnswer, type Answer } from '../failure.ts';
import { createScope } from '../sandbox/deny.ts';
import * as contents from './contents.ts';
import { IgnoreRules } from './ignore-rules.ts';
import * as names from './names.ts';
import { Progress } from './progress.ts';
import * as tree from './tree.ts';
import { readIgnoreFile, type SearchTarget, type StartRules } from './walk.ts';

export interface SearchTask<Query> {
  readonly rules: ScopeRules;
  /** The caller's spelling of the start. */
  readonly path: string;
  /** Skip `.git` and ignored entries. */
  readonly gitignore: boolean;
  readonly query: Query;
  /** The search ends after this time with what it has found. */
  readonly maxMs: number;
  readonly progress: SharedArrayBuffer;
}

const serve =
  <Query, Result>(search: (query: Query, place: SearchTarget) => Result | Promise<Result>) =>
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

export const searchNames = serve(names.searchNames);
export const searchContents = serve(contents.searchContents);
export const replaceText = serve((task: ReplaceTask, { progress }) => {
  progress.reading(task.path);
  progress.matching();
  return replace(task);
});
export const buildTree = serve(tree.buildTree);

/**
 * Reads the .gitignore rules above a directory, up to the top of its repository but never outside the allowed
 * directories. If the start itself is ignored, the search is intended, so these rules are dropped.
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
      // Like git, skips a .gitignore file that is missing or unreadable.
    }
  }
  const path = toPath(relative(top, start));
  return { rules: path !== '' && rules.ignores(path, true) ? new IgnoreRules() : rules, start: path };
};

const toPath = (path: string): string => path.split(sep).join('/');

const isThere = (scope: Scope, path: string): boolean => {
  try {
    scope.check(path, path);
    anchorReal(scope.rules.anchoring, path)[Symbol.dispose]();
    return true;
  } catch {
    return false;
  }
};
