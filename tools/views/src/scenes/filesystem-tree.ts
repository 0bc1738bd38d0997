// The sizes in a project in the filesystem server.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Scene } from '../scene.ts';

const SIZES = {
  'assets/photo.jpg': 820_000,
  'assets/map.png': 410_000,
  'assets/icons/sprite.svg': 96_000,
  'data/sales.csv': 640_000,
  'data/customers.csv': 220_000,
  'docs/guide.pdf': 530_000,
  'docs/notes.md': 18_000,
  'src/app.ts': 84_000,
  'src/server.ts': 61_000,
  'src/search/index.ts': 47_000,
  'src/search/rank.ts': 33_000,
  'test/app.test.ts': 52_000,
  'package-lock.json': 290_000,
  'README.md': 9_000,
};

export const filesystemTree: Scene = {
  server: 'filesystem',
  view: 'tree',
  title: 'Sizes below a directory, as a treemap',
  tool: 'directory_tree',
  args: {},
  prepare: (folder) => {
    for (const [name, size] of Object.entries(SIZES)) {
      const file = join(folder, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, 'x'.repeat(size));
    }
    return { args: [folder] };
  },
  act: (view) =>
    view
      .getByRole('status')
      .getByText(/^14 files/)
      .waitFor(),
};
