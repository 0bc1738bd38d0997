// `pnpm mutation [path …]`: makes one change at a time to the sources and prints each change that no test notices.
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { compare, describeOutcome, type Outcome } from './report.ts';
import { defaultPaths, scopeOf, untouchable, type Scope } from './scopes.ts';

const root = dirname(dirname(dirname(import.meta.dirname)));
process.chdir(root);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    workers: { type: 'string', default: String(availableParallelism()) },
    write: { type: 'string' },
    compare: { type: 'string' },
  },
});

type Result = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

const STATUS: Partial<Record<Result['status'], Outcome['status']>> = {
  Killed: 'killed',
  Timeout: 'killed',
  // An error outside of any test, such as an unhandled rejection, fails a run too.
  RuntimeError: 'killed',
  Survived: 'survived',
  NoCoverage: 'not covered',
};

const originalOf = (source: string, { start, end }: Result['location']): string => {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  const last = lines.length - 1;
  lines[last] = (lines[last] ?? '').slice(0, end.column - 1);
  lines[0] = (lines[0] ?? '').slice(start.column - 1);
  return lines.join(' ');
};

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const outcomesOf = ({ fileName, location, replacement, status }: Result): Outcome[] => {
  const outcome = STATUS[status];
  if (outcome === undefined) return [];
  return [
    {
      file: relative(root, fileName),
      line: location.start.line,
      original: oneLine(originalOf(readFileSync(fileName, 'utf8'), location)),
      replacement: oneLine(replacement ?? ''),
      status: outcome,
    },
  ];
};

const inSourceOrder = (a: Result, b: Result): number =>
  a.fileName.localeCompare(b.fileName) ||
  a.location.start.line - b.location.start.line ||
  a.location.start.column - b.location.start.column;

const run = async ({ sources, pool }: Scope, paths: readonly string[]): Promise<Outcome[]> => {
  // Read by the configuration of vitest.
  process.env['MUTATION_SOURCES'] = sources;
  const results = await new Stryker({
    mutate: [
      ...paths.map((path) => (/\.ts(?::|$)/.test(path) ? path : `${path}/**/*.ts`)),
      ...untouchable.map((path) => `!${path}`),
    ],
    testRunner: 'vitest',
    plugins: [import.meta.resolve('@stryker-mutator/vitest-runner')],
    vitest: { configFile: 'tools/mutation/src/vitest.ts', related: false, pool },
    coverageAnalysis: 'perTest',
    // Code that runs while a module loads would need every test again.
    ignoreStatic: true,
    // Texts are for people; a test that quotes each of them proves nothing.
    mutator: { excludedMutations: ['StringLiteral', 'Regex'] },
    concurrency: Number(values.workers),
    dryRunTimeoutMinutes: 30,
    timeoutMS: 1500,
    disableTypeChecks: false,
    tempDirName: join(tmpdir(), `mutation-${process.pid}`),
    cleanTempDir: 'always',
    reporters: ['progress-append-only'],
    allowConsoleColors: false,
  }).runMutationTest();
  // Stryker returns results in order of completion.
  return results.toSorted(inSourceOrder).flatMap(outcomesOf);
};

const print = (title: string, outcomes: readonly Outcome[]): void => {
  if (outcomes.length === 0) return;
  const lines = outcomes.map((outcome) => `  ${describeOutcome(outcome)}\n`);
  process.stdout.write(`\n${title}\n${lines.join('')}`);
};

const wanted = (positionals.length === 0 ? defaultPaths : positionals).map((path) => ({
  path,
  scope: scopeOf(path),
}));
const outcomes: Outcome[] = [];
for (const sources of new Set(wanted.map(({ scope }) => scope.sources))) {
  const [first, ...others] = wanted.filter(({ scope }) => scope.sources === sources);
  if (first !== undefined)
    outcomes.push(
      ...(await run(
        first.scope,
        [first, ...others].map(({ path }) => path),
      )),
    );
}
if (values.write !== undefined) writeFileSync(values.write, `${JSON.stringify(outcomes, undefined, 1)}\n`);

const alive = outcomes.filter(({ status }) => status !== 'killed');
print('Not killed:', alive);
process.stdout.write(`\n${outcomes.length} mutants: ${outcomes.length - alive.length} killed\n`);
if (values.compare !== undefined) {
  const before = JSON.parse(readFileSync(values.compare, 'utf8')) as Outcome[];
  const { notKilled, gone } = compare(before, outcomes);
  print('Killed before, not killed now:', notKilled);
  print('Killed before, and the source has changed:', gone);
  process.stdout.write(`${notKilled.length} that were killed before are not killed now\n`);
  if (notKilled.length > 0) process.exitCode = 1;
}
