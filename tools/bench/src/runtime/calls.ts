// Throughput over stdio and over HTTP: CPU and time of requests, as multiples of the limit in the same era.
import { toolSpecs } from '../../variants/catalogue.ts';
import { isEcho, isLargeText, isPong, isToolList } from '../client/check-answers.ts';
import type { Driver, Load } from '../client/driver.ts';
import { HttpSession } from '../client/http-session.ts';
import { callEcho, callLargeText, listTools, ping, type Era } from '../client/messages.ts';
import { Session } from '../client/session.ts';
import { type Aim, type Section, toTable } from '../report/section.ts';
import { ratios, summarize } from '../report/statistics.ts';
import { isLimit, launchOf, limitOf, ourLanes, type Lane, type Transport } from './lanes.ts';
import type { Plan } from './plan.ts';
import { Samples } from '../report/samples.ts';

interface Column {
  readonly name: string;
  /** How many the server has. */
  readonly tools: number;
  readonly load: Load;
  /** The only era that has this. */
  readonly era?: Era;
  /** Our aim: CPU as a multiple of the limit. */
  readonly most?: number;
}

const connections = 16;
const fewTools = '1 tools';
const manyTools = '500 tools';

export const echo = (inFlight: number): Load => ({ request: callEcho, check: isEcho, inFlight });
export const list = (tools = 16): Load => ({
  request: listTools,
  check: isToolList(toolSpecs(tools)),
  inFlight: 16,
});
const large: Load = { request: callLargeText, check: isLargeText, inFlight: 1, batch: 4 };
const pings: Load = { request: ping, check: isPong, inFlight: 256 };
const overHttp = (load: Load): Load => ({ ...load, batch: 32, grows: true });

const byTools = (load: Load, most?: number): Column[] =>
  [1, 50, 500].map((tools) => ({
    name: `${tools} tools`,
    tools,
    load,
    ...(most === undefined ? {} : { most }),
  }));

const columnsOver: Readonly<Record<Transport, readonly Column[]>> = {
  stdio: [
    { name: 'call, 1 in flight', tools: 16, load: echo(1), most: 2.5 },
    { name: 'call, 16', tools: 16, load: echo(16), most: 2.5 },
    { name: 'call, 256', tools: 16, load: echo(256), most: 2.5 },
    { name: 'ping, 256', tools: 16, load: pings, era: 'legacy' },
    { name: 'tools/list, 16', tools: 16, load: list(), most: 2 },
    { name: 'call, 1 MB', tools: 16, load: large },
    ...byTools(echo(256)),
  ],
  http: [
    ...byTools(overHttp(echo(connections)), 1.6),
    { name: 'tools/list, 50 tools', tools: 50, load: overHttp(list(50)) },
  ],
};

interface Results {
  readonly cpu: Samples;
  /** The limit beside each sample of another lane, under the name of that lane. */
  readonly limit: Samples;
  readonly time: Samples;
}

/** The servers of a lane, by number of tools. */
type Servers = ReadonlyMap<number, Driver>;

export async function measureCalls(plan: Plan, transport: Transport): Promise<Section> {
  const results = { cpu: new Samples(), limit: new Samples(), time: new Samples() };
  for (let round = 0; round < plan.effort.rounds; round += 1) await measureRound(plan, results);
  return toSection(results, plan.lanes, transport);
}

/** The servers of the limit stay for the whole round, those of the other lanes come one lane after the other. */
async function measureRound(plan: Plan, results: Results): Promise<void> {
  const limits = new Map<string, Servers>();
  for (const lane of plan.lanes.filter(isLimit))
    await plan.attempt(lane, async () => void limits.set(lane.name, await openServers(lane, plan)));
  for (const lane of plan.lanes.filter((candidate) => !isLimit(candidate))) {
    await plan.attempt(lane, async () => {
      const own = await openServers(lane, plan);
      const limit = limits.get(limitOf(lane));
      try {
        for (let repetition = 0; repetition < plan.effort.repetitions; repetition += 1)
          await measureLane(lane, { own, limit, milliseconds: plan.effort.sampleMs }, results);
      } finally {
        await closeServers(own);
      }
    });
  }
  for (const servers of limits.values()) await closeServers(servers);
}

