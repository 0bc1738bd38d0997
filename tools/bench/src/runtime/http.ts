// CPU and time of calls over HTTP, and the memory of an idle session.
import { HttpSession } from '../client/http-session.ts';
import type { Options } from '../options.ts';
import { Samples } from '../report/samples.ts';
import { type Section, toTable } from '../report/section.ts';
import { summarize } from '../report/statistics.ts';
import { type Column, type Course, measureCosts } from './costs.ts';
import { effortOf } from './effort.ts';
import { describeLibraries, type Lane, lanesOver, launchOf } from './lanes.ts';
import { echo, list } from './loads.ts';

const connections = 16;
/** Sessions that are not counted, because the server loads and compiles its code for them. */
const firstSessions = 320;
const idle = 'idle session';
const mostKilobytes = 25;
const call = echo(connections);

const columns: readonly Column[] = [
  { name: 'call, of 1 tool', tools: 1, load: call, most: 1.6 },
  { name: 'call, of 500 tools', tools: 500, load: call, most: 1.6 },
  { name: 'tools/list, 50 tools', tools: 50, load: list(50) },
];

/** Returns whether a lane has sessions; the official SDK recommends stateless requests. */
const hasSessions = ({ name, era }: Lane): boolean => era === 'legacy' && !name.startsWith('official');

async function measureSessions(lanes: readonly Lane[], count: number): Promise<Samples> {
  const samples = new Samples();
  for (const lane of lanes.filter(hasSessions)) {
    const launch = { args: ['--expose-gc', ...launchOf(lane).args] };
    await using server = await HttpSession.open(launch, lane.era, connections);
    await server.openSessions(firstSessions);
    const before = await server.residentKilobytes();
    await server.openSessions(count);
    samples.add(lane.name, idle, ((await server.residentKilobytes()) - before) / count);
  }
  return samples;
}

export async function measureHttp(options: Options): Promise<Section> {
  const lanes = lanesOver('http', options);
  const effort = effortOf(options);
  const course: Course = {
    transport: 'http',
    lanes,
    columns,
    open: (lane, tools) => HttpSession.open(launchOf(lane, tools), lane.era, connections),
    warmUp: call,
  };
  const { tables, aims } = await measureCosts(course, effort);
  const sessions = await measureSessions(lanes, effort.sessions);
  const memory = toTable(
    { title: `Resident memory of each of ${effort.sessions} sessions`, unit: 'kB', columns: [idle] },
    lanes.map(({ name }) => name),
    (...cell) => sessions.get(...cell),
  );
  const memoryAim = {
    text: `memory of an ${idle}, ours legacy: ≤ ${mostKilobytes} kB`,
    measured: summarize(sessions.get('ours legacy', idle)),
    most: mostKilobytes,
  };
  return {
    name: 'http',
    tables: [...tables, memory],
    notes: [describeLibraries()],
    aims: [...aims, memoryAim],
  };
}
