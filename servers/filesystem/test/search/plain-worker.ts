// The script of a search thread for tests: `where` is the path of the start.
import { serveSearches } from '../../src/search/search-thread.ts';
import { plainSource } from './plain-source.ts';

serveSearches((where) => plainSource(String(where)));
