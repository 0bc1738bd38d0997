// Memory: resident set when idle after the first call, and after many calls.
import { setTimeout as sleep } from 'node:timers/promises';
import { once } from 'node:events';
import { spawnNode } from '../client/connection.ts';
import { residentMegabytes } from '../client/process-usage.ts';
import { Session } from '../client/session.ts';
import { type Aim, type Section, toTable } from '../report/section.ts';
import { summarize } from '../report/statistics.ts';
import { launchOf, ourLanes, type Lane } from '../variants.ts';
import { echo } from './calls.ts';
import { fullEffort, type Effort, type Plan } from './plan.ts';
import { Samples } from './samples.ts';

const settleMs = 200;
const bare = 'bare Node';

async function bareMemory(): Promise<number> {
  const child = spawnNode({ args: ['-e', 'setInterval(() => {}, 60_000)'] });
  await sleep(settleMs);
  const memory = residentMegabytes(child.pid ?? 0);
  child.kill('SIGKILL');
  await once(child, 'exit');
  return memory;
}

async function runMany(session: Session, count: number): Promise<number> {
  const most = 2000;
  for (let done = 0; done < count; done += most) await session.run(echo(16), Math.min(most, count - done));
  await sleep(settleMs);
  return residentMegabytes(session.pid);
}

export async function measureMemory(plan: Plan): Promise<Section> {
  const samples = new Samples();
  for (let round = 0; round < plan.effort.memoryRounds; round += 1) {
    samples.add(bare, 'idle', await bareMemory());
    for (const lane of plan.lanes) {
      await plan.attempt(lane, () => measureLane(lane, plan.effort, { samples, withGrowth: round === 0 }));
    }
  }
  return toSection(plan, samples);
}

interface Depth {
  readonly samples: Samples;
  readonly withGrowth: boolean;
}

async function measureLane(
  lane: Lane,
  { memoryCalls }: Effort,
  { samples, withGrowth }: Depth,
): Promise<void> {
  const { early, late } = memoryCalls;
  const session = await Session.open(launchOf(lane), lane.era);
  try {
    samples.add(lane.name, 'idle', await runMany(session, 1));
    if (!withGrowth) return;
    const afterEarly = await runMany(session, early);
    const afterLate = await runMany(session, late - early);
    samples.add(lane.name, 'late', afterLate);
    samples.add(lane.name, 'growth', afterLate - afterEarly);
  } finally {
    await session.close();
  }
}

function toSection({ lanes, effort }: Plan, samples: Samples): Section {
  const { early, late } = effort.memoryCalls;
  const columns = ['idle', 'idle above bare', `after ${late}`, `growth ${early} → ${late}`];
  const keys = ['idle', 'above', 'late', 'growth'];
  const values = (lane: string, column: string) => {
    const key = keys[columns.indexOf(column)] ?? '';
    return key === 'above' ? aboveBare(samples, lane) : samples.get(lane, key);
  };
  const names = lanes.map(({ name }) => name);
  return {
    name: 'memory',
    tables: [toTable({ title: 'Resident memory', unit: 'MB', columns }, [bare, ...names], values)],
    notes: [],
    aims: ourLanes.flatMap((name) => [
      {
        text: `memory when idle, ${name}: ≤ 12 MB above bare Node`,
        measured: summarize(aboveBare(samples, name)),
        most: 12,
      },
      // The heap of V8 finds its size during the first calls, so fewer calls say nothing about growth.
      ...(effort === fullEffort ? [growthAim(name, samples)] : []),
    ]),
  };
}

function growthAim(lane: string, samples: Samples): Aim {
  const measured = summarize(samples.get(lane, 'growth'));
  return { text: `growth from 20,000 to 100,000 calls, ${lane}: ≤ 2 MB`, measured, most: 2 };
}

function aboveBare(samples: Samples, lane: string): readonly number[] | undefined {
  const bareSamples = samples.get(bare, 'idle') ?? [];
  return samples.get(lane, 'idle')?.map((value, round) => value - (bareSamples[round] ?? Number.NaN));
}
