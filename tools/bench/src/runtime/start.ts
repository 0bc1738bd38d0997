// Start: from spawning a process to its first answers, as a multiple of an empty Node process.
import { once } from 'node:events';
import { type Launch, spawnNode } from '../client/connection.ts';
import type { Load } from '../client/driver.ts';
import type { Era } from '../client/messages.ts';
import { Session } from '../client/session.ts';
import type { Options } from '../options.ts';
import { Samples } from '../report/samples.ts';
import { type Aim, type Section, toTable } from '../report/section.ts';
import { summarize } from '../report/statistics.ts';
import { effortOf } from './effort.ts';
import { describeLibraries, lanesOver, launchOf, ourLanes } from './lanes.ts';
import { echo, list } from './loads.ts';

/** A server to start and query; the names of the loads are the columns. */
export interface Contender {
  readonly name: string;
  readonly era: Era;
  readonly launch: Launch;
  readonly loads: Readonly<Record<string, Load>>;
}

const bare = 'node -e 0';
/** Two, because the first one that exits normally writes the compile cache. */
const warmUps = 2;

/** Returns the milliseconds that an empty Node process takes to run. */
async function startBare(): Promise<number> {
  const start = performance.now();
  await once(spawnNode({ args: ['-e', '0'] }), 'exit');
  return performance.now() - start;
}

/** Returns the milliseconds up to each answer. Checking the answers is not part of the measured time. */
async function startServer({ launch, era, loads }: Contender, isWarmUp: boolean): Promise<readonly number[]> {
  const start = performance.now();
  await using session = await Session.open(launch, era);
  let time = performance.now() - start;
  const times: number[] = [];
  for (const load of Object.values(loads)) {
    time += await session.run(load, 1);
    times.push(time);
  }
  if (isWarmUp) await session.end();
  return times;
}

/**
 * Returns the milliseconds up to each answer. A bare Node starts right before each contender, because the load of a
 * machine changes.
 */
export async function measureStarts(contenders: readonly Contender[], runs: number): Promise<Samples> {
  const samples = new Samples();
  for (let run = -warmUps; run < runs; run += 1)
    for (const contender of contenders) {
      const bareTime = await startBare();
      const times = await startServer(contender, run < 0);
      if (run < 0) continue;
      samples.add(contender.name, bare, bareTime);
      for (const [index, column] of Object.keys(contender.loads).entries())
        samples.add(contender.name, column, times[index] ?? Number.NaN);
    }
  return samples;
}

export function startRatios(starts: Samples, lane: string, column: string): readonly number[] | undefined {
  return starts.ratios(lane, column, { lane, column: bare });
}

/** Returns our target for the start of one of our lanes. */
export function startAim(
  starts: Samples,
  { lane, column, most }: { lane: string; column: string; most: number },
): Aim {
  const text = `start of ${lane} to the first ${column}: ≤ ${most} × bare Node`;
  return { text, measured: summarize(startRatios(starts, lane, column)), most };
}

/** Measures what a host does: it lists the tools and then calls one. */
export async function measureStart(options: Options): Promise<Section> {
  const lanes = lanesOver('stdio', options);
  const loads = { 'tools/list': list(), 'tools/call': echo(1) };
  const starts = await measureStarts(
    lanes.map((lane) => ({ ...lane, launch: launchOf(lane), loads })),
    effortOf(options).startRuns,
  );
  const names = lanes.map(({ name }) => name);
  const columns = Object.keys(loads);
  const title = 'Start: spawn → first result';
  return {
    name: 'start',
    tables: [
      toTable({ title: `${title}, × bare Node`, unit: '×', columns }, names, (lane, column) =>
        startRatios(starts, lane, column),
      ),
      toTable({ title, unit: 'ms', columns: [...columns, bare] }, names, (...cell) => starts.get(...cell)),
    ],
    notes: [describeLibraries()],
    aims: ourLanes.map((lane) => startAim(starts, { lane, column: 'tools/list', most: 1.35 })),
  };
}
