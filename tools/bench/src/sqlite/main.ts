// SQLite: our server, a peer, a minimal loop with the database in its process, and the shell, as multiples of the loop.
import { compare } from '../comparison/comparison.ts';
import { describePeer } from '../comparison/lanes.ts';
import { parseOptions } from '../comparison/options.ts';
import { limit } from '../comparison/row.ts';
import { installedVersion } from '../variants.ts';
import { dbhub, lanesFor } from './lanes.ts';
import { rowsFor, shell } from './rows.ts';
import { makeWorld } from './world.ts';

const options = parseOptions();
using world = makeWorld();
const programs = `better-sqlite3 ${installedVersion('better-sqlite3')}; shell: ${shell ?? 'not installed'}`;
const title = `${describePeer(dbhub)}; ${programs}`;
await compare(
  { name: 'sqlite', title, lanes: lanesFor(world.database), base: limit, rows: rowsFor(world) },
  options,
);
