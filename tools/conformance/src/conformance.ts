// `pnpm conformance`: runs the official suite against the fixture server, in strict mode. Exit code 1 on any problem.
import { serveHttp } from '@mcp/runtime/http';
import { suiteFixture } from './server.ts';
import { runSuite, type Problem, type Selection } from './suite.ts';

const SELECTIONS: readonly Selection[] = [
  { name: '2025-11-25', options: required('2025-11-25'), scenarios: 33, checks: 83 },
  { name: '2026-07-28', options: required('2026-07-28'), scenarios: 50, checks: 196 },
  { name: '2025-06-18', options: all('2025-06-18'), scenarios: 27, checks: 56 },
  { name: '2025-03-26', options: all('2025-03-26'), scenarios: 1, checks: 3 },
  // The suite has no list of extensions: they are pending, with four scenarios of the revisions above.
  {
    name: 'extensions',
    options: ['--suite', 'pending'],
    only: /^(?:tasks|sep-2640-skills)-/,
    scenarios: 13,
    checks: 80,
  },
];

// Required and optional scenarios; the suite lists them only for the two newest revisions.
function required(revision: string): string[] {
  return ['--requirements', revision];
}

// Every scenario that the suite has for a revision.
function all(revision: string): string[] {
  return ['--suite', 'all', '--spec-version', revision];
}

/** Scenarios that the suite always skips. `TK-07` of the runtime tests the same. */
const SKIPS_ITSELF: ReadonlySet<string> = new Set(['tasks-status-notifications']);

/** Runs one selection and prints the results. Returns false if anything failed. */
async function judge(selection: Selection, url: string): Promise<boolean> {
  const run = await runSuite(selection, url);
  const judged = run.filter(({ name }) => selection.only?.test(name) ?? true);
  const found = judged.flatMap(({ name, problems: own }) => own.map((problem) => ({ name, ...problem })));
  const isOwn = ({ name, kind }: (typeof found)[number]): boolean =>
    kind === 'skipped' && SKIPS_ITSELF.has(name);
  const problems = found.filter((problem) => !isOwn(problem));
  const ok = judged.reduce((sum, scenario) => sum + scenario.ok, 0);
  const isComplete = judged.length === selection.scenarios && ok >= selection.checks;

  console.log(`${selection.name}: ${judged.length} scenarios, ${ok} checks ok, ${tally(problems)}`);
  for (const { name } of found.filter(isOwn)) console.log(`  the suite itself always skips ${name}`);
  for (const { kind, name, message } of problems) console.log(`  ${kind}: ${name}: ${message}`);
  if (!isComplete) {
    const { scenarios, checks } = selection;
    console.log(`  failed: there should be ${scenarios} scenarios with ${checks} checks or more`);
  }
  return isComplete && problems.length === 0;
}

// A skipped check proves nothing, so it counts as a failure too.
function tally(problems: readonly Problem[]): string {
  const count = (wanted: Problem['kind']): number => problems.filter(({ kind }) => kind === wanted).length;
  const skipped = count('skipped') === 0 ? '' : `, ${count('skipped')} checks skipped`;
  return `${count('failed')} failed, ${count('warning')} warnings${skipped}`;
}

const serving = await serveHttp(suiteFixture());
try {
  for (const selection of SELECTIONS) if (!(await judge(selection, serving.url))) process.exitCode = 1;
} finally {
  await serving.close(0);
}
