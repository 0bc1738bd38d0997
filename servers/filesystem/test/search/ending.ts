// Ending process: searches, or cancels an endless search, and then has nothing left to do.
import { SearchPool } from '../../src/search/pool.ts';
import { ENDLESS, search } from './search-in.ts';

const [where = '', state] = process.argv.slice(2);
const pool = new SearchPool({ matchMs: 600_000 });
const controller = new AbortController();
const query = state === 'idle' ? { text: '!' } : ENDLESS;
const found = search(pool, where, { query, signal: controller.signal });
if (state !== 'idle') controller.abort();
process.stdout.write(
  await found.then(
    ({ matches }) => `found ${matches.length}`,
    () => 'cancelled',
  ),
);
