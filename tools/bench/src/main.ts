// The benchmark: builds the fixture servers, runs the measurements and prints the report.
import { writeFile } from 'node:fs/promises';
import { buildVariants } from './build.ts';
import { checkLanes } from './measure/check-lanes.ts';
import { measureCalls } from './measure/calls.ts';
import { measureInstall } from './measure/install.ts';
import { measureLarge } from './measure/large.ts';
import { measureManyTools } from './measure/many-tools.ts';
import { measureMemory } from './measure/memory.ts';
import { Plan, fullEffort, quickEffort } from './measure/plan.ts';
import { measureStart } from './measure/start.ts';
import type { Options } from './options.ts';
import { parseOptions, usage } from './options.ts';
import { formatAims, formatTable } from './report/print.ts';
import type { Section } from './report/section.ts';
import type { Environment } from './report/environment.ts';
import { describeEnvironment, formatEnvironment } from './report/environment.ts';
import type { Lane } from './variants.ts';
import { lanesOf, limit, variants } from './variants.ts';

type Measurement = (plan: Plan) => Promise<Section>;

const measurements: ReadonlyMap<string, Measurement> = new Map([
  ['start', measureStart],
  ['calls', measureCalls],
  ['large', measureLarge],
  ['many-tools', measureManyTools],
  ['memory', measureMemory],
  ['install', measureInstall],
]);

interface Report {
  readonly environment: Environment;
  readonly sections: readonly Section[];
  readonly failures: Readonly<Record<string, string>>;
}

function chosenLanes({ lanes }: Options): readonly Lane[] {
  const all = lanesOf(variants);
  return all.filter(
    (lane) => lane.variant === limit || lanes.length === 0 || lanes.some((part) => lane.name.includes(part)),
  );
}

function chosenMeasurements({ sections }: Options): readonly Measurement[] {
  const unknown = sections.filter((name) => !measurements.has(name));
  if (unknown.length > 0)
    throw new Error(`No such section: ${unknown.join(', ')}. Known: ${[...measurements.keys()].join(', ')}`);
  return [...measurements]
    .filter(([name]) => sections.length === 0 || sections.includes(name))
    .map(([, measure]) => measure);
}

function seconds(start: number): number {
  return Math.round((performance.now() - start) / 1000);
}

async function measureAll(options: Options): Promise<Report> {
  const chosen = chosenMeasurements(options);
  const plan = new Plan(options.quick ? quickEffort : fullEffort, chosenLanes(options));
  const environment = describeEnvironment(plan.lanes);
  process.stdout.write(formatEnvironment(environment));
  await buildVariants(plan);
  await checkLanes(plan);
  const sections: Section[] = [];
  for (const measure of chosen) {
    const start = performance.now();
    const section = await measure(plan);
    sections.push(section);
    process.stdout.write(
      `\n${section.tables.map(formatTable).join('\n')}(${section.name}: ${seconds(start)} s)\n`,
    );
  }
  return { environment, sections, failures: Object.fromEntries(plan.failures) };
}

async function main(options: Options): Promise<void> {
  if (options.help) {
    process.stdout.write(usage);
    return;
  }
  const start = performance.now();
  const report = await measureAll(options);
  process.stdout.write(`\n${formatAims(report.sections.flatMap(({ aims }) => aims))}`);
  for (const [lane, reason] of Object.entries(report.failures))
    process.stdout.write(`\nFailed: ${lane}: ${reason}\n`);
  process.stdout.write(`\nTook ${seconds(start)} s.\n`);
  if (options.json !== undefined) await writeFile(options.json, `${JSON.stringify(report, undefined, 2)}\n`);
  if (Object.keys(report.failures).length > 0) process.exitCode = 1;
}

try {
  await main(parseOptions(process.argv.slice(2)));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
