// The script of a search thread: opens trees by the rules of the request that searches.
import { openTree } from '../files/tree.ts';
import { toFailure } from '../failure.ts';
import { Scope, type ScopeRules } from '../sandbox/scope.ts';
import { HeldTree } from './held-tree.ts';
import { serveSearches } from './search-thread.ts';

/** Where to search. Plain data, so that it can be sent to the thread. */
export interface SearchPlace {
  readonly rules: ScopeRules;
  /** As the caller wrote it. */
  readonly path: string;
}

serveSearches((where) => {
  const { rules, path } = where as SearchPlace;
  const scope = new Scope(rules);
  try {
    const tree = openTree(scope, path);
    return rules.anchoring === 'descriptor' ? new HeldTree(tree, scope) : tree;
  } catch (error) {
    throw toFailure(path, error);
  }
});
