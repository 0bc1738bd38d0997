// `pnpm packed`: checks the packages as users get them. Packs each one, installs the archives with npm into an empty
// folder with an empty home, imports every entry point and calls every server, also with the Node.js of the machine.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect, type Program } from '@mcp/runtime/testing';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { createChecks, expectNone, expectThat } from './checks.ts';
import { faultsOf, modulesLoadedBy } from './installed-package.ts';
import { createMachine, install, pack } from './packing.ts';
import { run } from './run.ts';
import { expectCleanEnd, expectTools, inTime } from './server-checks.ts';
import { startedServers } from '@mcp/repo/src/started-servers.ts';
import { type Package, publicPackages, readManifest, root } from '@mcp/repo/src/workspace.ts';
import { askForTelemetry, sendTelemetry, TELEMETRY } from './telemetry.ts';

const machine = createMachine();
const { folder: temporary, environment } = machine;
const project = join(temporary, 'project');

const print = (node: string, what: string): string =>
  execFileSync(node, ['--print', what], { env: environment, encoding: 'utf8' }).trim();

/** The Node.js of this repository, and that of the machine if it differs. */
const files = [process.execPath, print('node', 'process.execPath')];
const nodes = [...new Map(files.map((file) => [print(file, 'process.versions.node'), file]))];

const checks = createChecks();

const atLeast = (version: string, range: string): boolean => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [wantedMajor = 0, wantedMinor = 0] = range.replace('>=', '').split('.').map(Number);
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
};

const lintPackage = async (archive: string): Promise<void> => {
  const bytes = readFileSync(archive);
  const tarball = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const { messages, pkg } = await publint({ pack: { tarball }, strict: true });
  expectThat(messages.length === 0, messages.map((message) => formatMessage(message, pkg)).join('\n'));
};

const installAll = async (archives: readonly string[]): Promise<void> => {
  // The git server refuses to add itself to a host if its folder is not a repository.
  execFileSync('git', ['init', '--quiet', project]);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const { peerDependencies = {} } = readManifest('packages/runtime');
  const peers = Object.entries(peerDependencies).map(([name, range]) => `${name}@${range}`);
  await install([...archives, ...peers, ...TELEMETRY], project, machine);
};

const installedFolder = (name: string): string => join(project, 'node_modules', name);

/** Checks which modules are loaded, because a host waits for all of them. */
const checkModules = (name: string): void => {
  const dist = join(installedFolder(name), 'dist');
  const portable = [...modulesLoadedBy([join(dist, 'index.js'), join(dist, 'fetch.js')])];
  const builtIn = portable.filter((module) => module.startsWith('node:'));
  expectNone(builtIn.map((module) => `. or ./fetch imports ${module}`));
  // Importing a built-in module creates all of its exports, which takes milliseconds for some modules.
  const plain = [...modulesLoadedBy([join(dist, 'index.js'), join(dist, 'stdio.js')])];
  const ofNode = plain.filter((module) => module.startsWith('node:'));
  expectNone(ofNode.map((module) => `a server over stdio imports ${module}`));
  expectThat(plain.length <= 5, `a server over stdio loads more than 5 modules:\n${plain.join('\n')}`);
};

const entryPoints = ({ manifest }: Package): string[] =>
  Object.keys(manifest.exports ?? {})
    .filter((path) => path !== './package.json')
    .map((path) => manifest.name + path.slice(1));

const importAll = async (entries: readonly string[], node: string): Promise<void> => {
  const script = entries.map((entry) => `await import('${entry}');`).join('\n');
  await run(node, ['--input-type=module', '--eval', script], { cwd: project, env: environment });
};

/** Compiles a program that imports entry points, against the declarations in the archives. */
const compileAll = async (entries: readonly string[]): Promise<void> => {
  const lines = entries.map((entry, index) => `export * as entry${index} from '${entry}';\n`);
  writeFileSync(join(project, 'consumer.ts'), lines.join(''));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', ...types];
  await run(process.execPath, [tsc, ...options, 'consumer.ts'], { cwd: project, env: environment });
};

const programOf = (bin: string, node: string): Program => {
  const { args = [] } = startedServers.find(({ name }) => bin === `mcp-server-${name}`) ?? {};
  const program = join(project, 'node_modules/.bin', bin);
  return { command: node, args: [program, ...args], env: environment, cwd: project };
};

const runServer = async (program: Program): Promise<void> => {
  for (const revision of ['2025-11-25', '2026-07-28'] as const) {
    await using client = await connect(program, { revision });
    const { protocolVersion, supportedVersions = [protocolVersion] } = client.server;
    expectThat(
      Array.isArray(supportedVersions) && supportedVersions.includes(revision),
      `the answer to the first request: ${JSON.stringify(client.server)}`,
    );
    const list = await client.request('tools/list');
    const type = revision === '2026-07-28' ? 'complete' : undefined;
    expectThat(list['resultType'] === type, `tools/list: ${JSON.stringify(list)}`);
    expectTools(list);
    await expectCleanEnd(client);
  }
};

