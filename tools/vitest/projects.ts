// Every package of the workspace that has tests is one vitest project, named after its folder: `git` is the server,
// `git-engine` the package of that name.
import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestProjectConfiguration } from 'vitest/config';

export const root: string = dirname(dirname(import.meta.dirname));

// Many tests start processes, and machines may be busy: a test that hangs is told from a slow one by far.
const TIMEOUT_MS = 120_000;
const PATIENCE_MS = 40_000;

/** Files at a time. While some wait for timers and processes, others can use the cores. */
export const maxWorkers: number = availableParallelism() + 1;

/** Kills, bombs, floods, soaks, proxies, random comparisons: `pnpm proofs` runs them. */
const PROOFS = 'test/**/*.proof.test.ts';
const ALL = 'test/**/*.test.ts';

// The processes that tests start find compiled what others have compiled, above all what types were stripped from.
const NODE_COMPILE_CACHE = join(root, 'node_modules/.cache/node-compile');

// They make symbolic links, pipes and modes, and end processes by signals. `pnpm windows` is what tries the servers
// there.
const isLinuxOnly = (parent: string): boolean => process.platform === 'win32' && parent === 'servers';

const packages = ['packages', 'servers', 'tools']
  .filter((parent) => !isLinuxOnly(parent))
  .flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => ({
      name: parent === 'packages' && existsSync(join(root, 'servers', name)) ? `${name}-engine` : name,
      folder: join(root, parent, name),
    })),
  )
  .filter(({ folder }) => existsSync(join(folder, 'test')));

const toProjects = (files: { include: string[]; exclude?: string[] }): TestProjectConfiguration[] =>
  packages.map(({ name, folder }) => ({
    test: {
      name,
      root: folder,
      ...files,
      testTimeout: TIMEOUT_MS,
      hookTimeout: TIMEOUT_MS,
      expect: { poll: { timeout: PATIENCE_MS } },
      // The files of a project share processes, and with them the modules that are loaded. They leave nothing behind.
      isolate: false,
      env: { NODE_COMPILE_CACHE },
    },
  }));

/** How many files the fast tests leave out. */
export const countProofs = (): number =>
  packages
    .flatMap(({ folder }) => readdirSync(join(folder, 'test'), { recursive: true, encoding: 'utf8' }))
    .filter((file) => file.endsWith('.proof.test.ts')).length;

/** `pnpm test`: the fast tier. */
export const fastTests: TestProjectConfiguration[] = toProjects({ include: [ALL], exclude: [PROOFS] });

/** `pnpm proofs`: the slow tier. */
export const proofs: TestProjectConfiguration[] = toProjects({ include: [PROOFS] });
