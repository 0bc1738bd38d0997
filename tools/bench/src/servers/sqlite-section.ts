// SQLite: our server, a peer, a minimal loop with the database in its process, and the shell, as multiples of the loop.
import { compare } from '../comparison/comparison.ts';
import { describePeer, limitLane, ourLane, peerLane } from '../comparison/lanes.ts';
import { limit } from '../comparison/row.ts';
import type { Options } from '../options.ts';
import type { Section } from '../report/section.ts';
import { installedVersion } from '../runtime/lanes.ts';
import { dbhub, rowsFor, shell } from './sqlite.ts';
import { makeWorld } from './sqlite-database.ts';

// By itself ours returns 1,000 rows and 40,000 characters at once.
const bounds = ['--max-rows', '20000', '--max-output-chars', '0'];

export async function measureSqlite(options: Options): Promise<readonly Section[]> {
  using world = makeWorld();
  const { database } = world;
  const lanes = [
    limitLane('sqlite', [database]),
    ourLane('sqlite', ['--db-path', database, ...bounds]),
    peerLane(dbhub, ['--transport', 'stdio', '--dsn', `sqlite://${database}`]),
  ];
  const programs = `better-sqlite3 ${installedVersion('better-sqlite3')}; shell: ${shell ?? 'not installed'}`;
  const title = `${describePeer(dbhub)}; ${programs}`;
  return [
    await compare(
      { name: 'sqlite', title, lanes, base: limit, rows: rowsFor(world), mostStart: 1.6 },
      options,
    ),
  ];
}
