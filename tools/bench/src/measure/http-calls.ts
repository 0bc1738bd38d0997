// Calls over HTTP: CPU and time of a small tools/call with 1, 50 and 500 tools, as multiples of the limit.
import { toolSpecs } from '../../variants/catalogue.ts';
import { isToolList } from '../client/check-answers.ts';
import type { Load } from '../client/driver.ts';
import { HttpSession } from '../client/http-session.ts';
import { listTools } from '../client/messages.ts';
import type { Section } from '../report/section.ts';
import { ratios, summarize } from '../report/statistics.ts';
import type { Lane } from '../variants.ts';
import { isLimit, launchOf, limitOf, ourLanes } from '../variants.ts';
import { echo } from './loads.ts';
import type { Effort, Plan } from './plan.ts';
import { Samples, toTable } from './samples.ts';

const connections = 16;
const counts = [1, 50, 500];
const call: Load = { ...echo(connections), batch: 32, grows: true };
const list: Load = {
  request: listTools,
  check: isToolList(toolSpecs(50)),
  inFlight: connections,
  batch: 32,
  grows: true,
};

interface Column {
  readonly name: string;
  readonly tools: number;
  readonly load: Load;
}

const columnOf = (tools: number): Column => ({ name: `${tools} tools`, tools, load: call });
const callColumns = counts.map(columnOf);
const columns = [...callColumns, { name: 'tools/list, 50 tools', tools: 50, load: list }];
const base = columnOf(1).name;

interface Results {
  readonly cpu: Samples;
  /** The limit beside each sample of another lane, under the name of that lane. */
  readonly limit: Samples;
  readonly time: Samples;
}

/** Every lane over HTTP has to give right answers once before anything is measured. */
export async function checkHttpLanes(plan: Plan): Promise<void> {
  for (const lane of plan.lanes) {
    await plan.attempt(lane.name, async () => {
      const session = await HttpSession.open(launchOf(lane, 50), lane, 2);
      try {
        for (const load of [list, call]) await session.run(load, 4);
      } finally {
        await session.close();
      }
    });
  }
}

export async function measureHttpCalls(plan: Plan): Promise<Section> {
  const results = { cpu: new Samples(), limit: new Samples(), time: new Samples() };
  for (let round = 0; round < plan.effort.httpRounds; round += 1) await measureRound(plan, results);
  return toSection(results, plan.lanes);
}

/** The servers of a lane, by number of tools. */
type Servers = ReadonlyMap<number, HttpSession>;

/** The servers of the limit stay for the whole round, those of the other lanes come one lane after the other. */
async function measureRound(plan: Plan, results: Results): Promise<void> {
  const limits = new Map<string, Servers>();
  for (const lane of plan.lanes.filter(({ variant }) => isLimit(variant)))
    await plan.attempt(
      lane.name,
      async () => void limits.set(lane.name, await openServers(lane, plan.effort)),
    );
  for (const lane of plan.lanes.filter(({ variant }) => !isLimit(variant))) {
    await plan.attempt(lane.name, async () => {
      const servers = await openServers(lane, plan.effort);
      try {
        for (let repetition = 0; repetition < plan.effort.httpRepetitions; repetition += 1)
          await measureLane(lane, { servers, limits: limits.get(limitOf(lane.name)) }, { plan, results });
      } finally {
        await closeServers(servers);
      }
    });
  }
  for (const servers of limits.values()) await closeServers(servers);
}

/** Every sample has one of the limit right before it. */
async function measureLane(
  lane: Lane,
  { servers, limits }: { servers: Servers; limits: Servers | undefined },
  { plan, results }: { plan: Plan; results: Results },
): Promise<void> {
  const milliseconds = plan.effort.sampleMs / 2;
  for (const { name: column, tools, load } of columns) {
    const limit = await limits?.get(tools)?.measure(load, milliseconds);
    const own = await servers.get(tools)?.measure(load, milliseconds);
    if (limit === undefined || own === undefined) throw new Error('The limit failed');
    results.limit.add(lane.name, column, limit.cpu);
    for (const [name, cost] of [
      [limitOf(lane.name), limit],
      [lane.name, own],
    ] as const) {
      results.cpu.add(name, column, cost.cpu);
      results.time.add(name, column, cost.time);
    }
  }
}

async function openServers(lane: Lane, { httpWarmUpMs }: Effort): Promise<Servers> {
  const servers = new Map<number, HttpSession>();
  try {
    for (const tools of counts) {
      const session = await HttpSession.open(launchOf(lane, tools), lane, connections);
      servers.set(tools, session);
      await session.warmUp(call, httpWarmUpMs);
    }
  } catch (error) {
    await closeServers(servers);
    throw error;
  }
  return servers;
}

async function closeServers(servers: Servers): Promise<void> {
  for (const session of servers.values()) await session.close();
}

function toSection({ cpu, limit, time }: Results, lanes: readonly Lane[]): Section {
  const names = lanes.map(({ name }) => name);
  const all = columns.map(({ name }) => name);
  const calls = callColumns.map(({ name }) => name);
  const ratio = (lane: string, column: string) => {
    const [own, least] = [cpu.get(lane, column), limit.get(lane, column)];
    return own === undefined || least === undefined ? undefined : ratios(own, least);
  };
  const growth = (lane: string, column: string) => cpu.ratios(lane, column, { lane, column: base });
  return {
    name: 'http-calls',
    tables: [
      toTable({ title: 'HTTP: CPU per tools/call, × limit', unit: '×', columns: all }, names, ratio),
      toTable({ title: 'HTTP: CPU per tools/call', unit: 'µs', columns: all }, names, (lane, column) =>
        cpu.get(lane, column),
      ),
      toTable(
        { title: 'HTTP: CPU per tools/call, × the same with 1 tool', unit: '×', columns: calls },
        names,
        growth,
      ),
      toTable({ title: 'HTTP: requests per second', unit: '/s', columns: all }, names, (lane, column) =>
        time.get(lane, column)?.map((microseconds) => 1_000_000 / microseconds),
      ),
    ],
    aims: ourLanes.flatMap((lane) => [
      ...calls.map((column) => ({
        text: `HTTP: CPU of a call with ${column}, ${lane}: ≤ 1.6 × limit`,
        measured: summarize(ratio(lane, column)),
        most: 1.6,
      })),
      {
        text: `HTTP: CPU per call with 500 tools, ${lane}: ≤ 1.1 × with 1 tool`,
        measured: summarize(growth(lane, columnOf(500).name)),
        most: 1.1,
      },
    ]),
  };
}
