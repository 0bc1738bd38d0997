// The start of an author's plain server: a dozen lines, not bundled, with the packages installed by npm as they are published.
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Load } from '../client/driver.ts';
import { listTools } from '../client/messages.ts';
import type { Section } from '../report/section.ts';
import { ourLanes } from './lanes.ts';
import { inTemporaryFolder, installInto } from './install.ts';
import type { Plan } from './plan.ts';
import { Starts } from './start.ts';

const sources = join(import.meta.dirname, '../../variants/author');
const variants = new Set(['ours', 'tmcp', 'official-v2']);
const most = 1.5;

const load: Load = {
  request: listTools,
  check: ({ tools }) => Array.isArray(tools) && tools.length === 1,
  inFlight: 1,
};

export function measureAuthor(plan: Plan): Promise<Section> {
  return inTemporaryFolder(async (folder) => {
    const lanes = plan.lanes.filter(({ variant }) => variants.has(variant));
    await installInto(folder, lanes);
    for (const { variant } of lanes) {
      const file = `${variant}.mjs`;
      await copyFile(join(sources, file), join(folder, file));
    }
    const starts = new Starts(
      lanes.map(({ name, variant, era }) => ({
        name,
        era,
        launch: { args: [join(folder, `${variant}.mjs`)] },
        loads: { 'tools/list': load },
      })),
    );
    await starts.measure(plan.effort.startRuns, (lane, work) => plan.attempt(lane, work));
    return {
      name: 'author',
      tables: starts.tables('An author’s plain server: spawn → tools/list'),
      notes: [],
      aims: ourLanes.map((lane) => starts.aim(lane, 'tools/list', most)),
    };
  });
}
