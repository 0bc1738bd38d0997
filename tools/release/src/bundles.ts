// `pnpm bundles [folder]`: makes the bundle of each server for Claude Desktop, then unpacks and starts it as a host does.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { JsonObject } from '@mcp/runtime';
import { connect } from '@mcp/runtime/testing';
import { createChecks } from './checks.ts';
import { mcpb, startOf, writeBundle } from './install/bundle.ts';
import { installables, type Installable } from './install/installable.ts';
import { createMachine, pack } from './packing.ts';
import { expectTools, inTime } from './server-checks.ts';
import { root } from '@mcp/repo/src/workspace.ts';

const machine = createMachine();
const output = resolve(process.argv[2] ?? join(root, 'tools/release/dist'));
const project = join(machine.folder, 'project');

const chosenFor = ({ input }: Installable): string =>
  input?.kind === 'file' ? join(project, 'data.db') : project;

/** Unpacks a bundle and starts the server in it as a host does. */
const tryBundle = async (server: Installable, file: string): Promise<void> => {
  const folder = join(machine.folder, 'unpacked', server.id);
  mcpb('unpack', file, folder);
  const compiled = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.includes('.compile-cache'),
  );
  assert.deepEqual(compiled, [], 'code compiled on this machine is in the bundle');
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as JsonObject;
  const { args } = startOf(folder, manifest, chosenFor(server));
  const program = { command: process.execPath, args, env: machine.environment, cwd: machine.folder };
  await using client = await connect(program, { revision: '2025-11-25' });
  expectTools(await client.request('tools/list'));
};

const makeBundle = async (server: Installable): Promise<void> => {
  const { id, manifest } = server;
  const archive = pack({ folder: `servers/${id}`, manifest }, machine);
  const file = join(output, `mcp-server-${id}-${manifest.version}.mcpb`);
  await writeBundle(server, { archive, file, value: chosenFor(server), machine });
  await tryBundle(server, file);
  process.stdout.write(`      ${file}: ${(statSync(file).size / 1e6).toFixed(1)} MB\n`);
};

const checks = createChecks();
try {
  mkdirSync(project);
  mkdirSync(output, { recursive: true });
  execFileSync('git', ['init', '--quiet', project]);
  // An empty file is an empty database.
  writeFileSync(join(project, 'data.db'), '');
  for (const server of installables)
    await checks.check(`the bundle of ${server.id}`, () => inTime(makeBundle(server)));
} finally {
  rmSync(machine.folder, { recursive: true });
}
process.exitCode = checks.exitCode;
