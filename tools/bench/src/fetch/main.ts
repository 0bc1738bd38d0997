// Fetch: our server, a peer, and undici without anything around it, as multiples of that.
import { compare, type Finding } from '../comparison/comparison.ts';
import { describePeer } from '../comparison/lanes.ts';
import { parseOptions } from '../comparison/options.ts';
import { limit, ours } from '../comparison/row.ts';
import { formatNumber } from '../report/print.ts';
import { summarize } from '../report/statistics.ts';
import { installedVersion } from '../variants.ts';
import { measureBlocks } from './event-loop.ts';
import { lanes, zcaceres } from './lanes.ts';
import { conversionOf, rowsFor } from './rows.ts';
import { makeWorld, type World } from './world.ts';

const mostBlockMs = 20;
/** The peer takes seconds for each. */
const mostRounds = 3;
const mostStart = 1.6;

const toolOf = (lane: string): string => (lane === zcaceres.name ? 'fetch_readable' : 'fetch');

/** That of the limit, which converts nothing, tells how exact this is. */
async function compareBlocks(world: World, rounds: number): Promise<Finding> {
  const blocks = new Map<string, readonly number[]>();
  for (const { name, launch } of lanes)
    blocks.set(
      name,
      await measureBlocks(launch, conversionOf(world, toolOf(name)), Math.min(rounds, mostRounds)),
    );
  const median = (name: string): string => formatNumber(summarize(blocks.get(name))?.median ?? Number.NaN);
  const names = [limit, ours, zcaceres.name].map((name) => `${name} ${median(name)} ms`);
  const measured = summarize(blocks.get(ours));
  return {
    text: `Longest wait for a ping while 1 MB of HTML is converted: ${names.join('; ')}.`,
    aims: [{ text: `event loop blocked at most ${mostBlockMs} ms`, most: mostBlockMs, measured }],
  };
}

const options = parseOptions();
await using world = await makeWorld();
const title = `undici ${installedVersion('undici')}; ${describePeer(zcaceres)}`;
const also = (rounds: number): Promise<Finding> => compareBlocks(world, rounds);
await compare({ name: 'fetch', title, lanes, base: limit, rows: rowsFor(world), mostStart, also }, options);
