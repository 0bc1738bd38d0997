// Throughput: CPU and time of small requests, as multiples of the limit in the same era.
import { summarize } from '../report/statistics.ts';
import type { Aim, Section } from '../report/section.ts';
import type { Load } from '../client/driver.ts';
import { Session } from '../client/session.ts';
import type { Lane } from '../variants.ts';
import { launchOf, limitOf, ourLanes } from '../variants.ts';
import { echo, lists, pings } from './loads.ts';
import type { Plan } from './plan.ts';
import { Samples, toTable } from './samples.ts';

const loads: ReadonlyMap<string, Load> = new Map([
  ['call, 1 in flight', echo(1)],
  ['call, 16', echo(16)],
  ['call, 256', echo(256)],
  ['ping, 256', pings],
  ['tools/list, 16', lists()],
]);

interface Results {
  readonly cpu: Samples;
  readonly time: Samples;
}

export async function measureCalls(plan: Plan): Promise<Section> {
  const results = { cpu: new Samples(), time: new Samples() };
  for (let round = 0; round < plan.effort.rounds; round += 1) await measureRound(plan, results);
  return toSection(results, plan.lanes);
}

/** New processes for every round; within a round each load goes through all lanes before the next load. */
async function measureRound(plan: Plan, results: Results): Promise<void> {
  const sessions = new Map<Lane, Session>();
  for (const lane of plan.lanes) {
    await plan.attempt(lane.name, async () => {
      const session = await Session.open(launchOf(lane), lane.era);
      sessions.set(lane, session);
      await session.warmUp(echo(256), plan.effort.warmUpMs);
    });
  }
  for (const [column, load] of loads) {
    for (const [lane, session] of sessions) {
      // The modern era has no ping.
      if (load === pings && lane.era === 'modern') continue;
      await plan.attempt(lane.name, async () => {
        const { cpu, time } = await session.measure(load, plan.effort.sampleMs);
        results.cpu.add(lane.name, column, cpu);
        results.time.add(lane.name, column, time);
      });
    }
  }
  for (const session of sessions.values()) await session.close();
}

function toSection({ cpu, time }: Results, lanes: readonly Lane[]): Section {
  const columns = [...loads.keys()];
  const names = lanes.map(({ name }) => name);
  const cpuRatio = (lane: string, column: string) => cpu.ratios(lane, column, { lane: limitOf(lane) });
  return {
    name: 'calls',
    tables: [
      toTable({ title: 'CPU per request, × limit', unit: '×', columns }, names, cpuRatio),
      toTable({ title: 'CPU per request', unit: 'µs', columns }, names, (lane, column) =>
        cpu.get(lane, column),
      ),
      toTable({ title: 'Time per request, × limit', unit: '×', columns }, names, (lane, column) =>
        time.ratios(lane, column, { lane: limitOf(lane) }),
      ),
      toTable({ title: 'Requests per second', unit: '/s', columns }, names, (lane, column) =>
        time.get(lane, column)?.map((microseconds) => 1_000_000 / microseconds),
      ),
    ],
    aims: ourLanes.flatMap((name) =>
      columns
        .filter((column) => loads.get(column) !== pings)
        .map((column): Aim => {
          const most = column.startsWith('tools/list') ? 2 : 2.5;
          return {
            text: `CPU of ${column}, ${name}: ≤ ${most} × limit`,
            measured: summarize(cpuRatio(name, column)),
            most,
          };
        }),
    ),
  };
}
