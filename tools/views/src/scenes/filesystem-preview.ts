// A table of comma-separated values in the filesystem server.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Scene } from '../scene.ts';

const ITEMS = ['tea', 'milk', 'rum', 'sugar', 'lemons'];
const ROWS = Array.from(
  { length: 400 },
  (_, at) =>
    `${1000 + at},${ITEMS[at % 5]},"${ITEMS[(at * 3) % 5]}, ${at % 7} pieces",${((at * 37) % 400) / 4}`,
);

export const filesystemPreview: Scene = {
  server: 'filesystem',
  view: 'preview',
  title: 'A file of comma-separated values, as a table',
  tool: 'read_text_file',
  args: { path: 'orders.csv' },
  prepare: (folder) => {
    writeFileSync(join(folder, 'orders.csv'), `order,item,also,price\n${ROWS.join('\n')}\n`);
    return { args: [folder] };
  },
  act: (view) => view.getByText('400 rows').waitFor(),
};
