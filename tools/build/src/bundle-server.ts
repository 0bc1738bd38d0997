#!/usr/bin/env node
// `bundle-server [entry…]`: bundles the server in the current folder, see README.md for what comes out and why.
import { hash } from 'node:crypto';
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build, type BuildOptions, type Metafile } from 'esbuild';
import { lazyBuiltins } from './lazy-builtins.ts';
import { separateEntries } from './separate-entries.ts';

const shebang = '#!/usr/bin/env node';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly author?: string | { readonly name: string };
  readonly dependencies?: Readonly<Record<string, string>>;
}

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

/** The folders of the packages from which code went into the bundle. */
const bundledPackages = (metafile: Metafile): string[] => {
  const folders = Object.entries(metafile.outputs)
    .flatMap(([, output]) => Object.entries(output.inputs))
    .filter(([, input]) => input.bytesInOutput > 0)
    .map(([path]) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0])
    .filter((folder) => folder !== undefined);
  return [...new Set(folders)].toSorted();
};

const licenceText = (folder: string): string => {
  const { name, version, license, author } = readManifest(folder);
  const file = readdirSync(folder).find((entry) => /^licen[cs]e(\.(md|txt))?$/i.test(entry));
  const text =
    file === undefined
      ? `Author: ${typeof author === 'object' ? author.name : author}`
      : readFileSync(join(folder, file), 'utf8');
  return `${name} ${version}, ${license}\n\n${text.trim()}\n`;
};

/** Licences of code that a bundled package carries inside and does not name itself. */
const carriedLicences = (): string[] => {
  if (!existsSync('licences')) return [];
  return readdirSync('licences')
    .toSorted()
    .map((file) => readFileSync(join('licences', file), 'utf8'));
};

const outputName = (entry: string): string =>
  entry === 'src/main.ts' ? 'server' : basename(entry).replace(/\.ts$/, '');

const entries = ['src/main.ts', ...process.argv.slice(2)];

rmSync('dist', { recursive: true, force: true });
const shared = {
  outdir: 'dist',
  outExtension: { '.js': '.cjs' },
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  format: 'cjs',
  minify: true,
  // Tables of characters take a third of what they take as escapes.
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'warning',
} as const satisfies BuildOptions;
// So that a source can find the script of a worker beside itself, and beside the bundle when it is bundled.
const define = { 'import.meta.dirname': '__dirname', 'import.meta.filename': '__filename' };

const { metafile, warnings } = await build({
  ...shared,
  entryPoints: entries.map((entry) => ({ in: entry, out: outputName(entry) })),
  define,
  external: Object.keys(readManifest('.').dependencies ?? {}),
  // Not the tsconfig.json of the server: its `paths` are for types only.
  tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
  plugins: [lazyBuiltins, separateEntries(entries.slice(1))],
  metafile: true,
});
// A warning is something like `import.meta` in CommonJS: it would fail at run time.
if (warnings.length > 0) process.exit(1);

const server = 'dist/server.cjs';
const imported = (metafile.outputs[server]?.imports ?? []).filter(({ kind }) => kind === 'dynamic-import');
// The program imports for it, see program.ts.
const text = imported.reduce(
  (code, { path }) => code.replaceAll(`import("${path}")`, `importPackage("${path}")`),
  readFileSync(server, 'utf8'),
);
writeFileSync(server, text);

await build({
  ...shared,
  entryPoints: [{ in: join(import.meta.dirname, 'program.ts'), out: 'main' }],
  define: { ...define, BUNDLE_HASH: JSON.stringify(hash('sha1', text)) },
  banner: { js: shebang },
});
chmodSync('dist/main.cjs', 0o755);
const licences = [...bundledPackages(metafile).map(licenceText), ...carriedLicences()];
if (licences.length > 0) writeFileSync('dist/THIRD-PARTY-LICENSES.txt', licences.join('\n---\n\n'));

for (const entry of entries) {
  const path = `dist/${outputName(entry)}.cjs`;
  if (existsSync(path)) process.stdout.write(`${path}  ${Math.round(readFileSync(path).length / 1000)} kB\n`);
}
