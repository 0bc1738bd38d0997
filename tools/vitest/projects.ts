// Every package of the workspace that has tests is one vitest project, named after its folder.
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TestProjectConfiguration } from 'vitest/config';

export const root: string = dirname(dirname(import.meta.dirname));

// Many tests start processes, and machines may be busy: a test that hangs is told from a slow one by far.
const TIMEOUT_MS = 30_000;

export const projects: TestProjectConfiguration[] = ['packages', 'servers', 'tools']
  .flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => ({ name, folder: join(root, parent, name) })),
  )
  .filter(({ folder }) => existsSync(join(folder, 'test')))
  .map(({ name, folder }) => ({
    test: {
      name,
      root: folder,
      include: ['test/**/*.test.ts'],
      testTimeout: TIMEOUT_MS,
      hookTimeout: TIMEOUT_MS,
    },
  }));

const report = process.env['TEST_REPORT'];

/** A readable summary, and the counts as JSON in the file that TEST_REPORT names. */
export const reporters: (string | [string, { outputFile: string }])[] =
  report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]];
