// Built-in modules of Node.js that no server needs before its first call, and that take milliseconds to load: in the
// bundle they are loaded when one of their functions is called first. Sources import them as usual.
import type { Plugin } from 'rolldown';

/** The functions that may be imported, by module. The build fails for one that is missing here. */
const FUNCTIONS: Readonly<Record<string, readonly string[]>> = {
  'node:crypto': ['createHash', 'hash', 'randomBytes', 'randomUUID', 'timingSafeEqual'],
  'node:child_process': ['execFile', 'execFileSync', 'fork', 'spawn'],
};

/** Marks the ids of modules that are not files. */
const VIRTUAL = '\0lazy:';

const toModule = (name: string, functions: readonly string[]): string =>
  [
    'let loaded;',
    `const load = () => (loaded ??= require(${JSON.stringify(name)}));`,
    ...functions.map((each) => `export const ${each} = (...given) => load().${each}(...given);`),
  ].join('\n');

/** Whether a module is loaded lazily, and therefore not outside of the bundle. */
export const isLazyBuiltin = (name: string): boolean => name in FUNCTIONS;

/** The plugin. */
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
