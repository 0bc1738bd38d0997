// A replacement in two files, one of them rejected, in the filesystem server.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Scene } from '../scene.ts';

const CART = [
  "import { price } from './price.ts';",
  '',
  '/** What a customer pays. */',
  'export const total = (items: readonly Item[]): number =>',
  '  items.reduce((sum, item) => sum + price(item), 0);',
];
const PRICE = [
  '/** The price of an item, with tax. */',
  'export const price = (item: Item): number => item.amount * item.net * TAX;',
];

export const filesystemEdits: Scene = {
  server: 'filesystem',
  view: 'edits',
  title: 'Files of a replacement, to accept or reject',
  tool: 'replace_in_files',
  args: { find: 'price', replace: 'priceOf', wholeWord: true, dryRun: true },
  prepare: (folder) => {
    writeFileSync(join(folder, 'cart.ts'), `${CART.join('\n')}\n`);
    writeFileSync(join(folder, 'price.ts'), `${PRICE.join('\n')}\n`);
    return { args: [folder] };
  },
  act: async (view) => {
    await view.getByRole('checkbox').nth(1).click();
    await view.getByRole('button', { name: 'Apply 1 file' }).waitFor();
  },
};
