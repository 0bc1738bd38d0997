// Compares one of our servers with others: a table of rows, and start times.
import type { Load } from '../client/driver.ts';
import { listTools } from '../client/messages.ts';
import { describePackage } from '../installed.ts';
import { type Options, pickLanes } from '../options.ts';
import type { Samples } from '../report/samples.ts';
import { type Aim, formatNumber, type Section } from '../report/section.ts';
import { summarize } from '../report/statistics.ts';
import { measureStarts, startAim, startRatios } from '../runtime/start.ts';
import { rawLane } from './lanes.ts';
import { measureRow } from './measure.ts';
import type { Lane, Row, Subject } from './subject.ts';

const start = 'list of tools';
const load: Load = { request: listTools, check: ({ tools }) => Array.isArray(tools), inFlight: 1 };
const mostStart = 1.6;

function cell(samples: Samples, row: Row, { lane, base }: { lane: string; base: string }): string {
  const times = samples.get(lane, row.name);
  const summary = summarize(times);
  if (times === undefined || summary === undefined) return '–';
  const time = `${formatNumber(summary.median)} ms`;
  const ratio = summarize(samples.ratios(lane, row.name, { lane: base }))?.median;
  if (lane === base || ratio === undefined) return time;
  const best = Math.min(...times) / Math.min(...(samples.get(base, row.name) ?? []));
  return `${time}, ${ratio.toFixed(2)}× (best ${best.toFixed(2)}×)`;
}

/** Formats the mean; a median would be too coarse for CPU time in clock ticks. */
function formatMean(values: readonly number[] | undefined): string {
  const total = values?.reduce((sum, value) => sum + value, 0) ?? 0;
  return values === undefined ? '–' : formatNumber(total / values.length);
}

function aimsOf({ name, most }: Row, samples: Samples, base: string): readonly Aim[] {
  if (most === undefined) return [];
  const { times, plusMs } = most;
  if (plusMs === undefined) {
    const measured = summarize(samples.ratios('ours', name, { lane: base }));
    return [{ text: `${name}: at most ${times} × ${base}`, most: times, measured }];
  }
  const least = samples.get(base, name) ?? [];
  const over = samples.get('ours', name)?.map((ms, round) => ms - times * (least[round] ?? Number.NaN));
  const text = `${name}: at most ${plusMs} ms over ${times} × ${base}`;
  return [{ text, most: plusMs, measured: summarize(over) }];
}

/** Compares the servers that list tools; the limit and the raw tools do not. */
async function compareStarts(lanes: readonly Lane[], rounds: number): Promise<{ note: string; aim: Aim }> {
  const servers = lanes.filter(({ side }) => side === 'ours' || side === 'peer');
  const starts = await measureStarts(
    servers.map((lane) => ({ ...lane, era: 'legacy', loads: { [start]: load } })),
    rounds,
  );
  const times = servers.map(({ name }) => {
    const ms = summarize(starts.get(name, start))?.median ?? Number.NaN;
    return `${name} ${formatNumber(ms)} ms, ${summarize(startRatios(starts, name, start))?.median.toFixed(2)}×`;
  });
  const note = `Start to the ${start}, × bare Node: ${times.join('; ')}.`;
  return { note, aim: startAim(starts, { lane: 'ours', column: start, most: mostStart }) };
}

/** Measures the rows that the options select. */
export async function compare(subject: Subject, options: Options): Promise<Section> {
  const lanes = pickLanes(subject.lanes, options).filter(({ side }) =>
    subject.rows.some(({ asks }) => asks[side] !== undefined),
  );
  const names = lanes.map(({ name }) => name);
  const rounds = options.quick ? 3 : 7;
  const base = names.includes('limit') ? 'limit' : rawLane.name;
  const table = [['Row', ...names, `CPU ms: ${names.join(', ')}`]];
  const aims: Aim[] = [];
  for (const row of subject.rows.filter(({ name }) => name.includes(options.only))) {
    const { ms, cpuMs } = await measureRow(row, { lanes, rounds });
    const cpu = names.map((lane) => formatMean(cpuMs.get(lane, row.name)));
    table.push([row.name, ...names.map((lane) => cell(ms, row, { lane, base })), cpu.join(', ')]);
    aims.push(...aimsOf(row, ms, base));
  }
  const { note, aim } = await compareStarts(lanes, rounds);
  return {
    name: subject.name,
    tables: [{ rows: table }, ...((await subject.tables?.(rounds)) ?? [])],
    notes: [`Peer: ${describePackage(subject.peer)}; ${subject.title}.`, note],
    aims: [...aims, aim],
  };
}
