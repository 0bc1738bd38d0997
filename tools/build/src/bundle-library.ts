#!/usr/bin/env node
// `bundle-library [entry…]`: bundles the entry points of the package in the current folder, see README.md.
import { readFileSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { rolldown } from 'rolldown';

interface Manifest {
  readonly exports: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const { exports, dependencies, peerDependencies } = JSON.parse(
  readFileSync('package.json', 'utf8'),
) as Manifest;
const entries = Object.values(exports).map((file) => [basename(file, '.ts'), file] as const);
const outside = Object.keys({ ...dependencies, ...peerDependencies });

// These entries and everything that they import become one file, because Node.js needs most of a millisecond per
// module.
const together = process.argv.slice(2);
const isTogether = (id: string): boolean => together.some((entry) => id.endsWith(`/${entry}`));
const groups = together.length === 0 ? [] : [{ name: 'core', test: isTogether }];

rmSync('dist', { recursive: true, force: true });
const bundle = await rolldown({
  input: Object.fromEntries(entries),
  platform: 'neutral',
  transform: { target: 'node20.19' },
  external: (id) =>
    id.startsWith('node:') || outside.some((name) => id === name || id.startsWith(`${name}/`)),
  treeshake: { moduleSideEffects: false },
  // Warnings about a slow build would fail on a slow machine.
  checks: { bundlerTimings: false },
  onLog: (level, log) => {
    // A missing module or export would fail at run time.
    if (level === 'warn') throw new Error(log.message);
  },
});
const { output } = await bundle.write({
  dir: 'dist',
  format: 'esm',
  // The sources are published, and the declarations contain the docstrings.
  sourcemap: true,
  sourcemapExcludeSources: true,
  comments: false,
  entryFileNames: '[name].js',
  chunkFileNames: 'chunks/[name].js',
  minifyInternalExports: false,
  codeSplitting: { groups },
});
await bundle.close();

const chunks = output.filter((file) => file.type === 'chunk');
for (const { fileName, code, facadeModuleId } of chunks) {
  if (facadeModuleId === null || !isTogether(facadeModuleId)) continue;
  // The manifest names `chunks/core.js` instead, so that must export everything by its original name.
  if (code.includes(' as '))
    throw new Error(`chunks/core.js exports a member of ${fileName} by another name`);
  rmSync(`dist/${fileName}`);
}
const size = chunks.reduce((sum, { code }) => sum + Buffer.byteLength(code), 0);
process.stdout.write(
  `dist  ${entries.length} entries, ${chunks.length - together.length} files, ${Math.round(size / 1000)} kB\n`,
);
