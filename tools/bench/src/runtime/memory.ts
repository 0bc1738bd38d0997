// Memory: resident set when idle after the first call, and after many calls.
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawnNode } from '../client/connection.ts';
import { residentMegabytes } from '../client/process-usage.ts';
import { Session } from '../client/session.ts';
import { type Section, toTable } from '../report/section.ts';
import { summarize } from '../report/statistics.ts';
import { launchOf, ourLanes } from './lanes.ts';
import { echo } from './calls.ts';
import { fullEffort, type Plan } from './plan.ts';
import { Samples } from '../report/samples.ts';

const settleMs = 200;
const callsAtOnce = 2000;
const bare = 'bare Node';
const above = 'idle above bare';

async function bareMemory(): Promise<number> {
  const child = spawnNode({ args: ['-e', 'setInterval(() => {}, 60_000)'] });
  await sleep(settleMs);
  const memory = residentMegabytes(child.pid ?? 0);
  child.kill('SIGKILL');
  await once(child, 'exit');
  return memory;
}

/** Megabytes after so many more calls. */
async function memoryAfter(session: Session, count: number): Promise<number> {
  for (let done = 0; done < count; done += callsAtOnce)
    await session.run(echo(16), Math.min(callsAtOnce, count - done));
  await sleep(settleMs);
  return residentMegabytes(session.pid);
}

export async function measureMemory(plan: Plan): Promise<Section> {
  const { early, late } = plan.effort.memoryCalls;
  const [grown, growth] = [`after ${late}`, `growth ${early} → ${late}`];
  const samples = new Samples();
  for (let round = 0; round < plan.effort.memoryRounds; round += 1) {
    const bareMb = await bareMemory();
    samples.add(bare, 'idle', bareMb);
    for (const lane of plan.lanes) {
      await plan.attempt(lane, async () => {
        const session = await Session.open(launchOf(lane), lane.era);
        try {
          const idle = await memoryAfter(session, 1);
          samples.add(lane.name, 'idle', idle);
          samples.add(lane.name, above, idle - bareMb);
          if (round > 0) return;
          const afterEarly = await memoryAfter(session, early);
          const afterLate = await memoryAfter(session, late - early);
          samples.add(lane.name, grown, afterLate);
          samples.add(lane.name, growth, afterLate - afterEarly);
        } finally {
          await session.close();
        }
      });
    }
  }
  const columns = ['idle', above, grown, growth];
  const names = [bare, ...plan.lanes.map(({ name }) => name)];
  const aim = (lane: string, column: string, most: number) => ({
    text: `memory, ${column}, ${lane}: ≤ ${most} MB`,
    measured: summarize(samples.get(lane, column)),
    most,
  });
  // The heap of V8 finds its size during the first calls, so fewer calls say nothing about growth.
  const aims = plan.effort === fullEffort ? { [above]: 12, [growth]: 2 } : { [above]: 12 };
  return {
    name: 'memory',
    tables: [
      toTable({ title: 'Resident memory', unit: 'MB', columns }, names, (lane, column) =>
        samples.get(lane, column),
      ),
    ],
    notes: [],
    aims: ourLanes.flatMap((lane) => Object.entries(aims).map(([column, most]) => aim(lane, column, most))),
  };
}
