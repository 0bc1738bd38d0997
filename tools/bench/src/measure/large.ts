// A tools/call that answers with one megabyte of text: CPU and time, as multiples of the limit in the same era.
import { Session } from '../client/session.ts';
import type { Section } from '../report/section.ts';
import { launchOf, limitOf } from '../variants.ts';
import { largeTexts } from './loads.ts';
import type { Plan } from './plan.ts';
import { Samples, toTable } from './samples.ts';

const columns = ['CPU', 'time'];

export async function measureLarge(plan: Plan): Promise<Section> {
  const samples = new Samples();
  for (let round = 0; round < plan.effort.rounds; round += 1) {
    for (const lane of plan.lanes) {
      await plan.attempt(lane.name, async () => {
        const session = await Session.open(launchOf(lane), lane.era);
        try {
          const { cpu, time } = await session.measure(largeTexts, plan.effort.sampleMs);
          samples.add(lane.name, 'CPU', cpu / 1000);
          samples.add(lane.name, 'time', time / 1000);
        } finally {
          await session.close();
        }
      });
    }
  }
  const names = plan.lanes.map(({ name }) => name);
  return {
    name: 'large',
    tables: [
      toTable({ title: 'tools/call with 1 MB of text, × limit', unit: '×', columns }, names, (lane, column) =>
        samples.ratios(lane, column, { lane: limitOf(lane) }),
      ),
      toTable({ title: 'tools/call with 1 MB of text', unit: 'ms', columns }, names, (lane, column) =>
        samples.get(lane, column),
      ),
    ],
    aims: [],
  };
}
