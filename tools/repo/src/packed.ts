// Checks the packages as their users get them: packs each one, installs the archives with npm into an empty folder
// under an empty home, imports every entry point and talks to every server. Runs on the Node.js of the machine too.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { faultsOf, modulesLoadedBy } from './installed-package.ts';
import { createMachine, install, pack } from './packing.ts';
import { type JsonObject, StdioClient } from './stdio-client.ts';
import { type Package, publicPackages, root } from './workspace.ts';

/** What a server needs on its command line to start in an empty folder. Nothing, unless it is named here. */
const startArguments: Readonly<Record<string, readonly string[]>> = {
  'mcp-server-filesystem': ['.'],
  'mcp-server-git': ['-r', '.'],
  'mcp-server-sqlite': ['--db-path', 'data.db'],
};

const machine = createMachine();
const { folder: temporary, environment } = machine;
const project = join(temporary, 'project');

const machineNode = execFileSync('node', ['--print', 'process.execPath'], {
  env: environment,
  encoding: 'utf8',
}).trim();

const versionOf = (node: string): string =>
  execFileSync(node, ['--version'], { encoding: 'utf8' }).trim().slice(1);

/** The Node.js of the machine, and the one of this repository if it is another. */
const nodes = [...new Map([process.execPath, machineNode].map((file) => [versionOf(file), file]))];

let failures = 0;

const check = async (name: string, run: () => Promise<void> | void): Promise<void> => {
  try {
    await run();
    process.stdout.write(`ok    ${name}\n`);
  } catch (error) {
    failures += 1;
    process.stdout.write(`FAIL  ${name}\n${error instanceof Error ? error.message : String(error)}\n`);
  }
};

const expectThat = (condition: boolean, message: string): void => {
  if (!condition) throw new Error(message);
};

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

const installAll = (archives: readonly string[]): void => {
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  install(archives, project, machine);
};

const expectNone = (faults: readonly string[]): void => expectThat(faults.length === 0, faults.join('\n'));

const installedFolder = (name: string): string => join(project, 'node_modules', name);

/** A host waits for every module that a server loads before it answers. */
const checkModules = (name: string): void => {
  const dist = join(installedFolder(name), 'dist');
  const portable = [...modulesLoadedBy([join(dist, 'index.js'), join(dist, 'fetch.js')])];
  const builtIn = portable.filter((module) => module.startsWith('node:'));
  expectNone(builtIn.map((module) => `. or ./fetch imports ${module}`));
  const plain = [...modulesLoadedBy([join(dist, 'index.js'), join(dist, 'stdio.js')])];
  // With an import Node.js makes all exports of a module of its own, which takes milliseconds for some.
  const files = plain.filter((module) => !module.startsWith('node:'));
  expectThat(
    files.length === plain.length,
    `a server over stdio imports modules of Node.js: ${plain.join(', ')}`,
  );
  expectThat(files.length <= 5, `a server over stdio loads more than 5 modules:\n${files.join('\n')}`);
};

const entryPoints = ({ manifest }: Package): string[] =>
  Object.keys(manifest.exports ?? {})
    .filter((path) => path !== './package.json')
    .map((path) => manifest.name + path.slice(1));

const importAll = (entries: readonly string[], node: string): void => {
  const script = entries.map((entry) => `await import('${entry}');`).join('\n');
  execFileSync(node, ['--input-type=module', '--eval', script], {
    cwd: project,
    env: environment,
    stdio: 'pipe',
  });
};

/** Compiles a program that imports every entry point, with the declarations that are in the archive. */
const compileAll = (entries: readonly string[]): void => {
  const lines = entries.map((entry, index) => `export * as entry${index} from '${entry}';\n`);
  writeFileSync(join(project, 'consumer.ts'), lines.join(''));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', ...types];
  try {
    execFileSync(process.execPath, [tsc, ...options, 'consumer.ts'], {
      cwd: project,
      encoding: 'utf8',
      stdio: 'pipe',
    });
  } catch (error) {
    throw new Error(String((error as { stdout?: unknown }).stdout), { cause: error });
  }
};

