// The start of an author's plain server: a dozen lines, not bundled, with the packages installed by npm as they are published.
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Load } from '../client/driver.ts';
import { listTools, type Era } from '../client/messages.ts';
import { Session } from '../client/session.ts';
import { summarize } from '../report/statistics.ts';
import type { Section } from '../report/section.ts';
import type { Variant } from '../variants.ts';
import { inTemporaryFolder, installInto } from './install.ts';
import type { Plan } from './plan.ts';
import { Samples, toTable } from './samples.ts';
import { startBare } from './start.ts';

const sources = join(import.meta.dirname, '../../variants/author');
const names = ['ours', 'tmcp', 'official-v2'];
const eras: readonly Era[] = ['modern', 'legacy'];
const most = 1.5;
const bare = 'node -e 0';

const load: Load = {
  request: listTools,
  check: ({ tools }) => Array.isArray(tools) && tools.length === 1,
  inFlight: 1,
};

async function startServer(script: string, era: Era): Promise<number> {
  const start = performance.now();
  const session = await Session.open({ args: [script] }, era);
  try {
    const opened = performance.now() - start;
    return opened + (await session.run(load, 1));
  } finally {
    await session.close();
  }
}

export async function measureAuthor(plan: Plan): Promise<Section> {
  const variants = [...new Set(plan.lanes.map(({ variant }) => variant))].filter(({ name }) =>
    names.includes(name),
  );
  const samples = new Samples();
  const best = new Samples();
  await inTemporaryFolder(async (folder) => {
    await plan.attempt('plain servers, installing', () => installInto(folder, variants));
    for (const { name } of variants)
      await copyFile(join(sources, `${name}.mjs`), join(folder, `${name}.mjs`));
    await measureAll(variants, { plan, samples, folder });
  });
  for (const { name } of variants) for (const era of eras) addBest(samples, best, { name, era });
  return toSection(variants, samples, best);
}

interface Run {
  readonly plan: Plan;
  readonly samples: Samples;
  readonly folder: string;
}

/** Servers alternate, and each start has one of bare Node right before it: the load of a machine changes quickly. */
async function measureAll(variants: readonly Variant[], { plan, samples, folder }: Run): Promise<void> {
  for (let run = -1; run < plan.effort.startRuns; run += 1) {
    for (const { name } of variants) {
      for (const era of eras) {
        await plan.attempt(`${name}, plain`, async () => {
          const bareTime = await startBare();
          const time = await startServer(join(folder, `${name}.mjs`), era);
          if (run < 0) return;
          samples.add(name, `${bare} ${era}`, bareTime);
          samples.add(name, era, time);
        });
      }
    }
  }
}

/** The fastest start over the fastest of bare Node: what a busy machine changes least. */
function addBest(samples: Samples, best: Samples, { name, era }: { name: string; era: Era }): void {
  const [times, bareTimes] = [samples.get(name, era), samples.get(name, `${bare} ${era}`)];
  if (times === undefined || bareTimes === undefined) return;
  best.add(name, era, Math.min(...times) / Math.min(...bareTimes));
}

function toSection(variants: readonly Variant[], samples: Samples, best: Samples): Section {
  const lanes = variants.map(({ name }) => name);
  const ratio = (lane: string, column: string) =>
    samples.ratios(lane, column, { lane, column: `${bare} ${column}` });
  const title = 'An author’s plain server: spawn → tools/list';
  return {
    name: 'author',
    tables: [
      toTable({ title: `${title}, × bare Node`, unit: '×', columns: eras }, lanes, ratio),
      toTable({ title: `${title}, fastest × bare Node`, unit: '×', columns: eras }, lanes, (lane, era) =>
        best.get(lane, era),
      ),
      toTable({ title, unit: 'ms', columns: eras }, lanes, (lane, era) => samples.get(lane, era)),
    ],
    aims: eras.map((era) => ({
      text: `a plain server on ours answers tools/list, ${era}: ≤ ${most} × bare Node`,
      measured: summarize(ratio('ours', era)),
      most,
    })),
  };
}
