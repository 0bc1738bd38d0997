// Separate entries: an `import()` of another entry loads the file of that entry instead of a copy.
import { basename, dirname, resolve } from 'node:path';
import type { Plugin } from 'rolldown';

export const separateEntries = (entries: readonly string[]): Plugin => {
  const files = new Set(entries.map((entry) => resolve(entry)));
  return {
    name: 'separate-entries',
    resolveId: (id, importer, { kind }) => {
      if (importer === undefined || kind !== 'dynamic-import') return undefined;
      const file = resolve(dirname(importer), id);
      return files.has(file) ? { id: `./${basename(file, '.ts')}.cjs`, external: true } : undefined;
    },
  };
};
