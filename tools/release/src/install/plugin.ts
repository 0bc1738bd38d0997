// The servers as plugins of Claude Code: a manifest for each, and the marketplace that lists them.
import type { JsonObject } from '@mcp/runtime';
import type { Publication } from '@mcp/repo/src/publication.ts';
import { argumentsFor, AUTHOR, installables, npxCommand, type Installable } from './installable.ts';
import { entryPoint, switchConfig } from './manifest.ts';
import { nameOf, settingsOf, SWITCHES } from './switches.ts';

/** `.claude-plugin/plugin.json` of a server that npx gets in its own version. Before it is on npm there is none. */
export const pluginManifest = (
  server: Installable,
  { npm, repository }: Publication,
): JsonObject | undefined => {
  if (!npm || repository === null) return undefined;
  const { id, manifest } = server;
  const { command, args } = npxCommand(server, pluginArguments(server));
  const pinned = args.map((arg) => (arg === manifest.name ? `${arg}@${manifest.version}` : arg));
  return {
    ...describe(server, { command, args: pinned }),
    homepage: `${repository}/tree/main/servers/${id}`,
    repository,
  };
};

/** The same for a plugin that has the server inside, as a bundle has it. */
export const filledPlugin = (server: Installable): JsonObject =>
  describe(server, {
    command: 'node',
    args: [`\${CLAUDE_PLUGIN_ROOT}/${entryPoint(server)}`, ...pluginArguments(server)],
  });

// Form: https://code.claude.com/docs/en/plugins-reference, 2026-11-23; its options are those of a bundle's user_config.
const describe = (server: Installable, start: { command: string; args: string[] }): JsonObject => {
  const { id, manifest, input } = server;
  const switches = SWITCHES[id] ?? [];
  const asked = server.hasRoots || input === undefined ? {} : { [input.name]: inputOption(server) };
  return {
    name: `mcp-server-${id}`,
    version: manifest.version,
    description: manifest.description ?? '',
    author: AUTHOR,
    license: manifest.license ?? '',
    keywords: [...(manifest.keywords ?? [])],
    userConfig: {
      ...asked,
      ...Object.fromEntries(switches.map((each) => [nameOf(each), switchConfig(each)])),
    },
    mcpServers: {
      [id]: {
        ...start,
        env: settingsOf(id, switches),
      },
    },
  };
};

/** The project around a plugin is a root of the client, which the server may use. Others are asked for. */
const pluginArguments = (server: Installable): string[] =>
  server.hasRoots || server.input === undefined
    ? []
    : argumentsFor(server, `\${user_config.${server.input.name}}`);

const inputOption = ({ input }: Installable): JsonObject => ({
  type: input?.kind ?? 'string',
  title: input?.title ?? '',
  description: input?.description ?? '',
  required: true,
});

/** `.claude-plugin/marketplace.json`: of the repository, or of a folder with filled plugins. */
export const marketplace = (sourceOf: (server: Installable) => string): JsonObject => ({
  name: 'mcp-reference-servers',
  owner: AUTHOR,
  description: 'Model Context Protocol servers for files, git repositories, SQLite databases and web pages',
  plugins: installables.map((server) => ({
    name: `mcp-server-${server.id}`,
    source: sourceOf(server),
    description: server.manifest.description ?? '',
  })),
});
