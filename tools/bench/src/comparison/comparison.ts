// Runs the comparison of one of our servers with others and prints it: a table by rows, the starts, the aims.
import type { Launch } from '../client/connection.ts';
import { Samples } from '../measure/samples.ts';
import { describeMachine } from '../report/environment.ts';
import { formatAims, formatNumber } from '../report/print.ts';
import { saveResult } from '../report/results.ts';
import type { Aim } from '../report/section.ts';
import { summarize } from '../report/statistics.ts';
import { measureRow } from './measure.ts';
import type { Options } from './options.ts';
import { limit, ours, raw, type Row } from './row.ts';
import { bare, measureStart, start } from './start.ts';

/** A server that takes part. */
export interface Lane {
  readonly name: string;
  readonly launch: Launch;
}

/** Something that is no row. */
export interface Finding {
  readonly text: string;
  readonly aims: readonly Aim[];
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
  /** Measures something else, in this many rounds. */
  readonly also?: (rounds: number) => Promise<Finding>;
}

function write(text: string): void {
  process.stdout.write(`${text}\n`);
}

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

interface Compared {
  readonly aims: readonly Aim[];
  readonly rows: readonly (readonly string[])[];
}

async function compareRows({ lanes, base, rows }: Comparison, options: Options): Promise<Compared> {
  const { rounds } = options;
  const columns = [...lanes.map(({ name }) => name), ...(rows.some((row) => row.raw) ? [raw] : [])];
  const names = lanes.map(({ name }) => name);
  const head = ['Row', ...columns, `CPU ms: ${columns.join(', ')}`, `peak MB: ${names.join(', ')}`];
  const table: (readonly string[])[] = [head];
  write(head.join(' | '));
  const aims: Aim[] = [];
  for (const row of rows.filter(({ name }) => name.includes(options.only))) {
    const samples = new Samples();
    const usage = await measureRow(row, { lanes, rounds, samples });
    const cells = columns.map((lane) => cell(samples, row, { lane, base }));
    const cpu = columns.map((name) => formatUsage(usage.get(name)?.cpuMs)).join(', ');
    const memory = names.map((name) => formatUsage(usage.get(name)?.peakMb)).join(', ');
    table.push([row.name, ...cells, cpu, memory]);
    write(table.at(-1)?.join(' | ') ?? '');
    aims.push(...aimsOf(row, samples));
  }
  return { aims, rows: table };
}

async function compareStarts({ lanes, mostStart }: Comparison, { rounds }: Options): Promise<Finding> {
  // The limit is a script with types, which Node has to remove first, and lists nothing.
  const servers = lanes.filter(({ name }) => name !== limit);
  const samples = await measureStart(servers, rounds);
  const ratio = (lane: string) => summarize(samples.ratios(lane, start, { lane, column: bare }));
  const times = servers.map(({ name }) => {
    const ms = summarize(samples.get(name, start))?.median ?? Number.NaN;
    return `${name} ${formatNumber(ms)} ms, ${ratio(name)?.median.toFixed(2)}×`;
  });
  const aim = { text: `start: at most ${mostStart} × bare Node`, measured: ratio(ours) };
  return {
    text: `Start to the list of tools, × bare Node: ${times.join('; ')}.`,
    aims: mostStart === undefined ? [] : [{ ...aim, most: mostStart }],
  };
}

/** Prints the table row by row, because it takes a while. */
export async function compare(comparison: Comparison, options: Options): Promise<void> {
  const began = performance.now();
  write(`${comparison.title}\n${describeMachine()}; ${options.rounds} rounds\n`);
  const { aims: rowAims, rows } = await compareRows(comparison, options);
  const aims = [...rowAims];
  const findings = [await compareStarts(comparison, options), await comparison.also?.(options.rounds)];
  const notes = findings.flatMap((finding) => (finding === undefined ? [] : [finding.text]));
  if (options.save) saveResult(comparison.name, { tables: [{ rows }], notes });
  for (const finding of findings) {
    if (finding === undefined) continue;
    write(`\n${finding.text}`);
    aims.push(...finding.aims);
  }
  if (aims.length > 0) write(`\n${formatAims(aims)}`);
  write(`Took ${Math.round((performance.now() - began) / 1000)} s.\n`);
}
