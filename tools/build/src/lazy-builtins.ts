// Built-in modules of Node.js that no server needs before its first call, and that take milliseconds to load: in the
// bundle they are loaded when one of their functions is called first. Sources import them as usual.
import type { Plugin } from 'esbuild';

/** The functions that may be imported, by module. The build fails for one that is missing here. */
const FUNCTIONS: Readonly<Record<string, readonly string[]>> = {
  'node:crypto': ['createHash', 'hash', 'randomBytes', 'randomUUID', 'timingSafeEqual'],
  'node:child_process': ['execFileSync', 'fork', 'spawn'],
};

const toModule = (name: string, functions: readonly string[]): string =>
  [
    'let loaded;',
    `const load = () => (loaded ??= require(${JSON.stringify(name)}));`,
    ...functions.map((each) => `export const ${each} = (...given) => load().${each}(...given);`),
  ].join('\n');

/** The plugin. */
export const lazyBuiltins: Plugin = {
  name: 'lazy-builtins',
  setup: (build) => {
    build.onResolve({ filter: /^node:/ }, ({ path, kind }) =>
      path in FUNCTIONS && kind === 'import-statement' ? { path, namespace: 'lazy-builtin' } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'lazy-builtin' }, ({ path }) => ({
      contents: toModule(path, FUNCTIONS[path] ?? []),
      loader: 'js',
    }));
  },
};
