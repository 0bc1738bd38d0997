// The files that installers read, made from the manifests: they change with every version.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '@mcp/runtime';
import { root } from '@mcp/repo/src/workspace.ts';
import { dockerfile } from './dockerfile.ts';
import { installables } from './installable.ts';
import { marketplace, pluginManifest } from './plugin.ts';
import { registryEntry } from './registry.ts';

/** A file of the repository. `path` is relative to the root. */
export interface InstallFile {
  readonly path: string;
  /** An object is written as JSON. */
  readonly content: JsonObject | string;
}

/** The registry entry, the plugin and the Dockerfile of each server, and the marketplace. */
export const installFiles = (): InstallFile[] => [
  ...installables.flatMap((server) => [
    { path: `servers/${server.id}/server.json`, content: registryEntry(server) },
    { path: `servers/${server.id}/.claude-plugin/plugin.json`, content: pluginManifest(server) },
    { path: `servers/${server.id}/Dockerfile`, content: dockerfile(server) },
  ]),
  { path: '.claude-plugin/marketplace.json', content: marketplace() },
];

const toText = (content: JsonObject | string): string =>
  typeof content === 'string' ? content : `${JSON.stringify(content, undefined, 2)}\n`;

/** Writes them. The formatter has the last word on the form of JSON. */
export const writeInstallFiles = (): void => {
  for (const { path, content } of installFiles()) writeFileSync(join(root, path), toText(content));
};
