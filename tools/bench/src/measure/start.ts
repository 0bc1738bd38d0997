// Start: from spawning the process to its first answers, as a multiple of what Node needs for nothing at all.
import { once } from 'node:events';
import type { Launch } from '../client/connection.ts';
import { spawnNode } from '../client/connection.ts';
import type { Era } from '../client/messages.ts';
import { Session } from '../client/session.ts';
import { summarize } from '../report/statistics.ts';
import type { Section } from '../report/section.ts';
import { launchOf, otherLaunchesOf, ourLanes } from '../variants.ts';
import { echo, lists } from './loads.ts';
import type { Plan } from './plan.ts';
import { Samples, toTable } from './samples.ts';

interface Contender {
  readonly name: string;
  readonly era: Era;
  readonly launch: Launch;
}

const columns = ['tools/list', 'tools/call'];
const bare = 'node -e 0';

function contendersOf({ lanes }: Plan): readonly Contender[] {
  const usual = lanes.map((lane) => ({ name: lane.name, era: lane.era, launch: launchOf(lane) }));
  const others = lanes.flatMap((lane) =>
    [...otherLaunchesOf(lane)].map(([how, launch]) => ({
      name: `${lane.name}, ${how}`,
      era: lane.era,
      launch,
    })),
  );
  return [...usual, ...others];
}

/** Milliseconds until a Node that has nothing to do has ended. */
export async function startBare(): Promise<number> {
  const start = performance.now();
  await once(spawnNode({ args: ['-e', '0'] }), 'exit');
  return performance.now() - start;
}

/**
 * A host lists the tools and then calls one; checking the answers takes place outside of the measured time.
 * The warm-up ends politely, because that is when the compile cache is written.
 */
async function startServer(
  { launch, era }: Contender,
  isWarmUp: boolean,
): Promise<{ list: number; call: number }> {
  const start = performance.now();
  const session = await Session.open(launch, era);
  try {
    const opened = performance.now() - start;
    const list = opened + (await session.run(lists(), 1));
    return { list, call: list + (await session.run(echo(1), 1)) };
  } finally {
    await (isWarmUp ? session.end() : session.close());
  }
}

export async function measureStart(plan: Plan): Promise<Section> {
  const contenders = contendersOf(plan);
  const samples = new Samples();
  const warmUps = 2;
  for (let run = -warmUps; run < plan.effort.startRuns; run += 1) {
    for (const contender of contenders) {
      await plan.attempt(contender.name, async () => {
        const bareTime = await startBare();
        const { list, call } = await startServer(contender, run < 0);
        if (run < 0) return;
        samples.add(contender.name, bare, bareTime);
        samples.add(contender.name, 'tools/list', list);
        samples.add(contender.name, 'tools/call', call);
      });
    }
  }
  return toSection(
    samples,
    contenders.map(({ name }) => name),
  );
}

/** Each start is compared with the bare one right before it, because the load of a machine changes quickly. */
function toSection(samples: Samples, lanes: readonly string[]): Section {
  const ratio = (lane: string, column: string) => samples.ratios(lane, column, { lane, column: bare });
  const milliseconds = (lane: string, column: string) => samples.get(lane, column);
  return {
    name: 'start',
    tables: [
      toTable({ title: 'Start: spawn → first result, × bare Node', unit: '×', columns }, lanes, ratio),
      toTable(
        { title: 'Start: spawn → first result', unit: 'ms', columns: [...columns, bare] },
        lanes,
        milliseconds,
      ),
    ],
    aims: ourLanes.map((lane) => ({
      text: `start to the first tools/list, ${lane}: ≤ 1.35 × bare Node`,
      measured: summarize(ratio(lane, 'tools/list')),
      most: 1.35,
    })),
  };
}
