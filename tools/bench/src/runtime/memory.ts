// Memory over stdio: resident set after the first call and after many calls.
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawnNode } from '../client/connection.ts';
import { residentMegabytes } from '../client/process-usage.ts';
import { Session } from '../client/session.ts';
import type { Options } from '../options.ts';
import { Samples } from '../report/samples.ts';
import { type Section, toTable } from '../report/section.ts';
import { summarize } from '../report/statistics.ts';
import { effortOf } from './effort.ts';
import { describeLibraries, lanesOver, launchOf, ourLanes } from './lanes.ts';
import { echo } from './loads.ts';

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

/** Returns the megabytes after this many more calls. */
async function memoryAfter(session: Session, count: number): Promise<number> {
  for (let done = 0; done < count; done += callsAtOnce)
    await session.run(echo(16), Math.min(callsAtOnce, count - done));
  await sleep(settleMs);
  return residentMegabytes(session.pid);
}

export async function measureMemory(options: Options): Promise<Section> {
  const { early, late } = effortOf(options).memoryCalls;
  const [grown, growth] = [`after ${late}`, `growth ${early} → ${late}`];
  const lanes = lanesOver('stdio', options);
  const samples = new Samples();
  const bareMb = await bareMemory();
  samples.add(bare, 'idle', bareMb);
  for (const lane of lanes) {
    await using session = await Session.open(launchOf(lane), lane.era);
    const idle = await memoryAfter(session, 1);
    samples.add(lane.name, 'idle', idle);
    samples.add(lane.name, above, idle - bareMb);
    const afterEarly = await memoryAfter(session, early);
    const afterLate = await memoryAfter(session, late - early);
    samples.add(lane.name, grown, afterLate);
    samples.add(lane.name, growth, afterLate - afterEarly);
  }
  // V8 sizes its heap during the first calls, so fewer calls say nothing about growth.
  const aims = options.quick ? { [above]: 12 } : { [above]: 12, [growth]: 2 };
  const head = { title: 'Resident memory', unit: 'MB', columns: ['idle', above, grown, growth] } as const;
  const names = [bare, ...lanes.map(({ name }) => name)];
  return {
    name: 'memory',
    tables: [toTable(head, names, (...cell) => samples.get(...cell))],
    notes: [describeLibraries()],
    aims: ourLanes.flatMap((lane) =>
      Object.entries(aims).map(([column, most]) => ({
        text: `memory, ${column}, ${lane}: ≤ ${most} MB`,
        measured: summarize(samples.get(lane, column)),
        most,
      })),
    ),
  };
}
