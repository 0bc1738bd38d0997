// A server started as the manifest of its bundle says, from its sources: nothing is packed.
import { join } from 'node:path';
import { root } from '@mcp/repo/src/workspace.ts';
import type { Program } from '@mcp/runtime/testing';
import { configOf, type Chosen } from '../../src/install/bundle.ts';
import { installables } from '../../src/install/installable.ts';
import { bundleManifest, flavoursOf } from '../../src/install/manifest.ts';

const bundles = installables.flatMap((server) => flavoursOf(server).map((flavour) => ({ server, flavour })));

/** How Claude Desktop starts the bundle of that name after a user with this home folder chose something. */
export const startBundle = async (name: string, chosen: Chosen, home: string): Promise<Program> => {
  const found = bundles.find(({ flavour }) => flavour.name === name);
  if (found === undefined) throw new Error(`there is no bundle ${name}`);
  const { server, flavour } = found;
  const desk = { bundle: home, home, documents: join(home, 'Documents'), separator: '/' } as const;
  const { args, env } = await configOf(bundleManifest(server, flavour, []), chosen, desk);
  return {
    command: process.execPath,
    args: [join(root, 'servers', server.id, 'src/main.ts'), ...args.slice(1)],
    env: { PATH: process.env['PATH'] ?? '', HOME: home, ...env },
    cwd: home,
  };
};
