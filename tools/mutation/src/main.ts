// `pnpm mutation [place …]`: changes the runtime one place at a time and names each change that no test notices.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { instrument, type Mutant } from './instrument.ts';
import { known, type Known } from './known.ts';
import { readReport, type Findings } from './report.ts';

interface Scope {
  /** Folders of the runtime's sources, or files. */
  readonly places: readonly string[];
  /** Those of the runtime's tests that are about them. Others meet them too, and would take hours. */
  readonly tests: readonly string[];
  /** Those that are asked about what these do not notice. */
  readonly rest: readonly string[];
}

const CORE = [
  'asking',
  'auth',
  'conversation',
  'define',
  'extensions',
  'limits',
  'middleware',
  'regressions',
  'spec',
];
const SCOPES: readonly Scope[] = [
  {
    places: ['conversation', 'limits', 'features/asking'],
    tests: CORE,
    rest: ['http', 'robustness', 'jsonrpc', 'docs'],
  },
  { places: ['transports/http/entry'], tests: ['auth', 'http'], rest: [] },
];

const root = dirname(dirname(dirname(import.meta.dirname)));
const sources = join(root, 'packages/runtime/src');

const mutantsOf = (place: string): Mutant[] => {
  const isFile = statSync(join(sources, place)).isFile();
  const inside = isFile ? [] : readdirSync(join(sources, place), { recursive: true, encoding: 'utf8' });
  const files = isFile
    ? [place]
    : inside.filter((path) => path.endsWith('.ts')).map((path) => join(place, path));
  return files
    .toSorted()
    .flatMap((file) => instrument(file, readFileSync(join(sources, file), 'utf8')).mutants);
};

interface Pass {
  readonly longestTestMs: number;
  /** What a pass before noticed. */
  readonly dead: Iterable<string>;
}

const run = ({ places, tests }: Scope, { longestTestMs, dead }: Pass): Findings => {
  const folder = mkdtempSync(join(tmpdir(), 'mutation-'));
  const MUTATION_REPORT = join(folder, 'report.jsonl');
  const env = {
    ...process.env,
    MUTATION_REPORT,
    MUTATION_SOURCES: places.join(','),
    MUTATION_TESTS: tests.map((name) => `test/${name}/*.test.ts`).join(','),
    MUTATION_LONGEST_TEST_MS: String(longestTestMs),
    MUTATION_DEAD: [...dead].join('\n'),
  };
  try {
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    const config = join(import.meta.dirname, 'config.ts');
    spawnSync(process.execPath, [vitest, 'run', '--config', config], {
      env,
      stdio: ['ignore', 'inherit', 'ignore'],
    });
    return readReport(MUTATION_REPORT);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const describe = ({ file, line, original, replacement }: Mutant): string =>
  `${file}:${line}  ${original}  →  ${replacement === '' ? '(left out)' : replacement}`;

const print = (title: string, mutants: readonly Mutant[]): void => {
  if (mutants.length === 0) return;
  process.stdout.write(`\n${title}\n${mutants.map((mutant) => `  ${describe(mutant)}\n`).join('')}`);
};

const isOf =
  ({ file, original, replacement }: Mutant) =>
  (entry: Known): boolean =>
    entry.file === file && entry.original === original && entry.replacement === replacement;

/** What tests notice: quick ones first, then those with timers and sockets, and at last those of something else. */
const tryScope = (scope: Scope): Findings => {
  const met = new Set<string>();
  const dead = new Set<string>();
  for (const [tests, longestTestMs] of [
    [scope.tests, 30],
    [scope.tests, 400],
    [scope.rest, 2000],
  ] as const) {
    if (tests.length === 0) continue;
    const found = run({ ...scope, tests }, { longestTestMs, dead });
    for (const id of found.met) met.add(id);
    for (const id of found.dead) dead.add(id);
  }
  return { met, dead };
};

const tell = (mutants: readonly Mutant[], { met, dead }: Findings): void => {
  const tried = mutants.filter(({ isAtLoad }) => !isAtLoad);
  const alive = tried.filter(({ id }) => !dead.has(id));
  const unnamed = alive.filter((mutant) => !known.some(isOf(mutant)));
  print(
    'No test comes here in its own process:',
    unnamed.filter(({ id }) => !met.has(id)),
  );
  print(
    'No test notices:',
    unnamed.filter(({ id }) => met.has(id)),
  );
  const files = new Set(mutants.map(({ file }) => file));
  const settled = known.filter(
    (entry) => files.has(entry.file) && !alive.some((mutant) => isOf(mutant)(entry)),
  );
  for (const { file, original } of settled)
    process.stdout.write(`Known, but noticed by now: ${file}  ${original}\n`);
  process.stdout.write(
    `\n${tried.length} changes: ${tried.length - alive.length} noticed, ${alive.length - unnamed.length} known, ` +
      `${unnamed.length} neither. ${mutants.length - tried.length} more would be in force only while a module is loaded, ` +
      'and were not tried.\n',
  );
  if (unnamed.length > 0) process.exitCode = 1;
};

// Without arguments, everything.
const wanted = process.argv.slice(2);
for (const scope of SCOPES) {
  const { places } = scope;
  const chosen =
    wanted.length === 0 ? places : wanted.filter((name) => places.some((place) => name.startsWith(place)));
  if (chosen.length > 0) tell(chosen.flatMap(mutantsOf), tryScope({ ...scope, places: chosen }));
}
