// Files that are made from the manifests and the owner's decisions: they change with every version.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '@mcp/runtime';
import { publication, type Publication } from '@mcp/repo/src/publication.ts';
import { publicPackages, root } from '@mcp/repo/src/workspace.ts';
import { composeFile, dockerfile } from './dockerfile.ts';
import { installables } from './installable.ts';

/** A file of the repository. `path` is relative to the root, and an object is written as JSON. */
export interface InstallFile {
  readonly path: string;
  readonly content: JsonObject | string;
}

/** The manifests of the published packages, Dockerfiles and `compose.yaml`. */
export const installFiles = (decided: Publication = publication): InstallFile[] => [
  ...publicPackages.map(({ folder }) => manifestFile(folder, decided)),
  ...installables.map((server) => ({
    path: `servers/${server.id}/Dockerfile`,
    content: dockerfile(server),
  })),
  { path: 'tools/release/compose.yaml', content: composeFile() },
];

/** Writes the files and returns their paths. The formatter has the last word on the form of JSON. */
export const writeInstallFiles = (): string[] =>
  installFiles().map(({ path, content }) => {
    const text = typeof content === 'string' ? content : `${JSON.stringify(content, undefined, 2)}\n`;
    writeFileSync(join(root, path), text);
    return path;
  });

/** A package that is published with provenance names the repository in which it was built. */
const manifestFile = (directory: string, { repository }: Publication): InstallFile => {
  const path = join(directory, 'package.json');
  const { repository: _former, ...manifest } = JSON.parse(
    readFileSync(join(root, path), 'utf8'),
  ) as JsonObject;
  if (repository === null) return { path, content: manifest };
  return {
    path,
    content: { ...manifest, repository: { type: 'git', url: `git+${repository}.git`, directory } },
  };
};
