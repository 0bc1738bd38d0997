// `pnpm author`: tests a new project made from this checkout, and tools/author outside of this repository with the
// packed runtime, on every supported Node.js.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readManifest, root } from '@mcp/repo/src/workspace.ts';
import { createChecks } from './checks.ts';
import { NODE_LINES, nodeFolder } from './nodes.ts';
import { createMachine, install, pack, pinned } from './packing.ts';
import { run } from './run.ts';

const AUTHOR = 'tools/author';
const OPTIONS = {
  target: 'es2023',
  lib: ['es2023', 'dom', 'dom.iterable'],
  types: ['node'],
  module: 'nodenext',
  strict: true,
  rewriteRelativeImportExtensions: true,
  // Packages of third parties have errors of their own.
  skipLibCheck: true,
  rootDir: 'src',
  outDir: 'built',
};

const machine = createMachine();
const env = machine.environment;
const project = join(machine.folder, 'author');

/** Makes a project from the checkout, with its runtime, and runs the project's tests before anything is published. */
const makeProject = async (): Promise<void> => {
  const create = join(root, 'packages/create-server/dist/main.cjs');
  const flags = ['--with', 'tool,resource,prompt', '--yes'];
  await run(process.execPath, [create, 'weather', ...flags], { cwd: machine.folder, env });
  const cwd = join(machine.folder, 'weather');
  await install([], cwd, machine);
  process.stdout.write(await run('npm', ['test'], { cwd, env }));
};

const prepare = async (): Promise<void> => {
  const runtime = { folder: 'packages/runtime', manifest: readManifest('packages/runtime') };
  mkdirSync(project);
  cpSync(join(root, AUTHOR, 'src'), join(project, 'src'), { recursive: true });
  writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  writeFileSync(
    join(project, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: OPTIONS, include: ['src'] }),
  );
  const others = Object.keys(readManifest(AUTHOR).dependencies ?? {}).filter(
    (name) => name !== '@mcp/runtime',
  );
  await install([pack(runtime, machine), ...others.map((name) => pinned(AUTHOR, name))], project, machine);
};

const compile = async (): Promise<void> => {
  const compiler = join(project, 'node_modules/typescript/bin/tsc');
  await run(process.execPath, [compiler], { cwd: project, env });
};

const runOn = async (line: string): Promise<void> => {
  const node = join(await nodeFolder(line, process.env), 'node');
  process.stdout.write(await run(node, ['built/main.js'], { cwd: project, env }));
};

const checks = createChecks();

const tryAuthor = async (): Promise<void> => {
  await checks.check('npm install of the packed runtime', prepare);
  await checks.check('the server of tools/author compiles', compile);
  await Promise.all(
    NODE_LINES.map((line) => checks.check(`the server of tools/author on Node ${line}`, () => runOn(line))),
  );
};

try {
  await Promise.all([checks.check('a project made from the checkout', makeProject), tryAuthor()]);
} finally {
  rmSync(machine.folder, { recursive: true, force: true });
}
process.exit(checks.exitCode);
