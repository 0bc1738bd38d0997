// Memory over HTTP: what one idle session holds.
import { HttpServer, type MemoryUse } from '../client/http-session.ts';
import { type Section, toTable } from '../report/section.ts';
import { summarize } from '../report/statistics.ts';
import { launchOf, type Lane } from './lanes.ts';
import type { Plan } from './plan.ts';
import { Samples } from '../report/samples.ts';

/** The first ones are not counted: with them the server loads and compiles its code. */
const firstCount = 320;
const connections = 16;
const columns = ['idle session', 'idle session, heap'];

/** The recommended way of the official SDK, version 2, answers each request alone. */
const hasSessions = ({ era, variant }: Lane): boolean => era === 'legacy' && variant !== 'official-v2';

export async function measureHttpMemory(plan: Plan): Promise<Section> {
  const samples = new Samples();
  const lanes = plan.lanes.filter(hasSessions);
  for (const lane of lanes) {
    await plan.attempt(lane, async () => {
      const { resident, heap } = await measureSession(lane, plan.effort.sessions);
      samples.add(lane.name, 'idle session', resident);
      samples.add(lane.name, 'idle session, heap', heap);
    });
  }
  const title = `Memory of each of ${plan.effort.sessions} sessions over HTTP`;
  const names = lanes.map(({ name }) => name);
  return {
    name: 'http-memory',
    tables: [toTable({ title, unit: 'kB', columns }, names, (lane, column) => samples.get(lane, column))],
    notes: [],
    aims: [
      {
        text: 'memory of an idle session over HTTP, ours legacy: ≤ 25 kB',
        measured: summarize(samples.get('ours legacy', 'idle session')),
        most: 25,
      },
    ],
  };
}

async function measureSession(lane: Lane, count: number): Promise<MemoryUse> {
  const { args } = launchOf(lane);
  const server = await HttpServer.start({ args: ['--expose-gc', ...args] });
  try {
    await openSessions(server, lane, firstCount);
    const before = await server.memory();
    await openSessions(server, lane, count);
    const after = await server.memory();
    return {
      resident: (after.resident - before.resident) / count,
      heap: (after.heap - before.heap) / count,
    };
  } finally {
    await server.close();
  }
}

/** On a few connections, which are closed before memory is read. */
async function openSessions(server: HttpServer, lane: Lane, count: number): Promise<void> {
  const clients = await server.openClients(lane, connections);
  await Promise.all(
    clients.map(async (client) => {
      for (let opened = 1; opened < count / connections; opened += 1) await client.openSession();
      await client.close();
    }),
  );
}
