// Memory over HTTP: what one idle session holds, and one open stream of either era.
import { HttpClient } from '../client/http-client.ts';
import { HttpServer } from '../client/http-server.ts';
import type { MemoryUse } from '../client/http-server.ts';
import type { Dialect } from '../client/messages.ts';
import { Batch, listen } from '../client/messages.ts';
import { hasSessions } from '../http-variants.ts';
import type { Section } from '../report/section.ts';
import { summarize } from '../report/statistics.ts';
import type { Lane } from '../variants.ts';
import { launchOf } from '../variants.ts';
import type { Plan } from './plan.ts';
import { Samples, toTable } from './samples.ts';

const firstCount = 320;
const connections = 16;
const kinds = ['idle session', 'session with GET stream', 'listen stream'] as const;
const columns = kinds.flatMap((kind) => [kind, `${kind}, heap`]);

type Kind = (typeof kinds)[number];

function hasKind({ name, era }: Lane, kind: Kind): boolean {
  return kind === 'listen stream' ? era === 'modern' : hasSessions(name);
}

export async function measureHttpMemory(plan: Plan): Promise<Section> {
  const samples = new Samples();
  for (let round = 0; round < plan.effort.httpMemoryRounds; round += 1) {
    for (const kind of kinds) {
      for (const lane of plan.lanes.filter((candidate) => hasKind(candidate, kind))) {
        await plan.attempt(lane.name, async () => {
          const { resident, heap } = await measureKind(lane, kind, plan);
          samples.add(lane.name, kind, resident);
          samples.add(lane.name, `${kind}, heap`, heap);
        });
      }
    }
  }
  return toSection(plan, samples);
}

async function measureKind(lane: Lane, kind: Kind, { effort }: Plan): Promise<MemoryUse> {
  const { args } = launchOf(lane);
  const server = await HttpServer.start({ args: ['--expose-gc', ...args] });
  try {
    return kind === 'idle session'
      ? await perSession(server, lane, effort.httpSessions)
      : await perStream(server, lane, effort.httpStreams);
  } finally {
    await server.close();
  }
}

/** Sessions are opened on a few connections that are closed before memory is read. */
async function perSession(server: HttpServer, dialect: Dialect, count: number): Promise<MemoryUse> {
  const open = async (number: number): Promise<void> => {
    const clients = await openClients(server, dialect, connections);
    await Promise.all(
      clients.map(async (client) => {
        for (let opened = 1; opened < number / connections; opened += 1) await client.openSession();
        await client.close();
      }),
    );
  };
  return perItem(server, count, open);
}

/** Each stream has a connection of its own, and in the legacy era a session of its own. */
async function perStream(server: HttpServer, dialect: Dialect, count: number): Promise<MemoryUse> {
  const streams: HttpClient[] = [];
  const open = async (number: number): Promise<void> => {
    const clients = await openClients(server, dialect, number);
    for (const client of clients) await openStream(client, dialect);
    streams.push(...clients);
  };
  try {
    return await perItem(server, count, open);
  } finally {
    await Promise.all(streams.map((client) => client.close()));
  }
}

async function openStream(client: HttpClient, { era }: Dialect): Promise<void> {
  const body = new Batch(era, listen, { count: 1, skip: 0 }).lines(0, 1);
  const { status } =
    era === 'legacy'
      ? await client.listen(undefined, () => true)
      : await client.begin(client.head(listen, body.length), body, (answer) =>
          answer.body.includes('notifications/subscriptions/acknowledged'),
        );
  if (status !== 200) throw new Error(`Status ${status} instead of a stream`);
}

async function openClients(
  { port }: HttpServer,
  dialect: Dialect,
  count: number,
): Promise<readonly HttpClient[]> {
  const clients: HttpClient[] = [];
  while (clients.length < count) clients.push(await HttpClient.open(port, dialect));
  return clients;
}

/** What one of many holds. The first ones are not counted: with them the server loads and compiles its code. */
async function perItem(
  server: HttpServer,
  count: number,
  open: (number: number) => Promise<void>,
): Promise<MemoryUse> {
  await open(firstCount);
  const before = await server.memory();
  await open(count);
  const after = await server.memory();
  return {
    resident: (after.resident - before.resident) / count,
    heap: (after.heap - before.heap) / count,
  };
}

function toSection({ lanes, effort }: Plan, samples: Samples): Section {
  const title = `HTTP: memory of each of ${effort.httpSessions} sessions or ${effort.httpStreams} streams`;
  const names = lanes.map(({ name }) => name);
  return {
    name: 'http-memory',
    tables: [toTable({ title, unit: 'kB', columns }, names, (lane, column) => samples.get(lane, column))],
    aims: [
      {
        text: 'HTTP: memory of an idle session, ours legacy: ≤ 25 kB',
        measured: summarize(samples.get('ours legacy', 'idle session')),
        most: 25,
      },
    ],
  };
}
