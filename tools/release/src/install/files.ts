// The files that installers read, made from the manifests: they change with every version.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { JsonObject } from '@mcp/runtime';
import { publication, type Publication } from '@mcp/repo/src/publication.ts';
import { root } from '@mcp/repo/src/workspace.ts';
import { composeFile, dockerfile } from './dockerfile.ts';
import { installables } from './installable.ts';
import { manifestFiles } from './manifests.ts';
import { marketplace, pluginManifest } from './plugin.ts';
import { registryEntry } from './registry.ts';

/** A file of the repository. `path` is relative to the root. */
export interface InstallFile {
  readonly path: string;
  /** An object is written as JSON. Undefined: there must be no such file, because what it names does not exist yet. */
  readonly content: JsonObject | string | undefined;
}

/** What the owner's decisions put into manifests, and the files of installers: registry entries, plugins, Dockerfiles. */
export const installFiles = (decided: Publication = publication): InstallFile[] => [
  ...manifestFiles(decided),
  ...installables.flatMap((server) => [
    { path: `servers/${server.id}/server.json`, content: registryEntry(server, decided) },
    { path: `servers/${server.id}/.claude-plugin/plugin.json`, content: pluginManifest(server, decided) },
    { path: `servers/${server.id}/Dockerfile`, content: dockerfile(server) },
  ]),
  { path: 'tools/release/compose.yaml', content: composeFile() },
  {
    path: '.claude-plugin/marketplace.json',
    content: decided.npm ? marketplace(({ id }) => `./servers/${id}`) : undefined,
  },
];

/** Writes them below a folder, and gives the paths that it wrote. The formatter has the last word on the form of JSON. */
export const writeInstallFiles = (folder: string = root): string[] => {
  const files = installFiles();
  for (const { path, content } of files) write(join(folder, path), content);
  return files.flatMap(({ path, content }) => (content === undefined ? [] : [path]));
};

const write = (file: string, content: InstallFile['content']): void => {
  if (content === undefined) return rmSync(file, { force: true });
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : `${JSON.stringify(content, undefined, 2)}\n`);
};
