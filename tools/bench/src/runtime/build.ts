// Turns the fixture servers into JavaScript that Node starts without any tool.
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import type { Plan } from './plan.ts';
import { entryOf, installedVersion, isOurs, type Lane, oursFolder, outputFolder, sourceOf } from './lanes.ts';

/** The packages stay where npm installed them, as the users of these libraries have them. */
async function buildLane(lane: Lane): Promise<void> {
  await build({
    entryPoints: [join(import.meta.dirname, `../../variants/${sourceOf(lane)}.ts`)],
    outfile: entryOf(lane),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    logLevel: 'silent',
  });
}

/** The program that bundles our servers bundles ours, with the same loader for the compile cache. */
async function buildOurs(): Promise<void> {
  const program = createRequire(import.meta.url).resolve('@mcp/build/src/bundle-server.ts');
  await promisify(execFile)(process.execPath, [program, 'src/http.ts', 'src/additions.ts'], {
    cwd: oursFolder,
  });
}

/** A lane that cannot be built, or whose packages are not there, fails; the others go on. */
export async function buildLanes(plan: Plan): Promise<void> {
  await rm(outputFolder, { recursive: true, force: true });
  for (const lane of plan.lanes) {
    await plan.attempt(lane, async () => {
      const missing = lane.packages.filter((name) => installedVersion(name) === undefined);
      if (missing.length > 0) throw new Error(`not installed: ${missing.join(', ')}`);
      await (isOurs(lane) ? buildOurs() : buildLane(lane));
    });
  }
}
