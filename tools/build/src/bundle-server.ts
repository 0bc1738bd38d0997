#!/usr/bin/env node
// `bundle-server [entry…]`: bundles the server in the current folder, see README.md for what comes out and why.
import { hash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { rolldown, type OutputChunk } from 'rolldown';
import { bundleViews } from './bundle-views.ts';
import { isLazyBuiltin, lazyBuiltins } from './lazy-builtins.ts';
import { moduleBuilds } from './module-builds.ts';
import { separateEntries } from './separate-entries.ts';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly author?: string | { readonly name: string };
  readonly dependencies?: Readonly<Record<string, string>>;
}

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

const MAIN = 'src/main.ts';
const SERVER = 'server.cjs';
const entries = [MAIN, ...process.argv.slice(2)];
const packages = Object.keys(readManifest('.').dependencies ?? {});

const isOutside = (id: string): boolean =>
  (id.startsWith('node:') && !isLazyBuiltin(id)) ||
  packages.some((name) => id === name || id.startsWith(`${name}/`));

/** The rest of the start is what these import. */
const isStart = (id: string): boolean => id === resolve(MAIN);

/**
 * The code with other words for `import()`. Another entry is required, since Node.js does not see all names that a
 * minified CommonJS module exports. A package is imported by the program for `server.cjs`, see program.ts.
 */
const withLoaders = (code: string, { dynamicImports, fileName }: OutputChunk): string => {
  const replace = (text: string, name: string): string => {
    const loader = name.startsWith('./')
      ? `Promise.resolve().then(()=>require(\`${name}\`))`
      : `${fileName === SERVER ? 'importPackage' : 'import'}(\`${name}\`)`;
    return text.replaceAll(`import(\`${name}\`)`, loader);
  };
  return dynamicImports.reduce(replace, code);
};

/** The code of an entry with the helpers of the bundler in it: a file of their own costs the start a millisecond. */
const withHelpers = (entry: OutputChunk, chunks: readonly OutputChunk[]): string => {
  const helpers = chunks.find(({ name }) => name === 'rolldown-runtime');
  if (helpers === undefined) return entry.code;
  const inPlace = `(exports=>{${helpers.code};return exports})({})`;
  return entry.code.replace(`require("./${helpers.fileName}")`, () => inPlace);
};

interface Bundle {
  readonly entry: string;
  /** The name of its file, which the names of its parts begin with. */
  readonly name: string;
  /** Names in the sources, and what stands there in the bundle. */
  readonly define?: Readonly<Record<string, string>>;
  readonly banner?: string;
}

/** Writes `dist/<name>.cjs`, and a file for each part that is imported later. */
const writeBundle = async ({ entry, name, define, banner = '' }: Bundle): Promise<OutputChunk[]> => {
  const bundle = await rolldown({
    input: { [name]: entry },
    platform: 'node',
    // So that a source can find the script of a worker beside itself, and beside the bundle when it is bundled.
    transform: {
      target: 'node20.19',
      define: { 'import.meta.dirname': '__dirname', 'import.meta.filename': '__filename', ...define },
    },
    // Not the tsconfig.json of the server: its `paths` are for types only.
    tsconfig: false,
    external: isOutside,
    plugins: [lazyBuiltins, moduleBuilds, separateEntries(entries.slice(1))],
    // A slow machine is not a fault of the sources.
    checks: { bundlerTimings: false },
    onLog: (level, log) => {
      // Something that is not found or not exported would fail at run time. Packages may look for what a module would
      // have.
      const isOfPackage = log.code === 'EMPTY_IMPORT_META' && log.message.includes('node_modules');
      if (level === 'warn' && !isOfPackage) throw new Error(log.message);
    },
  });
  const { output } = await bundle.generate({
    format: 'cjs',
    minify: true,
    comments: false,
    banner,
    entryFileNames: '[name].cjs',
    chunkFileNames: `${name}-[name].cjs`,
    // What the server loads at its start is one file: each more costs most of a millisecond.
    codeSplitting: { groups: entry === MAIN ? [{ name: 'start', test: isStart }] : [] },
  });
  await bundle.close();
  const chunks = output.filter((file) => file.type === 'chunk');
  for (const chunk of chunks) {
    const code = asText(withLoaders(chunk.isEntry ? withHelpers(chunk, chunks) : chunk.code, chunk));
    writeFileSync(join('dist', chunk.fileName), chunk.fileName === SERVER ? asFunction(asAscii(code)) : code);
  }
  return chunks;
};

/** What program.ts gives the function that `server.cjs` is. */
const SCOPE = 'exports, require, module, __filename, __dirname, importPackage';

/** One text, so that the program need not make another one at each start. */
const asFunction = (code: string): string => `(function (${SCOPE}) {${code}\n})\n`;

/** Programs take a file with a NUL for a binary one; the minifier writes them in template literals. */
const asText = (code: string): string => code.replaceAll('\0', String.raw`\x00`);

/**
 * The code in ASCII, of which V8 holds one byte per character. Strings, templates and expressions mean the same with an
 * escape, unless a backslash is before it.
 */
const asAscii = (code: string): string => {
  if (/\\[\u0080-\uFFFF]/.test(code)) throw new Error('a backslash before a character that is not ASCII');
  return code.replaceAll(
    /[\u0080-\uFFFF]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
};

/** The folders of the packages from which code went into the bundle. */
const bundledPackages = (chunks: readonly OutputChunk[]): string[] => {
  const folders = chunks
    .flatMap(({ modules }) => Object.entries(modules))
    .filter(([, { renderedLength }]) => renderedLength > 0)
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

for (const folder of ['dist', '.compile-cache']) rmSync(folder, { recursive: true, force: true });
mkdirSync('dist');
const chunks: OutputChunk[] = [];
for (const entry of entries) {
  const name = entry === MAIN ? 'server' : basename(entry, '.ts');
  chunks.push(...(await writeBundle({ entry, name })));
}

const bundleHash = hash('sha1', readFileSync(join('dist', SERVER)));
await writeBundle({
  entry: join(import.meta.dirname, 'program.ts'),
  name: 'main',
  define: { BUNDLE_HASH: JSON.stringify(bundleHash) },
  banner: '#!/usr/bin/env node',
});
chmodSync('dist/main.cjs', 0o755);

const pages = await bundleViews();
const licences = [...bundledPackages([...chunks, ...pages]).map(licenceText), ...carriedLicences()];
if (licences.length > 0) writeFileSync('dist/THIRD-PARTY-LICENSES.txt', licences.join('\n---\n\n'));

for (const { fileName, code: text } of chunks)
  process.stdout.write(`dist/${fileName}  ${Math.round(Buffer.byteLength(text) / 1000)} kB\n`);
