// What every package.json says of the owner: the repository, and the name of a server in the MCP Registry.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '@mcp/runtime';
import type { Publication } from '@mcp/repo/src/publication.ts';
import { packages, root } from '@mcp/repo/src/workspace.ts';
import { installables, registryName } from './installable.ts';
import type { InstallFile } from './files.ts';

/** `package.json` of the repository and of each package. */
export const manifestFiles = (publication: Publication): InstallFile[] =>
  ['', ...packages.map(({ folder }) => folder)].map((folder) => {
    const path = join(folder, 'package.json');
    const { repository: _repository, mcpName: _name, ...rest } = read(path);
    return {
      path,
      content: { ...rest, ...repositoryOf(folder, publication), ...nameOf(folder, publication) },
    };
  });

const read = (path: string): JsonObject => JSON.parse(readFileSync(join(root, path), 'utf8')) as JsonObject;

const repositoryOf = (folder: string, { repository }: Publication): JsonObject => {
  if (repository === null) return {};
  const place = { type: 'git', url: `git+${repository}.git` };
  return { repository: folder === '' ? place : { ...place, directory: folder } };
};

const nameOf = (folder: string, publication: Publication): JsonObject => {
  const server = installables.find(({ id }) => folder === `servers/${id}`);
  const name = server && registryName(server, publication);
  return name === undefined ? {} : { mcpName: name };
};
