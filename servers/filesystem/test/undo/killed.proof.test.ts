// A server that is killed at any step leaves all files changed or none, once the next one has looked; and loses nothing.
// By default one step of each kind is tried. PROOF_RUNS=1 tries all.
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isTemporaryName } from '../../src/sandbox/temporary-name.ts';
import { call, serve, temporary } from '../setup.ts';

const SCRIPT = fileURLToPath(new URL('killed-change.ts', import.meta.url));
const FILES = { 'a.txt': 'word a\n', 'b.txt': 'word b\n', 'sub/c.txt': 'word c\n' } as const;
const TREE = { 'tree/a.txt': 'word a\n', 'tree/sub/b.txt': 'word b\n', 'tree/empty/': '' } as const;
const AT_ONCE = 6;

type Call = readonly [tool: string, args: object];

const RENAME: Call = ['replace_in_files', { find: 'word', replace: 'text' }];
const MOVES: Call = [
  'move_file',
  {
    moves: ['a.txt', 'b.txt', 'sub/c.txt'].map((source) => ({ source, destination: `moved/${source}` })),
    createParents: true,
  },
];
const UNDO: Call = ['undo_last_change', {}];

/** Prints what the killed server printed. */
const runKilled = (root: string, store: string, [tool, args]: Call, last: number): Promise<string> =>
  new Promise((resolve) => {
    execFile(process.execPath, [SCRIPT, root, store, tool, JSON.stringify(args), `${last}`], (_, stdout) =>
      resolve(stdout),
    );
  });

/** Every file with its content, without leftovers, which no tool shows. */
const shown = (root: string): string =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !isTemporaryName(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
    .map((path) => `${path.slice(root.length)}: ${readFileSync(path, 'utf8')}`)
    .join('');

interface Killed {
  /** The state of the files before the call that is killed. */
  readonly before: string;
  /** After the next server has answered its first call. */
  readonly after: string;
  readonly root: string;
  readonly store: string;
  readonly output: string;
}

const kill = async (
  { files, prepare, killed }: { readonly files: object; readonly prepare?: Call; readonly killed: Call },
  last: number,
): Promise<Killed & Disposable> => {
  const dir = temporary();
  const [root, store] = [dir.at('files'), dir.at('store')];
  mkdirSync(root);
  using made = temporary(files as typeof FILES);
  cpSync(made.path, root, { recursive: true });
  if (prepare !== undefined) await call(serve([root], { undoDirectory: store }), ...prepare);
  const before = shown(root);
  const output = await runKilled(root, store, killed, last);
  // A reading call is enough.
  await call(serve([root], { undoDirectory: store }), 'list_directory', { path: '.' });
  return { before, after: shown(root), root, store, output, [Symbol.dispose]: () => dir[Symbol.dispose]() };
};

type Setup = Parameters<typeof kill>[0];

/** The first step of each kind, which is what comes before and after the kill; all steps with PROOF_RUNS. */
const sample = (steps: readonly string[]): number[] => {
  const kinds = steps.map((name, index) => `${steps[index - 1] ?? ''} ${name}`);
  const isWhole = process.env['PROOF_RUNS'] !== undefined;
  return kinds.flatMap((kind, index) => (isWhole || kinds.indexOf(kind) === index ? [index + 1] : []));
};

/** Kills before each step of a sample, several at once. Returns which states were seen. */
const sweep = async (
  setup: Setup,
  look: (killed: Killed) => Promise<string> | string,
): Promise<Set<string>> => {
  using whole = await kill(setup, -1);
  const steps = JSON.parse(whole.output) as string[];
  expect(steps.length).toBeGreaterThan(10);
  const seen = new Set([await look(whole)]);
  const waiting = sample(steps);
  const work = async (): Promise<void> => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      using killed = await kill(setup, next);
      expect(killed.output).toBe('');
      const outcome = await look(killed);
      expect([next, outcome]).toEqual([next, expect.stringMatching(/^(old|new)$/)]);
      seen.add(outcome);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return seen;
};

/** The state of the files is `old` or `new`, or what it is. */
const compare =
  (change: (before: string) => string) =>
  ({ before, after }: Killed): string => {
    if (after === before) return 'old';
    return after === change(before) ? 'new' : after;
  };

const SWEEPS: readonly [title: string, setup: Setup, look: (killed: Killed) => Promise<string> | string][] = [
  [
    'replace_in_files changes all files or none',
    { files: FILES, killed: RENAME },
    compare((before) => before.replaceAll('word', 'text')),
  ],
  [
    'several moves are made, or none',
    { files: FILES, killed: MOVES },
    compare((before) => before.replaceAll(/^\//gm, '/moved/')),
  ],
  [
    'undo_last_change takes all back or nothing',
    { files: FILES, prepare: RENAME, killed: UNDO },
    compare((before) => before.replaceAll('text', 'word')),
  ],
  [
    'what a killed delete_file has deleted comes back',
    { files: TREE, killed: ['delete_file', { path: 'tree', recursive: true }] },
    async ({ before, after, root, store }) => {
      if (after === before) return 'old';
      await call(serve([root], { undoDirectory: store }), ...UNDO);
      return shown(root) === before ? 'new' : shown(root);
    },
  ],
];

test.each(SWEEPS)('%s', { timeout: 240_000 }, async (_title, setup, look) => {
  expect(await sweep(setup, look)).toEqual(new Set(['old', 'new']));
});