const client = { name: 'packed', version: '0.0.0' };
const modern = {
  _meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': client,
    'io.modelcontextprotocol/clientCapabilities': {},
  },
};

const expectTools = (result: JsonObject): void => {
  const { tools } = result as {
    readonly tools?: readonly { readonly name?: unknown; readonly inputSchema?: unknown }[];
  };
  const valid = tools?.every((tool) => typeof tool.name === 'string' && typeof tool.inputSchema === 'object');
  expectThat(valid === true && tools?.length !== 0, `tools/list: ${JSON.stringify(result)}`);
};

const talkLegacy = async (server: StdioClient): Promise<void> => {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: client };
  const hello = await server.request('initialize', params);
  expectThat(hello['protocolVersion'] === '2025-11-25', `initialize: ${JSON.stringify(hello)}`);
  server.notify('notifications/initialized');
  expectTools(await server.request('tools/list', {}));
};

const talkModern = async (server: StdioClient): Promise<void> => {
  const hello = await server.request('server/discover', modern);
  const versions = hello['supportedVersions'];
  expectThat(
    Array.isArray(versions) && versions.includes('2026-07-28'),
    `server/discover: ${JSON.stringify(hello)}`,
  );
  const list = await server.request('tools/list', modern);
  expectThat(list['resultType'] === 'complete', `tools/list: ${JSON.stringify(list)}`);
  expectTools(list);
};

const start = (bin: string, node: string): StdioClient => {
  const file = join(project, 'node_modules/.bin', bin);
  const args = [file, ...(startArguments[bin] ?? [])];
  return new StdioClient({ file: node, args, env: environment, cwd: project });
};

const runServer = async (bin: string, node: string): Promise<void> => {
  for (const talk of [talkLegacy, talkModern]) {
    await using server = start(bin, node);
    await talk(server);
    const code = await server.end();
    expectThat(code === 0, `exit code ${code}. It said: ${server.errors}`);
  }
};

/** A Node.js that is too old gets one clear sentence, not a stack trace. */
const refuse = async (bin: string, node: string): Promise<void> => {
  await using server = start(bin, node);
  const code = await server.end();
  expectThat(code !== 0 && /^.*Node.*$/.test(server.errors), `exit code ${code}. It said: ${server.errors}`);
};

const archives: string[] = [];
for (const entry of publicPackages) {
  await check(`${entry.manifest.name}: pack and publint`, async () => {
    const archive = pack(entry, machine);
    archives.push(archive);
    await lintPackage(archive);
  });
}
await check('npm install of all archives', () => installAll(archives));
for (const entry of publicPackages.filter(({ manifest }) => manifest.exports !== undefined)) {
  await check(`${entry.manifest.name}: types`, () => compileAll(entryPoints(entry)));
}
await check('@mcp/runtime: modules of a server', () => checkModules('@mcp/runtime'));
for (const { manifest } of publicPackages) {
  await check(`${manifest.name}: manifest, maps and documents`, () =>
    expectNone(faultsOf(installedFolder(manifest.name))),
  );
}
for (const [version, node] of nodes) {
  for (const { manifest } of publicPackages) {
    const supported = atLeast(version, manifest.engines?.node ?? '>=0');
    const entries = entryPoints({ folder: '', manifest });
    if (entries.length > 0)
      await check(`${manifest.name}: import on Node ${version}`, () => importAll(entries, node));
    for (const bin of Object.keys(manifest.bin ?? {})) {
      if (supported) await check(`${bin}: answers on Node ${version}`, () => runServer(bin, node));
      else await check(`${bin}: refuses Node ${version}`, () => refuse(bin, node));
    }
  }
}

rmSync(temporary, { recursive: true, force: true });
process.exit(failures === 0 ? 0 : 1);
