// `pnpm bundles [folder]`: makes the bundle of each server for Claude Desktop, then unpacks and starts it as a host does.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { JsonObject } from '@mcp/runtime';
import { connect } from '@mcp/runtime/testing';
import { mcpb, startOf, writeBundle } from './install/bundle.ts';
import { installables, type Installable } from './install/installable.ts';
import { createMachine, pack } from './packing.ts';
import { root } from './workspace.ts';

const machine = createMachine();
const output = resolve(process.argv[2] ?? join(root, 'tools/repo/dist'));
const project = join(machine.folder, 'project');

const chosenFor = ({ input }: Installable): string =>
  input?.kind === 'file' ? join(project, 'data.db') : project;

const check = async (server: Installable, file: string): Promise<number> => {
  const folder = join(machine.folder, 'unpacked', server.id);
  mcpb('unpack', file, folder);
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as JsonObject;
  const started = {
    ...startOf(folder, manifest, chosenFor(server)),
    env: machine.environment,
    cwd: machine.folder,
  };
  await using client = await connect({ ...started, command: process.execPath }, { revision: '2025-11-25' });
  const { tools } = await client.request('tools/list');
  return (tools as JsonObject[]).length;
};

try {
  mkdirSync(project);
  mkdirSync(output, { recursive: true });
  execFileSync('git', ['init', '--quiet', project]);
  // An empty file is an empty database.
  writeFileSync(join(project, 'data.db'), '');
  for (const server of installables) {
    const { id, manifest } = server;
    const archive = pack({ folder: `servers/${id}`, manifest }, machine);
    const file = join(output, `mcp-server-${id}-${manifest.version}.mcpb`);
    await writeBundle(server, { archive, file, value: chosenFor(server), machine });
    const tools = await check(server, file);
    const size = (statSync(file).size / 1e6).toFixed(1);
    process.stdout.write(`ok    ${file}: ${size} MB, ${tools} tools\n`);
  }
} finally {
  rmSync(machine.folder, { recursive: true });
}
