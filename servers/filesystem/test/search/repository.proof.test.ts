// Searches of this repository and its dependencies: compared with find, grep, ripgrep and git.
import { spawnSync } from 'node:child_process';
import { lstatSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { documentKind } from '@mcp/documents';
import { connectTo, serve } from '../setup.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');

/** Returns the output lines of a program run at the repository root; undefined if not installed. */
const linesOf = (program: string, ...args: readonly string[]): string[] | undefined => {
  const options = {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    env: { ...process.env, LC_ALL: 'C' },
  } as const;
  const { stdout, error } = spawnSync(program, args, options);
  return error === undefined ? stdout.split(/[\0\n]/).filter((line) => line !== '') : undefined;
};

const only = (program: string): string =>
  linesOf(program, '--version') === undefined ? ` (${program} is not installed)` : '';

interface Match {
  readonly path: string;
  readonly line?: number;
}

interface Page {
  readonly matches?: readonly Match[];
  readonly files?: readonly { readonly path: string; readonly lines: readonly { readonly line: number }[] }[];
  readonly errors?: readonly string[];
  readonly nextCursor?: string;
}

/** Reads all pages, as one may hit its deadline. */
const searchAll = async (name: string, args: object): Promise<Match[]> => {
  await using client = await connectTo(serve([ROOT]));
  const found: Match[] = [];
  let cursor: string | undefined;
  do {
    const all = { path: '.', ...args, ...(cursor === undefined ? {} : { cursor }) };
    const { structuredContent } = await client.request('tools/call', { name, arguments: all });
    const page = structuredContent as Page;
    // Listed files may be deleted meanwhile.
    const errors = page.errors ?? [];
    expect(errors.filter((error) => !error.includes('does not exist'))).toEqual([]);
    found.push(...(page.matches ?? []));
    for (const { path, lines } of page.files ?? []) found.push(...lines.map(({ line }) => ({ path, line })));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return found;
};

const below = (path: string): string => path.slice(ROOT.length + 1);

const namesOf = async (args: object): Promise<string[]> => {
  const matches = await searchAll('search_files', { pattern: '**', ...args });
  return matches.map(({ path }) => below(path));
};

const placesOf = async (args: object): Promise<string[]> => {
  const matches = await searchAll('search_file_contents', { maxMatches: 1_000_000, ...args });
  // The others skip documents.
  const others = matches.filter(({ path }) => documentKind(path) === undefined);
  return others.map(({ path, line }) => `${below(path)}:${line}`);
};

interface Differences {
  readonly found: number;
  readonly more: readonly string[];
  readonly missing: readonly string[];
}

const NONE = { found: expect.toSatisfy((found: number) => found > 0), more: [], missing: [] };

/** Compares with reference runs before and after ours, because the repository may change meanwhile. */
const compare = async (
  ours: () => Promise<string[]>,
  witness: () => string[] | undefined,
): Promise<Differences> => {
  const before = new Set(witness());
  const found = new Set(await ours());
  const after = new Set(witness());
  return {
    found: found.size,
    // Files that the test run itself writes may come and go.
    more: [...found].filter(
      (entry) => !before.has(entry) && !after.has(entry) && !entry.startsWith('node_modules/.vitest-cache/'),
    ),
    missing: [...before].filter((entry) => after.has(entry) && !found.has(entry)),
  };
};

/** Converts grep or ripgrep output to `path:line`. */
const toPlaces = (lines: string[] | undefined): string[] | undefined =>
  lines?.flatMap((line) => /^(?:\.\/)?(.*?:\d+):/.exec(line)?.[1] ?? []);

const FIND = ['.', '-mindepth', '1'];
const CODE = ['-type', 'f', '(', '-name', '*.ts', '-o', '-name', '*.json', ')'];

test.skipIf(only('find') !== '').each([
  [{}, FIND],
  [{ pattern: '**/*.{ts,json}', type: 'file' }, [...FIND, ...CODE]],
])(`search_files %j finds what find does${only('find')}`, { timeout: 120_000 }, async (args, expression) => {
  const witness = () => linesOf('find', ...expression, '-print0')?.map((path) => path.slice(2));
  expect(await compare(() => namesOf({ gitignore: false, ...args }), witness)).toEqual(NONE);
});

test.skipIf(only('git') !== '')(
  `search_files leaves out what git does${only('git')}`,
  { timeout: 120_000 },
  async () => {
    const rules = ['ls-files', '-z', '--exclude-per-directory=.gitignore'];
    const witness = () => {
      // Git also lists files that were added despite a rule.
      const added = new Set(linesOf('git', ...rules, '--cached', '--ignored'));
      const files = linesOf('git', ...rules, '--cached', '--others');
      return files?.filter((path) => !added.has(path) && isFile(path));
    };
    expect(await compare(() => namesOf({ type: 'file' }), witness)).toEqual(NONE);
  },
);

const isFile = (path: string): boolean =>
  lstatSync(join(ROOT, path), { throwIfNoEntry: false })?.isFile() === true;

const RG = ['-n', '--no-heading', '--hidden', '-j1'];
/** Applies only .gitignore rules. */
const RG_GITIGNORE = [...RG, '--no-ignore-dot', '--no-ignore-exclude', '--no-ignore-global', '-g', '!.git'];

/** Programs that search contents, with queries that all support. */
const SEARCHES = [
  ['grep', { gitignore: false }, ['-rnI']],
  ['rg', { gitignore: false }, [...RG, '--no-ignore']],
  ['rg', {}, RG_GITIGNORE],
] as const;

describe.each(SEARCHES)('search_file_contents finds the lines that %s does', (program, args, options) => {
  test.skipIf(only(program) !== '').each(['NOTE:', 'from .node:[a-z]'])(
    `with ${JSON.stringify(args)} and %s${only(program)}`,
    { timeout: 300_000 },
    async (query) => {
      const witness = () => toPlaces(linesOf(program, ...options, query, '.'));
      expect(await compare(() => placesOf({ query, ...args }), witness)).toEqual(NONE);
    },
  );
});
