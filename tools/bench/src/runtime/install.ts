// Installed size: bytes and packages that `npm install` puts into an empty folder.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Section, toTable } from '../report/section.ts';
import { summarize } from '../report/statistics.ts';
import { installedVersion, isOurs, type Lane } from './lanes.ts';
import type { Plan } from './plan.ts';
import { Samples } from '../report/samples.ts';

const run = promisify(execFile);
const npmOptions = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
/** A registry that does not answer fails one variant, not the run. */
const patienceMs = 60_000;
const columns = ['MB', 'packages'];

/** Does this in a folder that goes afterwards. */
export async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'mcp-bench-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** What to name in `npm install`: the published version, or for our own package the archive to be published. */
async function specsOf(lane: Lane, folder: string): Promise<readonly string[]> {
  if (!isOurs(lane)) return lane.packages.map((name) => `${name}@${installedVersion(name)}`);
  const runtime = join(import.meta.dirname, '../../../../packages/runtime');
  if (!existsSync(join(runtime, 'dist/chunks/core.js')))
    throw new Error('the runtime is not built; see `pnpm build`');
  await run('pnpm', ['pack', '--pack-destination', folder], { cwd: runtime });
  return (await readdir(folder)).filter((name) => name.endsWith('.tgz')).map((name) => join(folder, name));
}

async function bytesIn(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size;
  }
  return bytes;
}

/** Installs the packages of these lanes, ours as it would be published. */
export async function installInto(folder: string, lanes: readonly Lane[]): Promise<void> {
  const specs = new Set<string>();
  for (const lane of lanes) for (const spec of await specsOf(lane, folder)) specs.add(spec);
  await writeFile(join(folder, 'package.json'), '{ "private": true }');
  await run('npm', ['install', ...npmOptions, ...specs], { cwd: folder, timeout: patienceMs });
}

async function install(lane: Lane): Promise<{ bytes: number; packages: number }> {
  return inTemporaryFolder(async (folder) => {
    await installInto(folder, [lane]);
    const modules = join(folder, 'node_modules');
    const lock: { packages: object } = JSON.parse(
      await readFile(join(modules, '.package-lock.json'), 'utf8'),
    );
    return { bytes: await bytesIn(modules), packages: Object.keys(lock.packages).length };
  });
}

export async function measureInstall(plan: Plan): Promise<Section> {
  const samples = new Samples();
  // Both eras need the same.
  const chosen = plan.lanes.filter(({ era, packages }) => era === 'legacy' && packages.length > 0);
  for (const lane of chosen) {
    const { variant } = lane;
    await plan.attempt({ name: `${variant}, installing` }, async () => {
      const { bytes, packages } = await install(lane);
      samples.add(variant, 'MB', bytes / 1_000_000);
      samples.add(variant, 'packages', packages);
    });
  }
  const dependencies = samples.get('ours', 'packages')?.map((packages) => packages - 1);
  return {
    name: 'install',
    tables: [
      toTable(
        { title: 'npm install in an empty folder', unit: '', columns },
        chosen.map(({ variant }) => variant),
        (lane, column) => samples.get(lane, column),
      ),
    ],
    notes: [],
    aims: [
      {
        // Sources, maps and documents are half of it.
        text: 'installed size of ours: ≤ 3 MB',
        measured: summarize(samples.get('ours', 'MB')),
        most: 3,
      },
      { text: 'dependencies of ours: ≤ 1', measured: summarize(dependencies), most: 1 },
    ],
  };
}
