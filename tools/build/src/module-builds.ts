// Module builds: for packages whose main file gets `require` as an argument, which no bundler can follow. They also
// contain the same code as ES modules.
import type { Plugin } from 'rolldown';

/** The entry point of the ES modules, by package. */
const MODULES: Readonly<Record<string, string>> = {
  'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
};

export const moduleBuilds: Plugin = {
  name: 'module-builds',
  resolveId(id, importer) {
    const file = MODULES[id];
    return file === undefined ? undefined : this.resolve(file, importer);
  },
};
