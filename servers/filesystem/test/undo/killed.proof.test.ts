// Killed server: at any step it leaves whole files, old or new, and loses nothing. No other server changes or undoes
// anything because of it. Tries one step of each kind by default, all with PROOF_RUNS=1.
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isTemporaryName } from '@mcp/files/test/inside';
import { call, codeOf, serve, temporary } from '../setup.ts';

const SCRIPT = fileURLToPath(new URL('killed-change.ts', import.meta.url));
const FILES = { 'a.txt': 'word a\n', 'b.txt': 'word b\n', 'sub/c.txt': 'word c\n' } as const;
const AT_ONCE = 6;

interface Setup {
  readonly tool: string;
  /** Arguments of an earlier replace_in_files, then of the killed call. */
  readonly calls: readonly object[];
}

const RENAME = { find: 'word', replace: 'text' } as const;

/** Returns file contents by path; `isHidden` selects files that no tool shows. */
const filesIn = (root: string, isHidden = false): readonly string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isTemporaryName(entry.name) === isHidden)
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => `${path.slice(root.length)}: ${readFileSync(path, 'utf8')}`)
    .toSorted();

/** Returns the killed server's output. */
const kill = async (
  { tool, calls }: Setup,
  last: number,
): Promise<Disposable & { root: string; data: string; output: string }> => {
  const dir = temporary({ 'data/Trash/': '' });
  const [root, data] = [dir.at('files'), dir.at('data')];
  mkdirSync(root);
  using made = temporary(FILES);
  cpSync(made.path, root, { recursive: true });
  const args = [SCRIPT, root, data, tool, JSON.stringify(calls), `${last}`];
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, (_, stdout) => resolve(stdout));
  });
  return { root, data, output, [Symbol.dispose]: () => dir[Symbol.dispose]() };
};

/** The first step of each kind, by its neighbours; all steps with PROOF_RUNS. */
const sample = (steps: readonly string[]): number[] => {
  const kinds = steps.map((name, index) => `${steps[index - 1] ?? ''} ${name}`);
  const isWhole = process.env['PROOF_RUNS'] !== undefined;
  return kinds.flatMap((kind, index) => (isWhole || kinds.indexOf(kind) === index ? [index + 1] : []));
};

/**
 * Kills before each sampled step. Every file must match `allowed`, and each letter must be in some file. Returns the
 * number of kills.
 */
const sweep = async (setup: Setup, allowed: RegExp): Promise<number> => {
  using whole = await kill(setup, -1);
  const steps = JSON.parse(whole.output) as string[];
  expect(steps.length).toBeGreaterThan(5);
  const waiting = sample(steps);
  const count = waiting.length;
  const work = async (): Promise<void> => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      using killed = await kill(setup, next);
      expect(killed.output).toBe('');
      const files = filesIn(killed.root);
      expect([next, files.filter((file) => !allowed.test(file))]).toEqual([next, []]);
      const all = [...files, ...filesIn(killed.data)].filter((file) => !file.includes('.trashinfo'));
      for (const letter of ['a', 'b', 'c'])
        expect([next, all.join()]).toEqual([next, expect.stringMatching(` ${letter}\n`)]);
      const left = filesIn(killed.root, true);
      const another = serve([killed.root]);
      await call(another, 'list_directory', { path: '.' });
      expect(codeOf(await call(another, 'undo_last_change', {}))).toBe('nothing_to_undo');
      expect([filesIn(killed.root), filesIn(killed.root, true)]).toEqual([files, left]);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return count;
};

const MOVES = {
  moves: ['a.txt', 'b.txt', 'sub/c.txt'].map((source) => ({ source, destination: `moved/${source}` })),
  createParents: true,
} as const;

test.each<[title: string, setup: Setup, allowed: RegExp]>([
  [
    'replace_in_files',
    { tool: 'replace_in_files', calls: [RENAME] },
    /^\/(sub\/)?([abc])\.txt: (word|text) \2\n$/,
  ],
  ['a list of moves', { tool: 'move_file', calls: [MOVES] }, /^\/(moved\/)?(sub\/)?([abc])\.txt: word \3\n$/],
  [
    'undo_last_change',
    { tool: 'undo_last_change', calls: [RENAME, {}] },
    /^\/(sub\/)?([abc])\.txt: (word|text) \2\n$/,
  ],
  [
    'delete_file',
    { tool: 'delete_file', calls: [{ path: 'sub', recursive: true }] },
    /^\/(sub\/)?([abc])\.txt: word \2\n$/,
  ],
])(
  '%s, killed at any step, leaves whole files and loses none',
  { timeout: 240_000 },
  async (_title, setup, allowed) => {
    expect(await sweep(setup, allowed)).toBeGreaterThan(3);
  },
);
