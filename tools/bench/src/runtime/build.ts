// Compiles the fixture servers to JavaScript that Node starts without other tools.
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { oursFolder, outputFolder, sources, variantsFolder } from './lanes.ts';

/**
 * Compiles the variants. Other libraries stay where npm installed them, as for their users; ours is bundled by the
 * program that bundles our servers.
 */
export async function buildVariants(): Promise<void> {
  await rm(outputFolder, { recursive: true, force: true });
  await build({
    entryPoints: sources.map((source) => join(variantsFolder, source)),
    outdir: outputFolder,
    outbase: variantsFolder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    logLevel: 'silent',
  });
  const bundler = createRequire(import.meta.url).resolve('@mcp/build/src/bundle-server.ts');
  await promisify(execFile)(process.execPath, [bundler, 'src/http.ts'], { cwd: oursFolder });
}
