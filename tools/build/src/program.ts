// The program of a bundled server, `dist/main.cjs`: it runs `dist/server.cjs` with the code that V8 compiled in an
// earlier run. See ../README.md for what this saves, and why the compile cache of Node.js is not enough.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import nodeModule from 'node:module';
import { join } from 'node:path';
import { Script } from 'node:vm';

/** The hash of `server.cjs`, which the build inserts. */
declare const BUNDLE_HASH: string;

const KEEP_AFTER_MS = 1000;

const folder = join(import.meta.dirname, '..', '.compile-cache');
const cacheFile = join(folder, `${BUNDLE_HASH}-${process.version}-${process.arch}`);
const enabled = process.env['NODE_DISABLE_COMPILE_CACHE'] === undefined;

/**
 * Reads the code of an earlier run. V8 crashes on corrupt code, so the file contains it twice. Comparing the halves is
 * faster than loading `node:zlib` for a checksum.
 */
const readCode = (): Buffer | undefined => {
  try {
    const bytes = readFileSync(cacheFile);
    const half = bytes.length / 2;
    const code = bytes.subarray(0, half);
    return code.equals(bytes.subarray(half)) ? code : undefined;
  } catch {
    return undefined;
  }
};

/** Replaces the file atomically, because another process may be reading it. */
const writeCode = (code: Buffer): void => {
  const temporary = `${cacheFile}.${process.pid}`;
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(temporary, Buffer.concat([code, code]), { mode: 0o600, flag: 'wx', flush: true });
    renameSync(temporary, cacheFile);
  } catch {
    // This user cannot write to the folder of the package, so the next start is as slow as this one.
  }
};

/** Writes the code once the functions of the start have run, because it contains only functions that have run. */
const keepCode = (script: Script): void => {
  let kept = false;
  const keep = (): void => {
    if (kept) return;
    kept = true;
    writeCode(script.createCachedData());
  };
  setTimeout(keep, KEEP_AFTER_MS).unref();
  // A run without input, like `--help`, has compiled little of what a server needs.
  process.once('exit', () => {
    if (process.stdin.bytesRead > 0) keep();
  });
};

/** Imports a package after the start, where the compile cache of Node.js 22.1 and newer is enough. */
const importPackage = (name: string): Promise<unknown> => {
  if ('enableCompileCache' in nodeModule && typeof nodeModule.enableCompileCache === 'function')
    nodeModule.enableCompileCache(folder);
  return import(name);
};

// The arguments of a CommonJS module, and `importPackage`, because such a script cannot use `import()`.
const filename = join(import.meta.dirname, 'server.cjs');
const server = new nodeModule(filename);
// Parts of the server that are loaded later require it.
require.cache[filename] = server;
const cachedData = enabled ? readCode() : undefined;
// The bundle is ASCII.
const script = new Script(readFileSync(filename, 'latin1'), { filename, ...(cachedData && { cachedData }) });
const run = script.runInThisContext() as (...values: readonly unknown[]) => void;
// See SCOPE of bundle-server.ts.
run(server.exports, require, server, filename, import.meta.dirname, importPackage);
if (enabled && (cachedData === undefined || script.cachedDataRejected === true)) keepCode(script);
