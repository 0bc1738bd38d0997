// `pnpm author`: a new project made from this checkout, and tools/author outside of this repository with the packed runtime,
// on every Node.js that is supported.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NODE_LINES, nodeFolder } from './nodes.ts';
import { createMachine, install, pack } from './packing.ts';
import { packages, publicPackages, readManifest, root } from '@mcp/repo/src/workspace.ts';

const OPTIONS = {
  target: 'es2023',
  lib: ['es2023', 'dom', 'dom.iterable'],
  types: ['node'],
  module: 'nodenext',
  strict: true,
  rewriteRelativeImportExtensions: true,
  // Packages of others have their own mistakes.
  skipLibCheck: true,
  rootDir: 'src',
  outDir: 'built',
};

/** The exact versions that this repository has installed. */
const installed = (name: string): string => {
  const manifest = join(root, 'tools/author/node_modules', name, 'package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string };
  return `${name}@${version}`;
};

const machine = createMachine();
const project = join(machine.folder, 'author');

const prepare = (): void => {
  const runtime = publicPackages.find(({ manifest }) => manifest.name === '@mcp/runtime');
  const author = packages.find(({ folder }) => folder === 'tools/author');
  if (runtime === undefined || author === undefined)
    throw new Error('packages/runtime or tools/author is gone');
  mkdirSync(project);
  cpSync(join(root, author.folder, 'src'), join(project, 'src'), { recursive: true });
  writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  writeFileSync(
    join(project, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: OPTIONS, include: ['src'] }),
  );
  const { dependencies = {} } = readManifest(author.folder);
  const others = Object.keys(dependencies).filter((name) => name !== '@mcp/runtime');
  install([pack(runtime, machine), ...others.map(installed)], project, machine);
};

const compile = (): void => {
  const compiler = join(project, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [compiler], { cwd: project, stdio: 'inherit' });
};

/** The project that a checkout makes has the runtime of the checkout, and is green before anything is published. */
const makeProject = (): void => {
  const options = { cwd: machine.folder, env: machine.environment, stdio: 'inherit' } as const;
  const create = join(root, 'packages/create-server/dist/main.cjs');
  execFileSync(process.execPath, [create, 'weather', '--with', 'tool,resource,prompt', '--yes'], options);
  const inProject = { ...options, cwd: join(machine.folder, 'weather') };
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], inProject);
  execFileSync('npm', ['test'], inProject);
};

const failed: string[] = [];
try {
  makeProject();
  prepare();
  compile();
  for (const line of NODE_LINES) {
    const node = join(await nodeFolder(line, process.env), 'node');
    const { status } = spawnSync(node, ['built/main.js'], {
      cwd: project,
      env: machine.environment,
      stdio: 'inherit',
    });
    if (status !== 0) failed.push(line);
  }
} finally {
  rmSync(machine.folder, { recursive: true, force: true });
}
if (failed.length > 0) process.stdout.write(`failed on Node.js ${failed.join(', ')}\n`);
process.exit(failed.length === 0 ? 0 : 1);
