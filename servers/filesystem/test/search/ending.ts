// A process that searches, or gives up a search that would never end, and then has nothing more to do.
import { SearchPool } from '../../src/search/pool.ts';
import { optionsFor } from '../setup.ts';

const [where = '', state] = process.argv.slice(2);
const pool = new SearchPool({ matchMs: 600_000 });
const controller = new AbortController();
const { directories, roots: _, ...policy } = optionsFor([where]).policy;
const found = pool.run('searchContents', {
  rules: { ...policy, directories, denyBases: [where] },
  path: where,
  gitignore: false,
  query: {
    text: state === 'idle' ? '!' : '(a+)+$b',
    isRegex: state !== 'idle',
    isCaseSensitive: true,
    contextLines: 0,
    maxMatches: 1,
    maxChars: 1000,
  },
  signal: controller.signal,
});
if (state !== 'idle') controller.abort();
process.stdout.write(
  await found.then(
    ({ matches }) => `found ${matches.length}`,
    () => 'cancelled',
  ),
);
