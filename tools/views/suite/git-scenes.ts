// Repositories that show what the pages of the git server are for.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A repository to be made ready. */
export interface Scene {
  /** Runs plain git. Returns what it prints. */
  git(...args: string[]): string;
  write(name: string, text: string): void;
  /** Commits all files, `minutes` after a fixed time. */
  commit(message: string, minutes?: number): void;
}

const BEGIN = Date.UTC(2026, 2, 2, 9);

/** Makes a repository of an empty folder. */
export const startScene = (path: string): Scene => {
  const run = (args: readonly string[], minutes: number): string => {
    const when = new Date(BEGIN + minutes * 60_000).toISOString();
    const dates = { GIT_AUTHOR_DATE: when, GIT_COMMITTER_DATE: when };
    return execFileSync(
      'git',
      ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'merge.conflictStyle=merge', ...args],
      { cwd: path, encoding: 'utf8', env: { ...process.env, ...dates }, stdio: ['ignore', 'pipe', 'pipe'] },
    );
  };
  const git = (...args: string[]): string => run(args, 0);
  git('init', '--quiet', '--initial-branch=main');
  return {
    git,
    write: (name, text) => {
      mkdirSync(dirname(join(path, name)), { recursive: true });
      writeFileSync(join(path, name), text);
    },
    commit: (message, minutes = 0) => {
      git('add', '--all');
      run(['commit', '--quiet', '--allow-empty', '--message', message], minutes);
    },
  };
};

const numbered = (count: number): string[] => Array.from({ length: count }, (_, at) => `step ${at + 1}`);
const toText = (lines: readonly string[]): string => `${lines.join('\n')}\n`;

/** A merge that has stopped: a file in conflict in two places, one staged, one with two hunks, one new. */
export const makeStatusScene = (path: string): Scene => {
  const scene = startScene(path);
  const steps = numbered(40);
  scene.write('recipe.txt', toText(steps));
  scene.write('guide.md', toText(steps));
  scene.write('prices.csv', 'tea,2.50\nmilk,1.20\n');
  scene.commit('Recipe, guide and prices');
  scene.git('checkout', '--quiet', '-b', 'topic');
  scene.write('recipe.txt', toText(steps.with(4, 'step 5: boil').with(29, 'step 30: serve hot')));
  scene.commit('Serve it hot', 1);
  scene.git('checkout', '--quiet', 'main');
  scene.write('recipe.txt', toText(steps.with(4, 'step 5: simmer').with(29, 'step 30: serve cold')));
  scene.commit('Serve it cold', 2);
  try {
    scene.git('merge', '--quiet', 'topic');
  } catch {
    // It has conflicts, as it should.
  }
  scene.write('prices.csv', 'tea,2.80\nmilk,1.20\n');
  scene.git('add', 'prices.csv');
  scene.write(
    'guide.md',
    toText(steps.with(2, 'step three').toSpliced(34, 1, 'step 35, slowly', 'and wait')),
  );
  scene.write('notes.txt', 'Buy tea\n');
  return scene;
};
