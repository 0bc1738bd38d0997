// The page's staging compared with git, on generated files: each hunk lands at its line numbers, and together they are
// the file. `PROOF_RUNS=300` tries that many.
import type { TestClient } from '@mcp/runtime/testing';
import { expect, test } from 'vitest';
import { numbers, proofRuns } from '../proofs/random.ts';
import { splitHunks, type FileHunks } from '../../views/diff/split.ts';
import { pagesOf } from '../pages.ts';
import { call, open, repository, textsOf, type Temporary } from '../setup.ts';

const RUNS = proofRuns(6);

// Few distinct lines: a hunk without line numbers would fit in many places.
const WORDS = ['a', '', '}', '-- x', '+', '@@ -1 +1 @@', 'ü\u202e', 'diff --git a/a.txt b/a.txt'];

/** Two versions of a text, some without a final line break, some with Windows line breaks. */
const versions = (seed: number): readonly [before: string, after: string] => {
  const next = numbers(seed);
  const word = (): string => WORDS[next(seed % 3 === 0 ? WORDS.length : 3)] ?? '';
  // Some repeat themselves, so a search for a hunk would find it a few lines away.
  const period = 1 + next(3);
  const isPeriodic = seed % 3 === 1;
  const before = Array.from({ length: 30 + next(40) }, (_, at) =>
    isPeriodic ? (WORDS[at % period] ?? '') : word(),
  );
  const after = before.flatMap((line) => {
    const kind = next(22);
    if (kind === 0) return [];
    if (kind === 1) return [line, ...Array.from({ length: 1 + next(2 * period) }, () => `new ${next(3)}`)];
    return [kind === 2 ? `${line}!` : line];
  });
  const end = seed % 2 === 0 ? '\r\n' : '\n';
  const toText = (lines: readonly string[], isOpen: boolean): string => lines.join(end) + (isOpen ? '' : end);
  return [toText(before, next(3) === 0), toText(after, next(3) === 0)];
};

/** Replaces the lines at a hunk's line number, without any search. */
const replaceAt = (text: string, hunk: string, isReverse: boolean): string => {
  const [title = '', ...body] = hunk.match(/[^\n]*\n/g) ?? [];
  const [, before = '', beforeCount = '1', after = '', afterCount = '1'] =
    /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(title) ?? [];
  const [start, lines] = isReverse ? [after, afterCount] : [before, beforeCount];
  const sign = isReverse ? '-' : '+';
  let replacement = '';
  let isKept = false;
  for (const line of body) {
    if (line.startsWith('\\')) replacement = isKept ? replacement.slice(0, -1) : replacement;
    else {
      isKept = line.startsWith(' ') || line.startsWith(sign);
      if (isKept) replacement += line.slice(1);
    }
  }
  const all = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const at = Number(lines) === 0 ? Number(start) : Number(start) - 1;
  return [...all.slice(0, at), replacement, ...all.slice(at + Number(lines))].join('');
};

const hunksOf = async (client: TestClient, staged: boolean): Promise<FileHunks> => {
  const pages = await pagesOf(client, 'git_diff', { paths: ['a.txt'], staged });
  return splitHunks(pages.map((page) => textsOf(page).find((text) => !text.startsWith('['))).join(''));
};

/** Stages or unstages all hunks in any order; each must apply at its line numbers. */
const takeAll = async (
  { dir, client }: { readonly dir: Temporary; readonly client: TestClient },
  next: (limit: number) => number,
  unstage: boolean,
): Promise<number> => {
  let steps = 0;
  for (let file = await hunksOf(client, unstage); file.hunks.length > 0; steps += 1) {
    expect(file.isWhole).toBe(false);
    const hunk = file.hunks[next(file.hunks.length)] ?? '';
    const expected = replaceAt(dir.git('show', ':a.txt'), hunk, unstage);
    const tool = unstage ? 'git_reset' : 'git_add';
    const { isError, content } = await call(client, tool, { patch: file.head + hunk });
    expect({ isError, content: isError === true ? content : [] }).toEqual({
      isError: undefined,
      content: [],
    });
    expect(dir.git('show', ':a.txt')).toBe(expected);
    file = await hunksOf(client, unstage);
  }
  return steps;
};

test(
  'each hunk applies at its lines; together they equal `git add`, and unstaging them leaves nothing',
  async () => {
    let steps = 0;
    for (let seed = 1; seed <= RUNS; seed += 1) {
      const [before, after] = versions(seed);
      using dir = repository({ 'a.txt': before });
      dir.write({ 'a.txt': after });
      await using client = await open(dir.path);
      const next = numbers(seed + 1000);
      steps += await takeAll({ dir, client }, next, false);
      const staged = dir.git('write-tree');
      dir.git('add', 'a.txt');
      expect({ seed, tree: staged }).toEqual({ seed, tree: dir.git('write-tree') });
      steps += await takeAll({ dir, client }, next, true);
      expect({ seed, diff: dir.git('diff', '--cached') }).toEqual({ seed, diff: '' });
      expect(dir.git('write-tree')).toBe(dir.git('rev-parse', 'HEAD^{tree}'));
    }
    console.log('hunks staged and unstaged:', steps);
    expect(steps).toBeGreaterThan(RUNS * 4);
  },
  // A run has about fifteen hunks, each of which needs ten processes or more.
  60_000 + RUNS * 30_000,
);

test('all hunks together equal `git add` with Windows line breaks, which git keeps out of the index', async () => {
  const lines = Array.from({ length: 40 }, (_, at) => `line ${at}\r\n`);
  using dir = repository();
  dir.git('config', 'core.autocrlf', 'true');
  dir.write({ 'a.txt': lines.join('') });
  dir.commit('crlf');
  dir.write({ 'a.txt': lines.with(2, 'two\r\n').toSpliced(30, 2).join('') });
  await using client = await open(dir.path);
  expect(await takeAll({ dir, client }, () => 0, false)).toBe(2);
  const staged = dir.git('write-tree');
  expect(staged).not.toBe(dir.git('rev-parse', 'HEAD^{tree}'));
  dir.git('add', 'a.txt');
  expect(staged).toBe(dir.git('write-tree'));
});
