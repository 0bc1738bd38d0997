#!/usr/bin/env node
// `bundle-server [entry…]`: bundles the server in the current folder, see README.md for the files and the reasons.
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

const isStart = (id: string): boolean => id === resolve(MAIN);

/**
 * Replaces `import()`: by `require` for our files, because Node.js does not find all exports of a minified CommonJS
 * module,
 * and in `server.cjs` by the `importPackage` of program.ts.
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

/** Inlines the helpers of the bundler, because a separate file adds a millisecond to the start. */
const withHelpers = (entry: OutputChunk, chunks: readonly OutputChunk[]): string => {
  const helpers = chunks.find(({ name }) => name === 'rolldown-runtime');
  if (helpers === undefined) return entry.code;
  const inPlace = `(exports=>{${helpers.code};return exports})({})`;
  return entry.code.replace(`require("./${helpers.fileName}")`, () => inPlace);
};

interface Bundle {
  readonly entry: string;
  /** The name of its file, and the prefix of its parts. */
  readonly name: string;
  /** Names in the sources, with their replacements. */
  readonly define?: Readonly<Record<string, string>>;
  readonly banner?: string;
}

/** Writes `dist/<name>.cjs`, and a file for each part that is loaded later. */
const writeBundle = async ({ entry, name, define, banner = '' }: Bundle): Promise<OutputChunk[]> => {
  const bundle = await rolldown({
    input: { [name]: entry },
    platform: 'node',
    // So that a source finds the script of a worker both in the sources and in the bundle.
    transform: {
      target: 'node20.19',
      define: { 'import.meta.dirname': '__dirname', 'import.meta.filename': '__filename', ...define },
    },
    // The `paths` of a server's tsconfig.json are for types only.
    tsconfig: false,
    external: isOutside,
    plugins: [lazyBuiltins, moduleBuilds, separateEntries(entries.slice(1))],
    // Warnings about a slow build would fail on a slow machine.
    checks: { bundlerTimings: false },
    onLog: (level, log) => {
      // A missing module or export would fail at run time. Packages may check `import.meta`.
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
    // One file for the whole start, because each file takes most of a millisecond.
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

/** The parameters of the function in `server.cjs`, which program.ts calls. */
const SCOPE = 'exports, require, module, __filename, __dirname, importPackage';

/** Wraps the code at build time, so that the program need not do it at each start. */
const asFunction = (code: string): string => `(function (${SCOPE}) {${code}\n})\n`;

/** Escapes NUL, which the minifier writes in template literals, because programs take such files for binary ones. */
const asText = (code: string): string => code.replaceAll('\0', String.raw`\x00`);

/**
 * Escapes all other characters than ASCII, so that V8 stores one byte per character. In strings, templates and regular
 * expressions an escape means the same, except after a backslash.
 */
const asAscii = (code: string): string => {
  if (/\\[\u0080-\uFFFF]/.test(code)) throw new Error('a backslash before a character that is not ASCII');
  return code.replaceAll(
    /[\u0080-\uFFFF]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
};

/** Returns the folders of the packages whose code is in the bundle. */
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

/** Reads the licences of code that a bundled package contains without naming it. */
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
