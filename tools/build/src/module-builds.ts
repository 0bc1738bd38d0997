// Packages whose main file finds its parts by a `require` that is handed to it, which no bundler follows. They come
// with the same code as modules.
import type { Plugin } from 'rolldown';

/** The file with the modules, by package. */
const MODULES: Readonly<Record<string, string>> = {
  'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
};

/** The plugin. */
export const moduleBuilds: Plugin = {
  name: 'module-builds',
  resolveId(id, importer) {
    const file = MODULES[id];
    return file === undefined ? undefined : this.resolve(file, importer);
  },
};
