// Filesystem: our server, the official one, a minimal loop and the raw tools, as multiples of the loop.
import { compare } from '../comparison/comparison.ts';
import { describePeer } from '../comparison/lanes.ts';
import { parseOptions } from '../comparison/options.ts';
import { limit } from '../comparison/row.ts';
import { lanesFor, official } from './lanes.ts';
import { rowsFor, searcher } from './rows.ts';
import { makeWorld } from './world.ts';

const options = parseOptions();
using world = makeWorld();
const title = `${describePeer(official)}; contents by ${searcher}`;
await compare(
  { name: 'filesystem', title, lanes: lanesFor(world.root), base: limit, rows: rowsFor(world) },
  options,
);
