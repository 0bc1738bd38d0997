// Every lane has to give right answers once before anything is measured.
import { Session } from '../client/session.ts';
import { launchOf } from '../variants.ts';
import { echo, largeTexts, lists } from './loads.ts';
import type { Plan } from './plan.ts';

export async function checkLanes(plan: Plan): Promise<void> {
  for (const lane of plan.lanes) {
    await plan.attempt(lane.name, async () => {
      const session = await Session.open(launchOf(lane), lane.era);
      try {
        for (const load of [lists(), echo(1), largeTexts]) await session.run(load, 2);
      } finally {
        await session.close();
      }
    });
  }
}
