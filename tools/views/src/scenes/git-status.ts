// An interrupted merge: a file in conflict, a staged one, one with changes in two places, and a new one.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Scene } from '../scene.ts';
import { git, gitAt } from './repository.ts';

const STEPS = Array.from({ length: 40 }, (_, at) => `step ${at + 1}`);
const toText = (lines: readonly string[]): string => `${lines.join('\n')}\n`;

/** Creates the merge in an empty folder. For a picture, one conflict and one change are enough. */
export const makeStopped = (folder: string, places: 1 | 2 = 2): void => {
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  const commit = (message: string, minute: number): void => {
    git(folder, 'add', '--all');
    gitAt(folder, `2026-03-02T09:0${minute}:00Z`, 'commit', '--quiet', '--message', message);
  };
  const changed = (first: string, second: string): string[] => {
    const steps = STEPS.with(4, `step 5: ${first}`);
    return places === 1 ? steps : steps.with(29, `step 30: ${second}`);
  };
  git(folder, 'init', '--quiet');
  write('recipe.txt', toText(STEPS));
  write('guide.md', toText(STEPS));
  write('prices.csv', 'tea,2.50\nmilk,1.20\n');
  commit('Recipe, guide and prices', 0);
  git(folder, 'checkout', '--quiet', '-b', 'topic');
  write('recipe.txt', toText(changed('boil', 'serve hot')));
  commit('Serve it hot', 1);
  git(folder, 'checkout', '--quiet', 'main');
  write('recipe.txt', toText(changed('simmer', 'serve cold')));
  commit('Serve it cold', 2);
  stopIn(folder);
  write('prices.csv', 'tea,2.80\nmilk,1.20\n');
  git(folder, 'add', 'prices.csv');
  const guide = STEPS.toSpliced(34, 1, 'step 35, slowly', 'and wait');
  write('guide.md', toText(places === 1 ? guide : guide.with(2, 'step three')));
  write('notes.txt', 'Buy tea\n');
};

const stopIn = (folder: string): void => {
  try {
    git(folder, 'merge', '--quiet', 'topic');
  } catch {
    // Conflicts are expected.
    return;
  }
  throw new Error('The merge has no conflicts');
};

export const gitStatus: Scene = {
  server: 'git',
  view: 'status',
  title: 'Files to stage, and a conflict to resolve',
  width: 720,
  tool: 'git_status',
  args: {},
  prepare: (folder) => {
    makeStopped(folder, 1);
    return { args: [folder] };
  },
  act: async (view) => {
    await view.getByRole('button', { name: 'guide.md', exact: true }).click();
    await view.getByRole('button', { name: 'Stage hunk 1 of guide.md', exact: true }).waitFor();
    await view.getByRole('button', { name: 'recipe.txt', exact: true }).click();
    await view.getByRole('radio', { name: 'Ours (HEAD)' }).first().check();
    await view.getByRole('radio', { name: 'Ours (HEAD)' }).first().blur();
  },
};
