// `pnpm release:rehearsal`: publishes a copy of this repository twice to a registry on loopback, and uses the packages
// like a new user with an empty home.
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { createChecks, expectNone, expectThat } from './checks.ts';
import { NODE_LINES, nodeFolder } from './nodes.ts';
import { createMachine, versionIn, withPrograms } from './packing.ts';
import { createProject, type PackageManager, tryProject } from './rehearsal/created-project.ts';
import { forgetInstalls, installedByNpx, startWithNpx } from './rehearsal/npx.ts';
import { publishedFaults } from './rehearsal/published.ts';
import { startRegistry } from './rehearsal/registry.ts';
import { applyChangesets, copyRepository, expectProvenance, publish } from './rehearsal/repository-copy.ts';
import { inTime } from './server-checks.ts';
import { prepareTrials, type Trial } from './trials.ts';

// Programs inherit the environment. Variables that npm and pnpm set for this script would lead them from the empty home
// to the settings of this machine's user.
const env = { ...process.env };
for (const name of Object.keys(process.env)) if (/^p?npm_/i.test(name)) delete process.env[name];

/** The maximum installed size of a server with its dependencies, in megabytes. */
const MOST_MEGABYTES: Readonly<Record<string, number>> = {
  // Half of it reads PDF. It contains programs for the Recycle Bin and for the Trash of macOS.
  filesystem: 5.2,
  git: 3,
  // better-sqlite3 includes binaries for eight platforms, so that it needs no install script.
  sqlite: 32,
  // Half of it reads PDF, and a sixth is undici. It also reads Office documents and feeds.
  fetch: 3.6,
};

const user = createMachine({ programs: [dirname(process.execPath)], downloads: 'new' });
const publisher = createMachine({ programs: (env['PATH'] ?? '').split(delimiter), downloads: 'new' });
const copy = { folder: join(publisher.folder, 'repository'), env };
const checks = createChecks();

const registry = await startRegistry(join(publisher.folder, 'registry'), env);
writeFileSync(join(user.environment.HOME, '.npmrc'), registry.userConfig);
writeFileSync(join(publisher.environment.HOME, '.npmrc'), registry.publisherConfig);

const trials = await prepareTrials(join(user.folder, 'belongings'));

const start = (spec: string, trial: Trial): Promise<string> => inTime(startWithNpx(spec, trial, user));

const release = async (): Promise<void> => {
  await publish(copy, publisher);
  expectNone(await publishedFaults(copy.folder, registry.url));
};

const tryNewServer = async (name: string, trial: Trial): Promise<void> => {
  forgetInstalls(user);
  await start(name, trial);
  const { megabytes, scripts } = installedByNpx(user);
  const most = MOST_MEGABYTES[trial.server] ?? 0;
  process.stdout.write(`      ${megabytes.toFixed(2)} MB\n`);
  expectNone(scripts.map((path) => `${path} has an install script`));
  expectThat(megabytes <= most, `more than ${most} MB`);
};

/**
 * Checks that the tag and a new installation start the newest version; an existing installation keeps the old one.
 */
const tryUpgrade = async (name: string, trial: Trial, before: string): Promise<void> => {
  const version = await start(`${name}@latest`, trial);
  expectThat(version !== before, `${version} after the upgrade`);
  const plain = await start(name, trial);
  expectThat(plain === version, `${plain} without @latest`);
};

const pnpmFolder =
  (env['PATH'] ?? '').split(delimiter).find((folder) => existsSync(join(folder, 'pnpm'))) ?? '';

const nodes = new Map(
  await Promise.all(NODE_LINES.map(async (line) => [line as string, await nodeFolder(line, env)] as const)),
);

/** Makes a project and tests it on some lines of Node.js. */
const tryCreate = async (manager: PackageManager, lines: readonly string[]): Promise<void> => {
  const author = withPrograms(user, dirname(process.execPath), pnpmFolder);
  const project = { folder: join(user.folder, `with-${manager}`), manager };
  await checks.check(`${manager} create @mcp/server`, async () => {
    await createProject(project, author);
    for (const name of ['runtime', 'command-line']) {
      const version = versionIn(join(project.folder, 'node_modules/@mcp', name));
      const published = versionIn(join(copy.folder, 'packages', name));
      expectThat(version === published, `the project has ${name} ${version}, and ${published} is published`);
    }
  });
  for (const line of lines)
    await checks.check(`${manager}: its tests and its server on Node ${line}`, () =>
      tryProject(project, line, withPrograms(author, nodes.get(line) ?? '')),
    );
};

const nameOf = ({ server }: Trial): string => `@mcp/server-${server}`;

try {
  await checks.check('a copy of the working tree, with its dependencies', () => copyRepository(copy));
  await checks.check('changeset publish, the version before', release);
  const [upgraded] = trials;
  const name = nameOf(upgraded);
  let before = 'no version';
  await checks.check(`npx ${name}`, async () => {
    before = await start(name, upgraded);
  });
  await checks.check('pnpm version:packages', () => applyChangesets(copy));
  await checks.check('changeset publish, the next version', release);
  await checks.check('the release workflow attests where packages come from', () =>
    expectProvenance(copy, publisher),
  );
  await checks.check(`npx ${name}@latest is newer than ${before}`, () => tryUpgrade(name, upgraded, before));
  for (const trial of trials)
    await checks.check(`npx ${nameOf(trial)}`, () => tryNewServer(nameOf(trial), trial));
  // Both package managers make the same project.
  await Promise.all([tryCreate('npm', NODE_LINES), tryCreate('pnpm', NODE_LINES.slice(-1))]);
} finally {
  await registry.close();
  rmSync(user.folder, { recursive: true, force: true });
  rmSync(publisher.folder, { recursive: true, force: true });
}
process.exit(checks.exitCode);
