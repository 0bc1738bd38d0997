// The benchmark: runs the measurements that were asked for and prints them.
import { buildLanes } from './runtime/build.ts';
import { measureAdditions } from './runtime/additions.ts';
import { measureAuthor } from './runtime/author.ts';
import { measureCalls } from './runtime/calls.ts';
import { measureHttpMemory } from './runtime/http-memory.ts';
import { measureInstall } from './runtime/install.ts';
import { measureMemory } from './runtime/memory.ts';
import { fullEffort, Plan, quickEffort } from './runtime/plan.ts';
import { measureStart } from './runtime/start.ts';
import { type Options, parseOptions, usage } from './options.ts';
import { saveResult, showResult, toResult } from './report/results.ts';
import type { Section } from './report/section.ts';
import { installedVersion, isLimit, lanesOver, type Transport } from './runtime/lanes.ts';

type Measurement = (plan: Plan) => Promise<Section>;

/** What is measured over each transport. */
const measurements: Readonly<Record<Transport, Readonly<Record<string, Measurement>>>> = {
  stdio: {
    start: measureStart,
    author: measureAuthor,
    calls: (plan) => measureCalls(plan, 'stdio'),
    additions: measureAdditions,
    memory: measureMemory,
    install: measureInstall,
  },
  http: {
    'http-calls': (plan) => measureCalls(plan, 'http'),
    'http-memory': measureHttpMemory,
  },
};

/** Our servers beside others, and their pages, each with modules of its own. */
const comparisons: Readonly<Record<string, (options: Options) => Promise<readonly Section[]>>> = {
  filesystem: async (options) => (await import('./servers/filesystem-section.ts')).measureFilesystem(options),
  git: async (options) => (await import('./servers/git-section.ts')).measureGit(options),
  sqlite: async (options) => (await import('./servers/sqlite-section.ts')).measureSqlite(options),
  fetch: async (options) => (await import('./servers/fetch-section.ts')).measureFetch(options),
  views: async (options) => (await import('./views/section.ts')).measureViews(options),
  tokens: async (options) => (await import('./tokens/section.ts')).measureTokens(options),
};

const write = (text: string): void => void process.stdout.write(`${text}\n`);

function show(section: Section, { save }: Options, began: number): void {
  const result = toResult(section);
  if (save) saveResult(section.name, result);
  const seconds = Math.round((performance.now() - began) / 1000);
  write(`\n## ${section.name}, ${seconds} s\n\n${showResult(result)}`);
}

async function measureTransport(transport: Transport, options: Options): Promise<void> {
  const { sections, quick, lanes: wanted } = options;
  const isWhole = sections.length === 0 || sections.includes(transport);
  const chosen = Object.entries(measurements[transport]).filter(
    ([name]) => isWhole || sections.includes(name),
  );
  if (chosen.length === 0) return;
  const lanes = lanesOver(transport).filter(
    (lane) => isLimit(lane) || wanted.length === 0 || wanted.some((part) => lane.name.includes(part)),
  );
  const packages = new Set(lanes.flatMap((lane) => lane.packages));
  write(`${transport}: ${[...packages].map((name) => `${name} ${installedVersion(name)}`).join(', ')}`);
  const plan = new Plan(quick ? quickEffort : fullEffort, lanes);
  await buildLanes(plan);
  for (const [, measure] of chosen) {
    const began = performance.now();
    show(await measure(plan), options, began);
  }
  for (const [lane, reason] of plan.failures) write(`\nFailed over ${transport}: ${lane}: ${reason}`);
  if (plan.failures.size > 0) process.exitCode = 1;
}

async function main(options: Options): Promise<void> {
  if (options.help) return write(usage);
  const names = [
    ...Object.entries(measurements).flatMap(([transport, its]) => [transport, ...Object.keys(its)]),
    ...Object.keys(comparisons),
  ];
  const unknown = options.sections.filter((name) => !names.includes(name));
  if (unknown.length > 0)
    throw new Error(`No such section: ${unknown.join(', ')}. Known: ${names.join(', ')}`);
  await measureTransport('stdio', options);
  await measureTransport('http', options);
  for (const [name, compare] of Object.entries(comparisons)) {
    if (!options.sections.includes(name)) continue;
    const began = performance.now();
    for (const section of await compare(options)) show(section, options, began);
  }
}

try {
  await main(parseOptions(process.argv.slice(2)));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
