// A server started as the manifest of its bundle says, from its sources: nothing is packed.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '@mcp/repo/src/workspace.ts';
import type { Program } from '@mcp/runtime/testing';
import { configOf, type Chosen } from '../../src/install/bundle.ts';
import { installables } from '../../src/install/installable.ts';
import { bundleManifest, flavoursOf } from '../../src/install/manifest.ts';

/** How Claude Desktop starts the bundle of that name after a user with this home folder chose something. */
export const startBundle = async (name: string, chosen: Chosen, home: string): Promise<Program> => {
  const server = installables.find((each) => flavoursOf(each).some((flavour) => flavour.name === name));
  const flavour = server && flavoursOf(server).find((each) => each.name === name);
  if (server === undefined || flavour === undefined) throw new Error(`there is no bundle ${name}`);
  const bundle = mkdtempSync(join(tmpdir(), 'bundle-'));
  try {
    writeFileSync(join(bundle, 'manifest.json'), JSON.stringify(bundleManifest(server, flavour, [])));
    const desk = { bundle, home, documents: join(home, 'Documents'), separator: '/' } as const;
    const { args, env } = await configOf(bundle, chosen, desk);
    const main = join(root, 'servers', server.id, 'src/main.ts');
    return {
      command: process.execPath,
      args: [main, ...args.slice(1)],
      env: { PATH: process.env['PATH'] ?? '', HOME: home, ...env },
      cwd: home,
    };
  } finally {
    rmSync(bundle, { recursive: true });
  }
};
