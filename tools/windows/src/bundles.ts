// The bundles for Claude Desktop, unpacked on the drive C:, and how a host on Windows starts them.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, win32 } from 'node:path';
import { folderOnWindows, trialsOf } from '@mcp/release/src/install/bundle-trials.ts';
import { configOf, mcpb, type Desk } from '@mcp/release/src/install/bundle.ts';
import { installables } from '@mcp/release/src/install/installable.ts';
import { flavoursOf } from '@mcp/release/src/install/manifest.ts';
import type { Machine } from '@mcp/release/src/packing.ts';
import { run } from '@mcp/release/src/run.ts';
import { root } from '@mcp/repo/src/workspace.ts';
import { TO_PROJECT } from './programs.ts';

/** Makes the bundles, unpacks them below the folder of the packages, and writes what to try there for the suite. */
export const unpackBundles = async (folder: string, machine: Machine): Promise<void> => {
  const made = join(machine.folder, 'made bundles');
  await run(process.execPath, [join(root, 'tools/release/src/bundles.ts'), made], {
    cwd: root,
    env: process.env,
  });
  const documents = win32.join(TO_PROJECT, 'bundled project');
  mkdirSync(join(folder, 'bundled project'), { recursive: true });
  const starts: object[] = [];
  for (const server of installables)
    for (const flavour of flavoursOf(server)) {
      const unpacked = join(folder, 'bundles', flavour.name);
      mcpb('unpack', join(made, `${flavour.name}-${server.manifest.version}.mcpb`), unpacked);
      const bundle = win32.join(TO_PROJECT, 'bundles', flavour.name);
      const desk: Desk = { bundle, home: TO_PROJECT, documents, separator: '\\' };
      for (const trial of trialsOf(server, flavour, folderOnWindows(documents))) {
        const { args, env } = await configOf(unpacked, trial.chosen, desk);
        starts.push({ name: flavour.name, args, env, ...trial });
      }
    }
  writeFileSync(join(folder, 'bundles.json'), JSON.stringify(starts, undefined, 2));
};
