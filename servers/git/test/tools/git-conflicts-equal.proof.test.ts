// git_conflicts compared with git's own file merge, on generated conflicts. `PROOF_RUNS=300` tries that many.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { numbers, proofRuns } from '../proofs/random.ts';
import { call, open, repository, type Temporary } from '../setup.ts';

const RUNS = proofRuns(8);

const WORDS = ['a', 'b', '}', '', 'if (x) {'];

/** Returns three versions of a text with few distinct lines, which can be aligned in many ways. */
const versions = (seed: number): readonly [base: string[], ours: string[], theirs: string[]] => {
  const next = numbers(seed);
  // Half of them resemble real text: most lines occur once.
  const base = Array.from({ length: 12 + next(30) }, (_, line) =>
    seed % 2 === 0 ? `line ${line}` : (WORDS[next(WORDS.length)] ?? ''),
  );
  const change = (name: string): string[] =>
    base.flatMap((line) => {
      const kind = next(9);
      if (kind === 0) return [];
      if (kind === 1) return [line, `${name} ${next(3)}`];
      return [kind === 2 ? `${name} ${next(3)}` : line];
    });
  return [base, change('ours'), change('theirs')];
};

/** Tries a merge and returns what is merged. */
const tried = (seed: number): { readonly dir: Temporary; readonly right: string } => {
  const [base = '', ours = '', theirs = ''] = versions(seed).map((lines) => `${lines.join('\n')}\n`);
  const dir = repository({ 'a.txt': base });
  dir.write({ 'a.txt': theirs });
  const right = dir.commit('theirs');
  dir.git('reset', '--quiet', '--hard', 'HEAD~1');
  dir.write({ 'a.txt': ours });
  dir.commit('ours');
  try {
    dir.git('merge', '--quiet', '--no-edit', right);
  } catch {
    // It has conflicts, as expected.
  }
  return { dir, right };
};

/** Returns the regions of a text, with the base, in git's own form. */
const withBases = (dir: Temporary): string => {
  dir.git('checkout', '--quiet', '--conflict=diff3', 'a.txt');
  return readFileSync(dir.at('a.txt'), 'utf8');
};

interface Region {
  readonly start_line: number;
  readonly end_line: number;
  readonly ours: string;
  readonly theirs: string;
  readonly base?: string;
}

const SIDES = ['ours', 'theirs', 'union'] as const;

test(
  'regions are those of the file, and taking a side gives the result of git',
  async () => {
    const counts = { regions: 0, bases: 0 };
    for (let seed = 1; seed <= RUNS; seed += 1) {
      const { dir, right } = tried(seed);
      using gone = dir;
      void gone;
      if (dir.git('ls-files', '--unmerged') === '') continue;
      await using client = await open(dir.path);
      const { structuredContent = {} } = await call(client, 'git_conflicts');
      const [file] = structuredContent['conflicts'] as readonly { readonly regions: readonly Region[] }[];
      const text = readFileSync(dir.at('a.txt'), 'utf8');
      const lines = text.split('\n');
      const regions = file?.regions ?? [];
      const marked = regions.map(({ start_line: startLine, end_line: endLine }) =>
        lines.slice(startLine - 1, endLine).join('\n'),
      );
      expect(marked.map((part) => part.replace(/ [0-9a-f]{40}$/, ''))).toEqual(
        regions.map(({ ours, theirs }) => `<<<<<<< HEAD\n${ours}=======\n${theirs}>>>>>>>`),
      );
      expect(regions).toHaveLength(lines.filter((line) => line.startsWith('<<<<<<< ')).length);
      const take = SIDES[seed % 3] ?? 'ours';
      const bases = regions.flatMap(({ base }) => (base === undefined ? [] : [base]));
      const whole = withBases(dir);
      // A region may consist of several of these, with the lines between them.
      const plain = whole.replaceAll(/^<{7} [^]*?^\|{7} .*\n([^]*?)^={7}\n[^]*?^>{7} .*\n/gm, '$1');
      expect(bases.filter((base) => !plain.includes(base))).toEqual([]);
      counts.regions += regions.length;
      counts.bases += bases.length;
      dir.write({ 'a.txt': text });
      await call(client, 'git_conflicts', { path: 'a.txt', take });
      const resolved = readFileSync(dir.at('a.txt'), 'utf8');
      dir.git('reset', '--quiet', '--hard');
      if (take !== 'union') dir.git('merge', '--quiet', '--no-edit', `-X${take}`, right);
      const both = text.replaceAll(/^(?:<{7} .*|={7}|>{7} .*)\n/gm, '');
      const expected = take === 'union' ? both : readFileSync(dir.at('a.txt'), 'utf8');
      expect({ seed, resolved }).toEqual({ seed, resolved: expected });
    }
    console.log('regions in conflict, and those with a base:', counts);
    expect(counts.regions).toBeGreaterThan(RUNS);
    expect(counts.bases / counts.regions).toBeGreaterThan(0.8);
  },
  60_000 + RUNS * 2000,
);