interface Pair {
  readonly own: Servers;
  readonly limit: Servers | undefined;
  readonly milliseconds: number;
}

/** Every sample has one of the limit right before it, because the load of a machine changes quickly. */
async function measureLane(lane: Lane, { own, limit, milliseconds }: Pair, results: Results): Promise<void> {
  for (const { name: column, tools, load, era } of columnsOver[lane.transport]) {
    if (era !== undefined && era !== lane.era) continue;
    const least = await limit?.get(tools)?.measure(load, milliseconds);
    const cost = await own.get(tools)?.measure(load, milliseconds);
    if (least === undefined || cost === undefined) throw new Error('The limit failed');
    results.limit.add(lane.name, column, least.cpu);
    for (const [name, { cpu, time }] of [
      [limitOf(lane), least],
      [lane.name, cost],
    ] as const) {
      results.cpu.add(name, column, cpu);
      results.time.add(name, column, time);
    }
  }
}

async function openServers(lane: Lane, { effort }: Plan): Promise<Servers> {
  const columns = columnsOver[lane.transport];
  const servers = new Map<number, Driver>();
  try {
    for (const tools of new Set(columns.map((column) => column.tools))) {
      const launch = launchOf(lane, tools);
      const isHttp = lane.transport === 'http';
      const server = isHttp
        ? await HttpSession.open(launch, lane, connections)
        : await Session.open(launch, lane.era);
      servers.set(tools, server);
      await server.warmUp(isHttp ? overHttp(echo(connections)) : echo(256), effort.warmUpMs[lane.transport]);
    }
  } catch (error) {
    await closeServers(servers);
    throw error;
  }
  return servers;
}

async function closeServers(servers: Servers): Promise<void> {
  for (const server of servers.values()) await server.close();
}

function toSection({ cpu, limit, time }: Results, lanes: readonly Lane[], transport: Transport): Section {
  const names = lanes.map(({ name }) => name);
  const columns = columnsOver[transport].map(({ name }) => name);
  const ratio = (lane: string, column: string) => {
    const [own, least] = [cpu.get(lane, column), limit.get(lane, column)];
    return own === undefined || least === undefined ? undefined : ratios(own, least);
  };
  const growth = (lane: string, column: string) => cpu.ratios(lane, column, { lane, column: fewTools });
  const title = `CPU per request over ${transport}`;
  return {
    name: transport === 'http' ? 'http-calls' : 'calls',
    tables: [
      toTable({ title: `${title}, × limit`, unit: '×', columns }, names, ratio),
      toTable({ title, unit: 'µs', columns }, names, (lane, column) => cpu.get(lane, column)),
      toTable(
        { title: `${title}, × the same with 1 tool`, unit: '×', columns: ['50 tools', manyTools] },
        names,
        growth,
      ),
      toTable({ title: 'Requests per second', unit: '/s', columns }, names, (lane, column) =>
        time.get(lane, column)?.map((microseconds) => 1_000_000 / microseconds),
      ),
    ],
    notes: [],
    aims: ourLanes.flatMap((lane) => [
      ...columnsOver[transport].flatMap(({ name, most }): Aim[] =>
        most === undefined
          ? []
          : [
              {
                text: `CPU over ${transport}, ${name}, ${lane}: ≤ ${most} × limit`,
                measured: summarize(ratio(lane, name)),
                most,
              },
            ],
      ),
      {
        text: `CPU over ${transport}, ${manyTools}, ${lane}: ≤ 1.1 × with 1 tool`,
        measured: summarize(growth(lane, manyTools)),
        most: 1.1,
      },
    ]),
  };
}
