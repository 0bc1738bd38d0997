// Fetch: our server, a peer, and undici without anything around it, as multiples of that.
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type TestClient } from '@mcp/runtime/testing';
import { compare, type Lane, roundsOf } from '../comparison/comparison.ts';
import { describePeer, limitLane, ourLane, peerLane } from '../comparison/lanes.ts';
import { type Call, limit, ours } from '../comparison/row.ts';
import type { Options } from '../options.ts';
import { formatNumber, type Section } from '../report/section.ts';
import { summarize } from '../report/statistics.ts';
import { installedVersion } from '../runtime/lanes.ts';
import { conversionOf, rowsFor, zcaceres } from './fetch.ts';
import { makeWorld, type World } from './fetch-site.ts';

const mostBlockMs = 20;
/** The peer takes seconds for each. */
const mostRounds = 3;
const mostStart = 1.6;
const pauseMs = 1;

/** How long a server does not react while it converts a page: the longest wait for the answer to a ping. */
async function longestPing(client: TestClient, { tool, args, expected }: Call, n: number): Promise<number> {
  const done = new AbortController();
  const call = client
    .request('tools/call', { name: tool, arguments: { ...args(n) } })
    .finally(() => done.abort());
  let longest = 0;
  while (!done.signal.aborted) {
    const start = performance.now();
    await client.request('ping');
    longest = Math.max(longest, performance.now() - start);
    await sleep(pauseMs);
  }
  const answer = JSON.stringify(await call);
  if (!answer.includes(expected)) throw new Error(`Wrong answer of ${tool}: ${answer.slice(0, 300)}`);
  return longest;
}

/** One value for each round; the first one warms up. */
async function measureBlocks(
  { name, launch }: Lane,
  world: World,
  rounds: number,
): Promise<readonly number[]> {
  const program = { command: process.execPath, args: launch.args };
  await using client = await connect(program, { revision: '2025-11-25' });
  const call = conversionOf(world, name === zcaceres.name ? 'fetch_readable' : 'fetch');
  const longest: number[] = [];
  for (let n = 0; n <= rounds; n++) longest.push(await longestPing(client, call, n));
  return longest.slice(1);
}

export async function measureFetch(options: Options): Promise<readonly Section[]> {
  await using world = await makeWorld();
  const lanes = [
    limitLane('fetch', []),
    ourLane('fetch', ['--allow-cidr', '127.0.0.0/8']),
    peerLane(zcaceres, []),
  ];
  const title = `undici ${installedVersion('undici')}; ${describePeer(zcaceres)}`;
  const rows = rowsFor(world);
  const section = await compare({ name: 'fetch', title, lanes, base: limit, rows, mostStart }, options);
  const blocks = new Map<string, readonly number[]>();
  for (const lane of lanes)
    blocks.set(lane.name, await measureBlocks(lane, world, Math.min(roundsOf(options), mostRounds)));
  const medianOf = (lane: string): number => summarize(blocks.get(lane))?.median ?? Number.NaN;
  // That of the limit, which converts nothing, tells how exact this is.
  const waits = lanes.map(({ name }) => `${name} ${formatNumber(medianOf(name))} ms`).join('; ');
  const measured = summarize(blocks.get(ours));
  const aim = { text: `event loop blocked at most ${mostBlockMs} ms`, most: mostBlockMs, measured };
  return [
    {
      ...section,
      notes: [...section.notes, `Longest wait for a ping while 1 MB of HTML is converted: ${waits}.`],
      aims: [...section.aims, aim],
    },
  ];
}
