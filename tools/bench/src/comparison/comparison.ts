// Compares one of our servers with others: a table by rows, the starts, the aims.
import type { Launch } from '../client/connection.ts';
import type { Load } from '../client/driver.ts';
import { listTools } from '../client/messages.ts';
import { Samples } from '../report/samples.ts';
import { Starts } from '../runtime/start.ts';
import type { Options } from '../options.ts';
import { type Aim, formatNumber, type Section } from '../report/section.ts';
import { summarize } from '../report/statistics.ts';
import { measureRow } from './measure.ts';
import { limit, ours, raw, type Row } from './row.ts';

/** A server that takes part. */
export interface Lane {
  readonly name: string;
  readonly launch: Launch;
}

export interface Comparison {
  /** The name of the result. */
  readonly name: string;
  /** What the rows work on, and with which versions. */
  readonly title: string;
  readonly lanes: readonly Lane[];
  /** The lane that all others are multiples of. */
  readonly base: string;
  readonly rows: readonly Row[];
  /** The start of our server, as a multiple of bare Node. */
  readonly mostStart?: number;
}

const start = 'list of tools';
const load: Load = { request: listTools, check: ({ tools }) => Array.isArray(tools), inFlight: 1 };

/** How often each row is measured. */
export const roundsOf = ({ quick }: Options): number => (quick ? 3 : 7);

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

function formatUsage(value: number | undefined): string {
  return value === undefined || Number.isNaN(value) ? '–' : formatNumber(value);
}

function aimsOf(row: Row, samples: Samples): readonly Aim[] {
  return (row.aims ?? []).map(({ text, most, measured }) => ({
    text: `${row.name}: ${text}`,
    most,
    measured: summarize(measured(samples, row.name)),
  }));
}

/** The limit is a script with types, which Node has to remove first, and lists nothing. */
async function compareStarts({ lanes, mostStart }: Comparison, rounds: number): Promise<Partial<Section>> {
  const servers = lanes.filter(({ name }) => name !== limit);
  const starts = new Starts(servers.map((lane) => ({ ...lane, era: 'legacy', loads: { [start]: load } })));
  await starts.measure(rounds, (_, work) => work());
  const times = servers.map(({ name }) => {
    const ms = summarize(starts.milliseconds(name, start))?.median ?? Number.NaN;
    return `${name} ${formatNumber(ms)} ms, ${summarize(starts.ratios(name, start))?.median.toFixed(2)}×`;
  });
  return {
    notes: [`Start to the list of tools, × bare Node: ${times.join('; ')}.`],
    aims: mostStart === undefined ? [] : [starts.aim(ours, start, mostStart)],
  };
}

/** Measures all rows that were asked for. */
export async function compare(comparison: Comparison, options: Options): Promise<Section> {
  const { lanes, base, rows, name: section, title } = comparison;
  const rounds = roundsOf(options);
  const names = lanes.map(({ name }) => name);
  const columns = [...names, ...(rows.some((row) => row.raw) ? [raw] : [])];
  process.stdout.write(`${title}; ${rounds} rounds\n`);
  const table = [['Row', ...columns, `CPU ms: ${columns.join(', ')}`, `peak MB: ${names.join(', ')}`]];
  const aims: Aim[] = [];
  for (const row of rows.filter(({ name }) => name.includes(options.only))) {
    const samples = new Samples();
    const usage = await measureRow(row, { lanes, rounds, samples });
    table.push([
      row.name,
      ...columns.map((lane) => cell(samples, row, { lane, base })),
      columns.map((name) => formatUsage(usage.get(name)?.cpuMs)).join(', '),
      names.map((name) => formatUsage(usage.get(name)?.peakMb)).join(', '),
    ]);
    aims.push(...aimsOf(row, samples));
  }
  const { notes = [], aims: startAims = [] } = await compareStarts(comparison, rounds);
  return { name: section, tables: [{ rows: table }], notes, aims: [...aims, ...startAims] };
}
