// The bundles for Claude Desktop, unpacked on the drive C:, and how a host on Windows starts them.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, win32 } from 'node:path';
import { inputsOf, trialsOf, writeProject } from '@mcp/release/src/install/bundle-trials.ts';
import { configOf, makeBundles, manifestIn, unpack, type Desk } from '@mcp/release/src/install/bundle.ts';
import { installables } from '@mcp/release/src/install/installable.ts';
import type { Machine } from '@mcp/release/src/packing.ts';
import { TO_PROJECT } from './programs.ts';

/** Builds the bundles, unpacks them next to the packages, and writes the trials for the suite there. */
export const unpackBundles = async (folder: string, machine: Machine): Promise<void> => {
  const project = join(machine.folder, 'bundled project');
  execFileSync('git', ['init', '--quiet', project]);
  writeProject(project);
  const documents = win32.join(TO_PROJECT, 'bundled project');
  mkdirSync(join(folder, 'bundled project'), { recursive: true });
  writeProject(join(folder, 'bundled project'));
  const starts: object[] = [];
  for (const server of installables) {
    const [value] = inputsOf(server, { folder: project, separator: '/' });
    const { files } = await makeBundles(server, { value, output: join(machine.folder, 'made'), machine });
    for (const [flavour, file] of files) {
      const unpacked = join(folder, 'bundles', flavour.name);
      await unpack(file, unpacked);
      const bundle = win32.join(TO_PROJECT, 'bundles', flavour.name);
      const desk: Desk = { bundle, home: TO_PROJECT, documents, separator: '\\' };
      for (const trial of trialsOf(server, flavour, { folder: documents, separator: '\\' })) {
        const { args, env } = await configOf(manifestIn(unpacked), trial.chosen, desk);
        starts.push({ name: flavour.name, args, env, ...trial });
      }
    }
  }
  writeFileSync(join(folder, 'bundles.json'), JSON.stringify(starts, undefined, 2));
};
