// The servers as plugins of Claude Code: a manifest in each server, and the marketplace of this repository.
import type { JsonObject } from '@mcp/runtime';
import { AUTHOR, installables, npxCommand, type Installable } from './installable.ts';
import type { Publication } from '@mcp/repo/src/publication.ts';

/** `.claude-plugin/plugin.json` of a server. It starts the published package of its own version: without one there is none. */
export const pluginManifest = (
  server: Installable,
  { npm, repository }: Publication,
): JsonObject | undefined => {
  if (!npm || repository === null) return undefined;
  const { id, manifest } = server;
  const { command, args } = npxCommand(server, server.pluginArgs);
  const pinned = args.map((arg) => (arg === manifest.name ? `${arg}@${manifest.version}` : arg));
  return {
    name: `mcp-server-${id}`,
    version: manifest.version,
    description: manifest.description ?? '',
    author: AUTHOR,
    homepage: `${repository}/tree/main/servers/${id}`,
    repository,
    license: manifest.license ?? '',
    keywords: [...(manifest.keywords ?? [])],
    mcpServers: { [id]: { command, args: pinned } },
  };
};

/** `.claude-plugin/marketplace.json` of the repository. */
export const marketplace = ({ npm }: Publication): JsonObject | undefined => {
  if (!npm) return undefined;
  return {
    name: 'mcp-reference-servers',
    owner: AUTHOR,
    description: 'Model Context Protocol servers for files, git repositories, SQLite databases and web pages',
    plugins: installables.map(({ id, manifest }) => ({
      name: `mcp-server-${id}`,
      source: `./servers/${id}`,
      description: manifest.description ?? '',
    })),
  };
};
