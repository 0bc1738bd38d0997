// Lazy built-ins: modules of Node.js that take milliseconds to load and that no server needs before its first call. The
// bundle loads them at the first call of one of their functions. Sources import them as usual.
import type { Plugin } from 'rolldown';

/** The functions that sources may import, by module. The build fails for any other. */
const FUNCTIONS: Readonly<Record<string, readonly string[]>> = {
  'node:crypto': ['createHash', 'hash', 'randomBytes', 'randomUUID', 'timingSafeEqual'],
  'node:child_process': ['execFile', 'execFileSync', 'fork', 'spawn'],
};

/** Prefix for the ids of modules that are not files. */
const VIRTUAL = '\0lazy:';

const toModule = (name: string, functions: readonly string[]): string =>
  [
    'let loaded;',
    `const load = () => (loaded ??= require(${JSON.stringify(name)}));`,
    ...functions.map((each) => `export const ${each} = (...given) => load().${each}(...given);`),
  ].join('\n');

/** Whether the bundle loads a module lazily. */
export const isLazyBuiltin = (name: string): boolean => name in FUNCTIONS;

export const lazyBuiltins: Plugin = {
  name: 'lazy-builtins',
  resolveId: (id, importer, { kind }) => {
    if (!isLazyBuiltin(id)) return undefined;
    if (importer?.startsWith(VIRTUAL) === true || kind !== 'import-statement') return { id, external: true };
    return `${VIRTUAL}${id}`;
  },
  load: (id) => {
    if (!id.startsWith(VIRTUAL)) return undefined;
    const name = id.slice(VIRTUAL.length);
    return toModule(name, FUNCTIONS[name] ?? []);
  },
};
