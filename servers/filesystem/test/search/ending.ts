// A process that searches, or gives up a search that would never end, and then has nothing more to do.
import { join } from 'node:path';
import { SearchThreads } from '../../src/search/search-threads.ts';

const [where = '', state] = process.argv.slice(2);
const threads = new SearchThreads({ script: join(import.meta.dirname, 'plain-worker.ts'), matchMs: 600_000 });
const controller = new AbortController();
const found = threads.search({
  where,
  query: {
    text: state === 'idle' ? '!' : '(a+)+$b',
    isRegex: state !== 'idle',
    isCaseSensitive: true,
    contextLines: 0,
    maxMatches: 1,
    maxMatchesPerFile: 1,
    maxBytes: 1000,
  },
  maxMs: 600_000,
  signal: controller.signal,
});
if (state !== 'idle') controller.abort();
process.stdout.write(
  await found.then(
    ({ matches }) => `found ${matches.length}`,
    () => 'cancelled',
  ),
);
