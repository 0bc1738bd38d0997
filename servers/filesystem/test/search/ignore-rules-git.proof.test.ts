// Random rules and paths: the walk omits exactly what `git check-ignore` names.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinPath, Walk } from '../../src/search/walk.ts';
import { memorySource, placeIn, TOP } from './memory-source.ts';
import { temporary } from '../setup.ts';

const hasGit = spawnSync('git', ['--version']).error === undefined;

const name = fc.constantFrom('a', 'b', 'ab', 'a.txt', 'b.log', 'x y', '#c', '!d', '.e', '[f]', 'é');
const file = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));

const part = fc.oneof(
  { weight: 3, arbitrary: name },
  fc.constantFrom(
    '*',
    '**',
    '?',
    '*.txt',
    '*.log',
    'a*',
    '*b',
    '[ab]',
    '[!a]',
    '[a-c]*',
    '\\#c',
    '\\!d',
    '\\[f\\]',
  ),
  fc.constantFrom('**a', 'a**b', '*a*', '??', '.*', 'x\\ y', '[[:alpha:]]'),
);
const rule = fc
  .tuple(
    fc.constantFrom('', '', '', '!'),
    fc.constantFrom('', '', '/'),
    fc.array(part, { minLength: 1, maxLength: 3 }),
    fc.constantFrom('', '', '/', ' ', '/ ', '\r'),
  )
  .map(([sign, start, parts, end]) => `${sign}${start}${parts.join('/')}${end}`);
const rules = fc.array(fc.oneof({ weight: 8, arbitrary: rule }, fc.constantFrom('', '# no', '/', '!', ' ')), {
  maxLength: 6,
});

/** Makes a tree in which no file is also a directory, and its .gitignore files by directory. */
const tree = fc
  .record({
    files: fc.uniqueArray(file, { minLength: 1, maxLength: 12 }),
    top: rules,
    inner: fc.array(fc.tuple(fc.nat(), rules), { maxLength: 2 }),
  })
  .map(({ files: given, top, inner }) => {
    const files = given.filter((path) => !given.some((other) => other.startsWith(`${path}/`)));
    const directories = files.map(dirname).filter((path) => path !== '.');
    const ignoreFiles = new Map([['', top]]);
    for (const [choice, lines] of inner) {
      const directory = directories[choice % Math.max(1, directories.length)];
      if (directory !== undefined) ignoreFiles.set(directory, lines);
    }
    return { files, ignoreFiles };
  });

interface Tree {
  readonly files: readonly string[];
  readonly ignoreFiles: ReadonlyMap<string, readonly string[]>;
}

const keptByUs = ({ files, ignoreFiles }: Tree): string[] => {
  const all = new Map<string, string>(files.map((path) => [path, '']));
  for (const [directory, lines] of ignoreFiles)
    all.set(joinPath(directory, '.gitignore'), `${lines.join('\n')}\n`);
  const walk = new Walk(placeIn(memorySource(all), { gitignore: TOP }));
  const kept = [...walk.visits()].flatMap(({ path, entries }) =>
    entries.map((entry) => joinPath(path, entry.name)),
  );
  return files.filter((path) => kept.includes(path));
};

/** Several trees, so that git starts only once. */
const BATCH = 20;
const TREES = Number(process.env['PROOF_RUNS'] ?? 60);

test.skipIf(!hasGit)(
  `agrees with git check-ignore on random rules${hasGit ? '' : ' (git is not installed)'}`,
  { timeout: 120_000 },
  () => {
    using dir = temporary({ 'repo/': '' });
    const repo = dir.at('repo');
    const git = (args: readonly string[], input: string) =>
      spawnSync('git', ['-c', 'core.quotePath=false', '-c', 'core.excludesFile=/dev/null', ...args], {
        cwd: repo,
        encoding: 'utf8',
        input,
      });
    git(['init', '-q'], '');
    let compared = 0;
    let ignored = 0;
    const check = (trees: readonly Tree[]): void => {
      for (const entry of readdirSync(repo))
        if (entry !== '.git') rmSync(join(repo, entry), { recursive: true });
      for (const [index, { files, ignoreFiles }] of trees.entries()) {
        const write = (path: string, content: string): void => {
          const at = join(repo, `${index}`, path);
          mkdirSync(dirname(at), { recursive: true });
          writeFileSync(at, content);
        };
        for (const path of files) write(path, '');
        for (const [directory, lines] of ignoreFiles)
          write(joinPath(directory, '.gitignore'), `${lines.join('\n')}\n`);
      }
      const all = trees.flatMap(({ files }, index) => files.map((path) => `${index}/${path}`));
      const { stdout, status } = git(['check-ignore', '--no-index', '-z', '--stdin'], all.join('\0'));
      expect([0, 1]).toContain(status);
      const named = new Set(stdout.split('\0'));
      for (const [index, one] of trees.entries()) {
        const kept = one.files.filter((path) => !named.has(`${index}/${path}`));
        expect(keptByUs(one)).toEqual(kept);
        compared += one.files.length;
        ignored += one.files.length - kept.length;
      }
    };
    const batch = fc.array(tree, { minLength: 1, maxLength: BATCH, size: 'max' });
    fc.assert(fc.property(batch, check), { numRuns: Math.ceil((2 * TREES) / BATCH) });
    expect(ignored).toBeGreaterThan(0);
    expect(ignored).toBeLessThan(compared);
  },
);
