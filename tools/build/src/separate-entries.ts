// Entries that are also imported: an `import()` of one stays an import of its own file, which is loaded at that moment.
import { basename, resolve } from 'node:path';
import type { Plugin } from 'esbuild';

/** The plugin, for these entries. */
export const separateEntries = (entries: readonly string[]): Plugin => {
  const files = new Set(entries.map((entry) => resolve(entry)));
  return {
    name: 'separate-entries',
    setup: (build) => {
      build.onResolve({ filter: /^\./ }, ({ path, resolveDir, kind }) => {
        const file = resolve(resolveDir, path);
        if (kind !== 'dynamic-import' || !files.has(file)) return undefined;
        return { path: `./${basename(file, '.ts')}.cjs`, external: true };
      });
    },
  };
};
