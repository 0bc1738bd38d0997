// A history with branches, merges and a tag, and the changes of one of its commits.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Scene } from '../scene.ts';
import { git, gitAt } from './repository.ts';

/** Creates the history in an empty folder. */
export const makeBranches = (folder: string): void => {
  let hour = 8;
  const now = (): string => `2026-03-02T${String(++hour).padStart(2, '0')}:00:00Z`;
  const commit = (message: string, name: string, text: string): void => {
    writeFileSync(join(folder, name), text);
    git(folder, 'add', '--all');
    gitAt(folder, now(), 'commit', '--quiet', '--message', message);
  };
  const merge = (branch: string, message: string): void =>
    void gitAt(folder, now(), 'merge', '--quiet', '--no-ff', '--message', message, branch);
  const switchTo = (...args: string[]): void => void git(folder, 'checkout', '--quiet', ...args);
  git(folder, 'init', '--quiet');
  commit('Begin the shop', 'shop.ts', 'export const open = true;\n');
  switchTo('-b', 'prices');
  commit('Read prices from a file', 'prices.ts', "export const prices = read('prices.csv');\n");
  switchTo('main');
  commit('Open 9 to 5', 'shop.ts', "export const open = '9 to 5';\n");
  switchTo('-b', 'search');
  commit('Search by name', 'search.ts', 'export const search = (name) => find(name);\n');
  switchTo('prices');
  commit('Prices with taxes', 'prices.ts', "export const prices = withTaxes(read('prices.csv'));\n");
  switchTo('main');
  merge('prices', "Merge branch 'prices'");
  git(folder, 'tag', 'v1.0');
  switchTo('search');
  commit('Search in any case', 'search.ts', 'export const search = (name) => find(lower(name));\n');
  switchTo('main');
  merge('search', "Merge branch 'search'");
  switchTo('-b', 'orders');
  commit('Keep orders', 'orders.ts', 'export const orders = [];\n');
  switchTo('main');
};

export const gitGraph: Scene = {
  server: 'git',
  view: 'graph',
  title: 'Commits with their branches, and the changes of one',
  width: 660,
  tool: 'git_log',
  args: {},
  prepare: (folder) => {
    makeBranches(folder);
    return { args: [folder] };
  },
  act: async (view) => {
    await view.getByRole('checkbox', { name: 'All branches and tags' }).check();
    await view.getByRole('option', { name: /Keep orders/ }).waitFor();
    await view.getByRole('option', { name: /Search in any case/ }).click();
    await view.locator('summary', { hasText: 'search.ts' }).waitFor();
  },
};
