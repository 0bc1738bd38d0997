// Filesystem: our server, the official one, a minimal loop and the raw tools, row by row, as ratios to the loop.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ratios, summarize } from '../report/statistics.ts';
import { Lane, officialVersion, type LaneName } from './lane.ts';
import { rowsFor, searcher, type Row } from './rows.ts';
import { makeWorld, type World } from './world.ts';

const LANES: readonly LaneName[] = ['minimal', 'ours', 'official'];
const rounds = process.argv.includes('--quick') ? 3 : 7;
/** No row takes longer. The slow lanes get fewer rounds then. */
const ROW_MS = 9000;

type Samples = ReadonlyMap<string, number[]>;

async function runRaw([command = '', ...args]: readonly string[]): Promise<number> {
  const start = performance.now();
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  child.stdout.resume();
  await once(child, 'close');
  return performance.now() - start;
}

/** One process per lane and row, so that its peak of memory is that of the row. Lanes alternate. */
async function measure(row: Row, { root }: World): Promise<{ samples: Samples; peaks: Map<string, number> }> {
  const names = LANES.filter((name) => name !== 'official' || row.isNew !== true);
  const lanes = names.map((name) => new Lane(name, root));
  const samples = new Map<string, number[]>([...names, 'raw'].map((name) => [name, []]));
  for (const lane of lanes) {
    await lane.open();
    // Two calls each way, because edits go to and fro.
    await lane.sample(row);
    await lane.sample(row);
  }
  const end = performance.now() + ROW_MS;
  for (let round = 0; round < rounds && (round < 2 || performance.now() < end); round++) {
    for (const lane of lanes) samples.get(lane.name)?.push(await lane.sample(row));
    if (row.raw !== undefined) samples.get('raw')?.push(await runRaw(row.raw));
  }
  const peaks = new Map(lanes.map((lane) => [lane.name, lane.peakMegabytes()]));
  for (const lane of lanes) await lane.close();
  return { samples, peaks };
}

function cell(samples: Samples, name: string): string {
  const all = samples.get(name);
  const summary = summarize(all);
  if (all === undefined || summary === undefined) return '–';
  const ms = summary.median < 10 ? summary.median.toFixed(2) : summary.median.toFixed(0);
  const ratio = summarize(ratios(all, samples.get('minimal') ?? []))?.median ?? Number.NaN;
  const best = Math.min(...all) / Math.min(...(samples.get('minimal') ?? []));
  return name === 'minimal' ? `${ms} ms` : `${ms} ms, ${ratio.toFixed(2)}× (best ${best.toFixed(2)}×)`;
}

async function main(): Promise<void> {
  const start = performance.now();
  using world = makeWorld();
  process.stdout.write(
    `Node ${process.version}; official ${officialVersion}; contents by ${searcher}; ${rounds} rounds\n\n`,
  );
  process.stdout.write(
    '| Row | minimal loop | ours | official | raw tool | peak MB: loop, ours, official |\n',
  );
  process.stdout.write('| --- | ---: | ---: | ---: | ---: | ---: |\n');
  for (const row of rowsFor(world)) {
    const { samples, peaks } = await measure(row, world);
    const cells = [...LANES, 'raw'].map((name) => cell(samples, name));
    const memory = LANES.map((name) => peaks.get(name) ?? '–').join(', ');
    process.stdout.write(`| ${[row.name, ...cells, memory].join(' | ')} |\n`);
  }
  process.stdout.write(`\nTook ${Math.round((performance.now() - start) / 1000)} s.\n`);
}

await main();