/** A host of each format, because a server loads the editor of a format only when needed. */
const HOSTS = ['cursor', 'codex', 'goose'];

const DONE = { '--install': 'Add', '--uninstall': 'Remove' };

/** Adds the server to the files of hosts and removes it again. */
const installIntoHosts = async ({ command, args = [] }: Program): Promise<void> => {
  const home = mkdtempSync(join(temporary, 'hosts-'));
  const env = { ...environment, HOME: home, XDG_CONFIG_HOME: join(home, '.config') };
  for (const host of HOSTS)
    for (const [flag, done] of Object.entries(DONE)) {
      const said = await run(command, [...args, flag, host, '--yes'], { cwd: project, env });
      expectThat(said.includes(`${done} "`), `${flag} ${host}: ${said}`);
    }
};

/** All servers load optional packages in the same way, so one is enough. */
const EXAMPLE = 'mcp-server-fetch';

/** Starts a server over HTTP with an unreachable store. Resolves with its first messages. */
const startWithStore = async ({ command, args = [] }: Program): Promise<string> => {
  const http = ['--transport', 'http', '--port', '0', '--store', 'redis://127.0.0.1:1'];
  const env = { ...environment, STATE_SECRETS: 'long enough for a secret' };
  const child = spawn(command, [...args, ...http, '--state-secrets-env', 'STATE_SECRETS'], {
    cwd: project,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  for await (const chunk of child.stderr.setEncoding('utf8')) {
    said += String(chunk);
    if (said.includes('listens at')) child.kill();
  }
  return said;
};

/** Runs a check while a package is not installed. */
const without = async <T>(name: string, use: () => Promise<T>): Promise<T> => {
  const folder = installedFolder(name);
  renameSync(folder, `${folder}-away`);
  return use().finally(() => renameSync(`${folder}-away`, folder));
};

/** Checks that the server asks for the package of the store if it is missing. */
const askForStore = async (program: Program): Promise<void> => {
  const said = await without('@mcp/redis', () => startWithStore(program));
  expectThat(said.includes('--store needs the package @mcp/redis'), said);
};

/** Checks that the server finds the package, and waits for an unreachable store before it listens. */
const findStore = async (program: Program): Promise<void> => {
  const said = await startWithStore(program);
  expectThat(said.includes('the store is away') && said.includes('listens at'), said);
};

/** Checks that a Node.js that is too old gets one clear sentence instead of a stack trace. */
const refuse = async (program: Program): Promise<void> => {
  await using client = await connect(program, { initialize: false });
  await client.close();
  const { code } = await client.exited;
  const said = client.stderr.trim();
  expectThat(code !== 0 && /^.*Node.*$/.test(said), `exit code ${code}. It said: ${said}`);
};

const archives: string[] = [];
for (const entry of publicPackages) {
  await checks.check(`${entry.manifest.name}: pack and publint`, async () => {
    const archive = pack(entry, machine);
    archives.push(archive);
    await lintPackage(archive);
  });
}
await checks.check('npm install of all archives', () => installAll(archives));
await checks.check('types of all entry points', () => compileAll(publicPackages.flatMap(entryPoints)));
await checks.check('@mcp/runtime: modules of a server', () => checkModules('@mcp/runtime'));
for (const { manifest } of publicPackages) {
  await checks.check(`${manifest.name}: manifest, maps and documents`, () =>
    expectNone(faultsOf(installedFolder(manifest.name))),
  );
}
for (const [version, node] of nodes) {
  await checks.check(`imports of all entry points on Node ${version}`, () =>
    importAll(publicPackages.flatMap(entryPoints), node),
  );
  for (const { folder, manifest } of publicPackages) {
    const supported = atLeast(version, manifest.engines?.node ?? '>=0');
    for (const bin of folder.startsWith('servers/') ? Object.keys(manifest.bin ?? {}) : []) {
      const program = programOf(bin, node);
      if (supported) {
        await checks.check(`${bin}: answers on Node ${version}`, () => inTime(runServer(program)));
        await checks.check(`${bin}: adds itself to hosts on Node ${version}`, () =>
          installIntoHosts(program),
        );
      } else await checks.check(`${bin}: refuses Node ${version}`, () => inTime(refuse(program)));
    }
  }
  const example = programOf(EXAMPLE, node);
  await checks.check(`${EXAMPLE}: asks for its store on Node ${version}`, () => inTime(askForStore(example)));
}

const example = programOf(EXAMPLE, process.execPath);
await checks.check(`${EXAMPLE}: asks for OpenTelemetry`, () =>
  inTime(without('@opentelemetry/sdk-node', () => askForTelemetry(example))),
);
await Promise.all([
  checks.check(`${EXAMPLE}: sends spans and metrics`, () => inTime(sendTelemetry(example))),
  // A server waits five seconds for its store.
  ...nodes.map(([version, node]) =>
    checks.check(`${EXAMPLE}: finds its store on Node ${version}`, () =>
      inTime(findStore(programOf(EXAMPLE, node))),
    ),
  ),
]);

rmSync(temporary, { recursive: true, force: true });
process.exit(checks.exitCode);
