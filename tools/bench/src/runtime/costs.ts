// CPU and time of a request to each lane, compared with the limit of the same era.
import type { Driver, Load } from '../client/driver.ts';
import { Samples } from '../report/samples.ts';
import { type Aim, type Table, toTable } from '../report/section.ts';
import { summarize } from '../report/statistics.ts';
import type { Effort } from './effort.ts';
import { type Lane, ourLanes, type Transport } from './lanes.ts';

/** Time limit of a warm-up; slow servers get fewer requests. */
const longestWarmUpMs = 5000;

export interface Column {
  readonly name: string;
  readonly tools: number;
  readonly load: Load;
  /** Our target for CPU, as a multiple of the limit. */
  readonly most?: number;
}

export interface Course {
  readonly transport: Transport;
  readonly lanes: readonly Lane[];
  readonly columns: readonly Column[];
  /** Starts a lane's server with this many tools. */
  readonly open: (lane: Lane, tools: number) => Promise<Driver>;
  readonly warmUp: Load;
}

interface Costs {
  readonly ratio: Samples;
  readonly cpu: Samples;
  readonly time: Samples;
}

export async function measureCosts(
  course: Course,
  effort: Effort,
): Promise<{ readonly tables: readonly Table[]; readonly aims: readonly Aim[] }> {
  const costs: Costs = { ratio: new Samples(), cpu: new Samples(), time: new Samples() };
  for (let round = 0; round < effort.rounds; round += 1)
    for (const lane of course.lanes) {
      const limit = course.lanes.find(({ name }) => name === lane.limit);
      if (limit === undefined || limit === lane) continue;
      for (const column of course.columns)
        await measureColumn(column, { limit, lane }, { course, effort, costs });
    }
  return { tables: toTables(costs, course), aims: toAims(costs, course) };
}

async function warmUp(server: Driver, load: Load, { warmUpRequests }: Effort): Promise<void> {
  const end = performance.now() + longestWarmUpMs;
  for (let done = 0; done < warmUpRequests && performance.now() < end;)
    done += (await server.runFor(load, 50)).count;
}

/** Measures a lane alternately with the limit, because the load of a machine changes quickly. */
async function measureColumn(
  { name: column, tools, load }: Column,
  { limit, lane }: { readonly limit: Lane; readonly lane: Lane },
  { course, effort, costs }: { readonly course: Course; readonly effort: Effort; readonly costs: Costs },
): Promise<void> {
  await using least = await course.open(limit, tools);
  await using own = await course.open(lane, tools);
  for (const server of [least, own]) await warmUp(server, course.warmUp, effort);
  for (let repetition = 0; repetition < effort.repetitions; repetition += 1) {
    const leastCost = await least.measure(load, effort.sampleMs);
    const ownCost = await own.measure(load, effort.sampleMs);
    costs.ratio.add(lane.name, column, ownCost.cpu / leastCost.cpu);
    for (const [name, { cpu, time }] of [
      [limit.name, leastCost],
      [lane.name, ownCost],
    ] as const) {
      costs.cpu.add(name, column, cpu);
      costs.time.add(name, column, time);
    }
  }
}

function toTables({ ratio, cpu, time }: Costs, { transport, lanes, columns }: Course): readonly Table[] {
  const names = lanes.map(({ name }) => name);
  const head = { title: `CPU per request over ${transport}`, columns: columns.map(({ name }) => name) };
  const perSecond = (lane: string, column: string): readonly number[] | undefined =>
    time.get(lane, column)?.map((microseconds) => 1_000_000 / microseconds);
  return [
    toTable({ ...head, title: `${head.title}, × limit`, unit: '×' }, names, (...cell) => ratio.get(...cell)),
    toTable({ ...head, unit: 'µs' }, names, (...cell) => cpu.get(...cell)),
    toTable({ ...head, title: 'Requests per second', unit: '/s' }, names, perSecond),
  ];
}

function toAims({ ratio }: Costs, { transport, columns }: Course): readonly Aim[] {
  return ourLanes.flatMap((lane) =>
    columns
      .filter(({ most }) => most !== undefined)
      .map(({ name, most = 0 }) => ({
        text: `CPU over ${transport}, ${name}, ${lane}: ≤ ${most} × limit`,
        measured: summarize(ratio.get(lane, name)),
        most,
      })),
  );
}
