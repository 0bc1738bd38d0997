// Every package of the workspace that has tests is one vitest project, named after its folder.
import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestProjectConfiguration } from 'vitest/config';
import type { Reporter } from 'vitest/node';
import { failedNames } from './failed-names.ts';

export const root: string = dirname(dirname(import.meta.dirname));

// Many tests start processes, and machines may be busy: a test that hangs is told from a slow one by far.
const TIMEOUT_MS = 60_000;
const PATIENCE_MS = 20_000;

/** Files at a time. While some wait for timers and processes, others can use the cores. */
export const maxWorkers: number = availableParallelism() + 1;

// The processes that tests start find compiled what others have compiled, above all what types were stripped from.
const NODE_COMPILE_CACHE = join(root, 'node_modules/.cache/node-compile');

// They make symbolic links, pipes and modes, and end processes by signals. `pnpm windows` is what tries the servers there.
const isLinuxOnly = (parent: string): boolean => process.platform === 'win32' && parent === 'servers';

export const projects: TestProjectConfiguration[] = ['packages', 'servers', 'tools']
  .filter((parent) => !isLinuxOnly(parent))
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
      expect: { poll: { timeout: PATIENCE_MS } },
      // The files of a project share processes, and with them the modules that are loaded. They leave nothing behind.
      isolate: false,
      env: { NODE_COMPILE_CACHE },
    },
  }));

const report = process.env['TEST_REPORT'];

/** A readable summary, the counts as JSON in the file that TEST_REPORT names, and what failed in the last lines. */
export const reporters: (string | Reporter | [string, { outputFile: string }])[] = [
  'default',
  ...(report === undefined ? [] : ([['json', { outputFile: report }]] as [string, { outputFile: string }][])),
  failedNames,
];
