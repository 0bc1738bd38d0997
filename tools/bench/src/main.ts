// The benchmark: builds the fixture servers, runs the measurements and prints the report.
import { writeFile } from 'node:fs/promises';
import { buildVariants, cleanOutput } from './build.ts';
import { httpVariants } from './http-variants.ts';
import { measureAuthor } from './measure/author.ts';
import { checkLanes } from './measure/check-lanes.ts';
import { measureCalls } from './measure/calls.ts';
import { checkHttpLanes, measureHttpCalls } from './measure/http-calls.ts';
import { measureHttpMemory } from './measure/http-memory.ts';
import { measureHttpResume } from './measure/http-resume.ts';
import { measureInstall } from './measure/install.ts';
import { measureLarge } from './measure/large.ts';
import { measureManyTools } from './measure/many-tools.ts';
import { measureMemory } from './measure/memory.ts';
import { Plan, fullEffort, quickEffort } from './measure/plan.ts';
import { measureStart } from './measure/start.ts';
import type { Options } from './options.ts';
import { parseOptions, usage } from './options.ts';
import { formatAims, formatTable } from './report/print.ts';
import { saveResult, toResult } from './report/results.ts';
import type { Section } from './report/section.ts';
import type { Environment } from './report/environment.ts';
import { describeEnvironment, formatEnvironment } from './report/environment.ts';
import type { Lane, Variant } from './variants.ts';
import { isLimit, lanesOf, variants } from './variants.ts';

type Measurement = (plan: Plan) => Promise<Section>;

/** What is measured over one transport. */
interface Part {
  readonly variants: readonly Variant[];
  readonly check: (plan: Plan) => Promise<void>;
  readonly measurements: ReadonlyMap<string, Measurement>;
}

const parts: ReadonlyMap<string, Part> = new Map([
  [
    'stdio',
    {
      variants,
      check: checkLanes,
      measurements: new Map([
        ['start', measureStart],
        ['author', measureAuthor],
        ['calls', measureCalls],
        ['large', measureLarge],
        ['many-tools', measureManyTools],
        ['memory', measureMemory],
        ['install', measureInstall],
      ]),
    },
  ],
  [
    'http',
    {
      variants: httpVariants,
      check: checkHttpLanes,
      measurements: new Map([
        ['http-calls', measureHttpCalls],
        ['http-memory', measureHttpMemory],
        ['http-resume', measureHttpResume],
      ]),
    },
  ],
]);

interface Report {
  readonly environment: Environment;
  readonly sections: readonly Section[];
  readonly failures: Readonly<Record<string, string>>;
}

function chosenLanes(all: readonly Variant[], { lanes }: Options): readonly Lane[] {
  return lanesOf(all).filter(
    (lane) => isLimit(lane.variant) || lanes.length === 0 || lanes.some((part) => lane.name.includes(part)),
  );
}

/** What of each part was asked for; parts of which nothing was asked for are left out. */
function chosenParts({ sections }: Options): readonly Part[] {
  const names = [...parts].flatMap(([name, { measurements }]) => [name, ...measurements.keys()]);
  const unknown = sections.filter((name) => !names.includes(name));
  if (unknown.length > 0)
    throw new Error(`No such section: ${unknown.join(', ')}. Known: ${names.join(', ')}`);
  return [...parts]
    .map(([name, part]) => {
      const isWhole = sections.length === 0 || sections.includes(name);
      const chosen = [...part.measurements].filter(([section]) => isWhole || sections.includes(section));
      return { ...part, measurements: new Map(chosen) };
    })
    .filter(({ measurements }) => measurements.size > 0);
}

function seconds(start: number): number {
  return Math.round((performance.now() - start) / 1000);
}

async function measurePart(part: Part, options: Options): Promise<Omit<Report, 'environment'>> {
  const plan = new Plan(options.quick ? quickEffort : fullEffort, chosenLanes(part.variants, options));
  await buildVariants(plan);
  await part.check(plan);
  const sections: Section[] = [];
  for (const measure of part.measurements.values()) {
    const start = performance.now();
    const section = await measure(plan);
    sections.push(section);
    if (options.save) saveResult(section.name, toResult(section));
    process.stdout.write(
      `\n${section.tables.map(formatTable).join('\n')}(${section.name}: ${seconds(start)} s)\n`,
    );
  }
  return { sections, failures: Object.fromEntries(plan.failures) };
}

async function measureAll(options: Options): Promise<Report> {
  const chosen = chosenParts(options);
  const environment = describeEnvironment(chosen.flatMap((part) => chosenLanes(part.variants, options)));
  process.stdout.write(formatEnvironment(environment));
  await cleanOutput();
  const sections: Section[] = [];
  const failures: Record<string, string> = {};
  for (const part of chosen) {
    const report = await measurePart(part, options);
    sections.push(...report.sections);
    for (const [lane, reason] of Object.entries(report.failures))
      failures[part.variants === variants ? lane : `${lane}, HTTP`] = reason;
  }
  return { environment, sections, failures };
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

/** Our servers beside others: programs of their own, with options of their own. */
const comparisons: Readonly<Record<string, () => Promise<unknown>>> = {
  fetch: () => import('./fetch/main.ts'),
  filesystem: () => import('./filesystem/main.ts'),
  git: () => import('./git/main.ts'),
  sqlite: () => import('./sqlite/main.ts'),
};

try {
  const args = process.argv.slice(2).filter((argument) => argument !== '--');
  const comparison = comparisons[args[0] ?? ''];
  await (comparison === undefined ? main(parseOptions(args)) : comparison());
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
