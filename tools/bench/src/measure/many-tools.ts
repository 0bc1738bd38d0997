// Flatness: what a small tools/call costs in a server with 1, 50 and 500 tools.
import { Session } from '../client/session.ts';
import type { Section } from '../report/section.ts';
import { summarize } from '../report/statistics.ts';
import type { Lane } from '../variants.ts';
import { launchOf, ourLanes } from '../variants.ts';
import { echo } from './loads.ts';
import type { Effort, Plan } from './plan.ts';
import { Samples, toTable } from './samples.ts';

const counts = [1, 50, 500];
const columns = counts.map((count) => `${count} tools`);
const base = '1 tools';

export async function measureManyTools(plan: Plan): Promise<Section> {
  const samples = new Samples();
  for (let round = 0; round < plan.effort.manyToolsRounds; round += 1) {
    for (const lane of plan.lanes) {
      await plan.attempt(lane.name, () => measureLane(lane, plan.effort, samples));
    }
  }
  const names = plan.lanes.map(({ name }) => name);
  const ratio = (lane: string, column: string) => samples.ratios(lane, column, { lane, column: base });
  return {
    name: 'many-tools',
    tables: [
      toTable(
        { title: 'CPU per small tools/call, × the same with 1 tool', unit: '×', columns },
        names,
        ratio,
      ),
      toTable({ title: 'CPU per small tools/call', unit: 'µs', columns }, names, (lane, column) =>
        samples.get(lane, column),
      ),
    ],
    aims: ourLanes.map((lane) => ({
      text: `CPU per call with 500 tools, ${lane}: ≤ 1.1 × with 1 tool`,
      measured: summarize(ratio(lane, '500 tools')),
      most: 1.1,
    })),
  };
}

/** The three servers run at the same time, so that a sample of each is taken under the same conditions. */
async function measureLane(lane: Lane, effort: Effort, samples: Samples): Promise<void> {
  const sessions: Session[] = [];
  try {
    for (const count of counts) {
      const session = await Session.open(launchOf(lane, count), lane.era);
      sessions.push(session);
      await session.warmUp(echo(256), effort.warmUpMs);
    }
    for (let repetition = 0; repetition < effort.manyToolsRepetitions; repetition += 1) {
      for (const [index, session] of sessions.entries()) {
        const { cpu } = await session.measure(echo(256), effort.sampleMs / 2);
        samples.add(lane.name, columns[index] ?? '', cpu);
      }
    }
  } finally {
    for (const session of sessions) await session.close();
  }
}
