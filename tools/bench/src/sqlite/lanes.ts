// The SQLite servers that are compared.
import type { Lane } from '../comparison/comparison.ts';
import { limitLane, ourLane, peerLane } from '../comparison/lanes.ts';
import type { Peer } from '../comparison/lanes.ts';

/** On `node:sqlite`. Others need a native build when they are installed. */
export const dbhub: Peer = { name: 'dbhub', package: '@bytebase/dbhub', script: 'dist/index.js' };

export function lanesFor(database: string): readonly Lane[] {
  // By itself ours returns 1,000 rows and 100 kB at once.
  const bounds = ['--max-rows', '20000', '--max-output-chars', '10000000'];
  return [
    limitLane(import.meta.dirname, [database]),
    ourLane('sqlite', ['--db-path', database, ...bounds]),
    peerLane(dbhub, ['--transport', 'stdio', '--dsn', `sqlite://${database}`]),
  ];
}
