// Filesystem: our server, the official one, a minimal loop and the raw tools, as multiples of the loop.
import { compare } from '../comparison/comparison.ts';
import { describePeer, limitLane, ourLane, peerLane } from '../comparison/lanes.ts';
import { limit } from '../comparison/row.ts';
import type { Options } from '../options.ts';
import type { Section } from '../report/section.ts';
import { official, rowsFor, searcher } from './filesystem.ts';
import { makeWorld } from './filesystem-files.ts';

/** All have the same tools. */
export async function measureFilesystem(options: Options): Promise<readonly Section[]> {
  using world = makeWorld();
  const args = [world.root];
  const lanes = [limitLane('filesystem', args), ourLane('filesystem', args), peerLane(official, args)];
  const title = `${describePeer(official)}; contents by ${searcher}`;
  return [await compare({ name: 'filesystem', title, lanes, base: limit, rows: rowsFor(world) }, options)];
}
