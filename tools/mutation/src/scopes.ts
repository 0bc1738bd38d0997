// Scopes: assigns tests to the mutants of sources.

/** A part of the sources, with the tests that should kill its mutants. */
export interface Scope {
  /** The folder of the package. */
  readonly project: string;
  /** The start of the paths that belong to the scope, from the root of the repository. */
  readonly sources: string;
  /** Globs relative to `project`. */
  readonly tests: readonly string[];
  /** The time limit of each test. A mutant that makes a test hang costs this much. */
  readonly limitMs: number;
  /** Threads start faster than processes. Tests that change the working directory need processes. */
  readonly pool: 'threads' | 'forks';
}

const inFolders = (...names: string[]): string[] => names.map((name) => `test/${name}/**/*.test.ts`);

// The first match counts. Most tests of the runtime reach nearly all of it; narrower folders keep a run below an hour.
const SCOPES: readonly Scope[] = [
  {
    project: 'packages/runtime',
    sources: 'packages/runtime/src/transports/',
    tests: inFolders('auth', 'http', 'transports'),
    limitMs: 8000,
    pool: 'threads',
  },
  {
    project: 'packages/runtime',
    sources: 'packages/runtime/src/',
    tests: inFolders(
      ...[
        'asking',
        'auth',
        'conversation',
        'define',
        'extensions',
        'limits',
        'middleware',
        'regressions',
        'spec',
      ],
    ),
    limitMs: 8000,
    pool: 'threads',
  },
  {
    project: 'servers/git',
    sources: 'packages/git/src/',
    tests: ['../../packages/git/test/!(*.proof).test.ts', ...inFolders('repository', 'attacks')],
    limitMs: 20_000,
    pool: 'forks',
  },
];

/**
 * Sources that are never mutated, because a mutant could end this run or other programs by signalling process 0, or
 * remove unrelated folders.
 */
export const untouchable: readonly string[] = [
  'packages/git/src/process/process-tree.ts',
  'packages/git/src/process/private-folder.ts',
];

/** The paths to mutate by default. */
export const defaultPaths: readonly string[] = [
  'packages/runtime/src/conversation',
  'packages/runtime/src/limits',
  'packages/runtime/src/features/asking',
  'packages/runtime/src/transports/http/entry',
];

/** Returns the scope of a path; throws if the path is not in the sources of a package. */
export const scopeOf = (path: string): Scope => {
  const known = SCOPES.find(({ sources }) => `${path}/`.startsWith(sources));
  if (known !== undefined) return known;
  const [project] = /^(?:packages|servers|tools)\/[^/]+(?=\/src(?:\/|$))/.exec(path) ?? [];
  if (project === undefined) throw new Error(`${path} is not below packages/*/src/ or servers/*/src/`);
  return {
    project,
    sources: `${project}/src/`,
    tests: ['test/**/*.test.ts'],
    limitMs: 20_000,
    pool: 'forks',
  };
};
