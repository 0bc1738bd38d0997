// `pnpm release:rehearsal`: publishes a copy of this repository twice to a registry on loopback, and uses what is there as
// a new user does, under an empty home.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { createChecks, expectNone, expectThat } from './checks.ts';
import { NODE_LINES, nodeFolder } from './nodes.ts';
import { createMachine, withPrograms } from './packing.ts';
import {
  createProject,
  expectVersion,
  type PackageManager,
  tryProject,
} from './rehearsal/created-project.ts';
import { forgetDownloads, forgetInstalls, installedWith, type Start, startWithNpx } from './rehearsal/npx.ts';
import { publishedFaults } from './rehearsal/published.ts';
import { startRegistry } from './rehearsal/registry.ts';
import { applyChangesets, copyRepository, expectProvenance, publish } from './rehearsal/repository-copy.ts';
import { prepareTrials, type Trial } from './rehearsal/servers.ts';

// Programs inherit the environment. What npm and pnpm have left in it for this script would lead those that are started
// below from the empty home to the settings of this machine's user.
const env = { ...process.env };
for (const name of Object.keys(process.env)) if (/^p?npm_/i.test(name)) delete process.env[name];

const UPGRADED = '@mcp/server-filesystem';

const user = createMachine(dirname(process.execPath));
const publisher = createMachine(...(env['PATH'] ?? '').split(delimiter));
const copy = { folder: join(publisher.folder, 'repository'), env };
const checks = createChecks();

const registry = await startRegistry(join(publisher.folder, 'registry'), env);
writeFileSync(join(user.environment.HOME, '.npmrc'), registry.userConfig);
writeFileSync(join(publisher.environment.HOME, '.npmrc'), registry.publisherConfig);

const belongings = join(user.folder, 'belongings');
mkdirSync(belongings);
const trials = Object.entries(await prepareTrials(belongings));

const release = async (): Promise<void> => {
  await publish(copy, publisher);
  expectNone(await publishedFaults(copy.folder, registry.url));
};

const seconds = ({ ms }: Start): string => `${(ms / 1000).toFixed(1)} s`;

const tryNewServer = async (name: string, trial: Trial): Promise<void> => {
  forgetDownloads(user);
  const first = await startWithNpx(name, trial, user);
  const { megabytes, scripts } = installedWith(name, user);
  forgetInstalls(user);
  const downloaded = await startWithNpx(name, trial, user);
  const installed = await startWithNpx(name, trial, user);
  process.stdout.write(
    `      ${megabytes.toFixed(2)} MB. Until tools/list is answered: ${seconds(first)}, when it is downloaded` +
      ` ${seconds(downloaded)}, when it is installed ${seconds(installed)}\n`,
  );
  expectNone(scripts.map((path) => `${path} has an install script`));
  expectThat(megabytes <= trial.megabytes, `more than ${trial.megabytes} MB`);
};

const tryUpgrade = async (trial: Trial, before: string): Promise<void> => {
  const { version } = await startWithNpx(`${UPGRADED}@latest`, trial, user);
  expectThat(version !== before, `${version} after the upgrade`);
  const plain = await startWithNpx(UPGRADED, trial, user);
  expectThat(plain.version === version, `${plain.version} without @latest`);
};

/** Of a package in the copy, after the changesets were applied. */
const versionOf = (folder: string): string => {
  const { version } = JSON.parse(readFileSync(join(copy.folder, folder, 'package.json'), 'utf8')) as {
    readonly version: string;
  };
  return version;
};

const pnpmFolder =
  (env['PATH'] ?? '').split(delimiter).find((folder) => existsSync(join(folder, 'pnpm'))) ?? '';

const nodes = new Map<string, string>();

const tryCreate = async (manager: PackageManager): Promise<void> => {
  const author = withPrograms(user, dirname(process.execPath), pnpmFolder);
  const project = { folder: join(user.folder, `with-${manager}`), manager };
  await checks.check(`${manager} create @mcp/server`, async () => {
    await createProject(project, author);
    for (const name of ['runtime', 'command-line'])
      expectVersion(project, `@mcp/${name}`, versionOf(`packages/${name}`));
  });
  for (const [line, node] of nodes) {
    const machine = withPrograms(author, node);
    await checks.check(`its tests and its server on Node ${line}`, () => tryProject(project, line, machine));
  }
};

try {
  await checks.check('a copy of the working tree, with its dependencies', () => copyRepository(copy));
  await checks.check('changeset publish, the version before', release);
  const [, upgraded] = trials.find(([name]) => name === UPGRADED) ?? [];
  if (upgraded === undefined) throw new Error(`no trial of ${UPGRADED}`);
  let before = 'no version';
  await checks.check(`npx ${UPGRADED}`, async () => {
    before = (await startWithNpx(UPGRADED, upgraded, user)).version;
  });
  await checks.check('pnpm version:packages', () => applyChangesets(copy));
  await checks.check('changeset publish, the next version', release);
  await checks.check('the release workflow attests where packages come from', () =>
    expectProvenance(copy, publisher),
  );
  await checks.check(`npx ${UPGRADED}@latest is newer than ${before}`, () => tryUpgrade(upgraded, before));
  for (const [name, trial] of trials) {
    await checks.check(`npx ${name}`, () => tryNewServer(name, trial));
  }
  for (const line of NODE_LINES) nodes.set(line, await nodeFolder(line, env));
  for (const manager of ['npm', 'pnpm'] as const) await tryCreate(manager);
} finally {
  await registry.close();
  rmSync(user.folder, { recursive: true, force: true });
  rmSync(publisher.folder, { recursive: true, force: true });
}
process.exit(checks.exitCode);
