// Content search: uses a pool without a server.
import type { ContentQuery } from '../../src/search/contents.ts';
import type { SearchPool } from '../../src/search/pool.ts';
import { optionsFor } from '../setup.ts';

/** Practically endless in a long line of the letter a. */
export const ENDLESS: Partial<ContentQuery> = { text: '(a+)+$b', isRegex: true };

interface More {
  readonly query?: Partial<ContentQuery>;
  readonly signal?: AbortSignal;
  readonly path?: string;
}

/** Searches a directory, by default for x. */
export const search = (
  pool: SearchPool,
  directory: string,
  { query, signal = new AbortController().signal, path = directory }: More = {},
) => {
  const { directories, roots: _, ...policy } = optionsFor([directory]).policy;
  return pool.run('searchContents', {
    rules: { ...policy, directories, denyBases: [directory] },
    path,
    gitignore: false,
    query: {
      text: 'x',
      isRegex: false,
      isCaseSensitive: true,
      contextLines: 0,
      maxMatches: 100,
      maxBytes: 100_000,
      ...query,
    },
    signal,
  });
};
