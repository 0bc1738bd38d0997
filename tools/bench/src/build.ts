// Turns the fixture servers into JavaScript that Node starts without any tool.
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import type { Plan } from './measure/plan.ts';
import type { Form, Variant } from './variants.ts';
import { entryOf, installedVersion, isOurs, oursFolder, outputFolder, sourceOf } from './variants.ts';

/** `plain` leaves the packages where npm installed them, as the users of these libraries do. */
async function buildVariant(variant: Variant, form: Form): Promise<void> {
  await build({
    entryPoints: [join(import.meta.dirname, `../variants/${sourceOf(variant)}.ts`)],
    outfile: entryOf(variant, form),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: form === 'plain' ? 'external' : 'bundle',
    minify: form === 'bundled',
    // CommonJS dependencies in the bundle call `require`.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    logLevel: 'silent',
  });
}

/** The program that bundles our servers bundles ours, with the same loader for the compile cache. */
async function buildOurs(): Promise<void> {
  await rm(join(oursFolder, '.compile-cache'), { recursive: true, force: true });
  const program = createRequire(import.meta.url).resolve('@mcp/build/src/bundle-server.ts');
  await promisify(execFile)(process.execPath, [program, 'src/http.ts'], { cwd: oursFolder });
}

/** Empties the folder of what is built here. */
export async function cleanOutput(): Promise<void> {
  await rm(outputFolder, { recursive: true, force: true });
}

/** A variant that cannot be built, or whose packages are not there, fails with all of its lanes. */
export async function buildVariants(plan: Plan): Promise<void> {
  for (const lane of plan.lanes) {
    const { variant } = lane;
    await plan.attempt(lane.name, async () => {
      const missing = variant.packages.filter((name) => installedVersion(name) === undefined);
      if (missing.length > 0) throw new Error(`not installed: ${missing.join(', ')}`);
      if (isOurs(variant)) {
        await buildOurs();
        return;
      }
      await buildVariant(variant, 'plain');
      if (variant.transport === 'stdio' && variant.packages.length > 0)
        await buildVariant(variant, 'bundled');
    });
  }
}
