// Start: from spawning the process to its first answers, as a multiple of what Node needs for nothing at all.
import { once } from 'node:events';
import { type Launch, spawnNode } from '../client/connection.ts';
import type { Load } from '../client/driver.ts';
import type { Era } from '../client/messages.ts';
import { Session } from '../client/session.ts';
import { type Aim, type Section, type Table, toTable } from '../report/section.ts';
import { summarize } from '../report/statistics.ts';
import { launchOf, ourLanes } from './lanes.ts';
import { echo, list } from './calls.ts';
import type { Plan } from './plan.ts';
import { Samples } from '../report/samples.ts';

/** What is started, and asked for one thing after the other: the names of the loads are columns. */
export interface Contender {
  readonly name: string;
  readonly era: Era;
  readonly launch: Launch;
  readonly loads: Readonly<Record<string, Load>>;
}

const bare = 'node -e 0';
/** Two, because the first one that ends politely writes the compile cache. */
const warmUps = 2;

/** Milliseconds until a Node that has nothing to do has ended. */
async function startBare(): Promise<number> {
  const start = performance.now();
  await once(spawnNode({ args: ['-e', '0'] }), 'exit');
  return performance.now() - start;
}

/** Milliseconds up to each answer; checking the answers takes place outside of the measured time. */
async function startServer({ launch, era, loads }: Contender, isWarmUp: boolean): Promise<readonly number[]> {
  const start = performance.now();
  const session = await Session.open(launch, era);
  try {
    let time = performance.now() - start;
    const times: number[] = [];
    for (const load of Object.values(loads)) {
      time += await session.run(load, 1);
      times.push(time);
    }
    return times;
  } finally {
    await (isWarmUp ? session.end() : session.close());
  }
}

type Attempt = (contender: Contender, work: () => Promise<void>) => Promise<void>;

/** The starts of some servers. */
export class Starts {
  readonly #samples = new Samples();
  readonly #contenders: readonly Contender[];

  constructor(contenders: readonly Contender[]) {
    this.#contenders = contenders;
  }

  /** Each has one of bare Node right before it, because the load of a machine changes quickly. */
  async measure(runs: number, attempt: Attempt): Promise<void> {
    for (let run = -warmUps; run < runs; run += 1) {
      for (const contender of this.#contenders) {
        await attempt(contender, async () => {
          const bareTime = await startBare();
          const times = await startServer(contender, run < 0);
          if (run < 0) return;
          this.#samples.add(contender.name, bare, bareTime);
          for (const [index, column] of Object.keys(contender.loads).entries())
            this.#samples.add(contender.name, column, times[index] ?? Number.NaN);
        });
      }
    }
  }

  milliseconds(lane: string, column: string): readonly number[] | undefined {
    return this.#samples.get(lane, column);
  }

  ratios(lane: string, column: string): readonly number[] | undefined {
    return this.#samples.ratios(lane, column, { lane, column: bare });
  }

  /** The fastest start over the fastest of bare Node: what a busy machine changes least. */
  best(lane: string, column: string): readonly number[] | undefined {
    const [times, bareTimes] = [this.#samples.get(lane, column), this.#samples.get(lane, bare)];
    return times && bareTimes && [Math.min(...times) / Math.min(...bareTimes)];
  }

  tables(title: string): readonly Table[] {
    const names = this.#contenders.map(({ name }) => name);
    const columns = Object.keys(this.#contenders[0]?.loads ?? {});
    const ratios = (lane: string, column: string) => this.ratios(lane, column);
    const best = (lane: string, column: string) => this.best(lane, column);
    const milliseconds = (lane: string, column: string) => this.milliseconds(lane, column);
    return [
      toTable({ title: `${title}, × bare Node`, unit: '×', columns }, names, ratios),
      toTable({ title: `${title}, fastest × bare Node`, unit: '×', columns }, names, best),
      toTable({ title, unit: 'ms', columns: [...columns, bare] }, names, milliseconds),
    ];
  }

  aim(lane: string, column: string, most: number): Aim {
    const text = `start of ${lane} to the first ${column}: ≤ ${most} × bare Node`;
    return { text, measured: summarize(this.ratios(lane, column)), most };
  }
}

/** A host lists the tools and then calls one. */
export async function measureStart(plan: Plan): Promise<Section> {
  const loads = { 'tools/list': list(), 'tools/call': echo(1) };
  const starts = new Starts(
    plan.lanes.map((lane) => ({ name: lane.name, era: lane.era, launch: launchOf(lane), loads })),
  );
  await starts.measure(plan.effort.startRuns, (lane, work) => plan.attempt(lane, work));
  return {
    name: 'start',
    tables: starts.tables('Start: spawn → first result'),
    notes: [],
    aims: ourLanes.map((lane) => starts.aim(lane, 'tools/list', 1.35)),
  };
}
