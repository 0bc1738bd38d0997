// Plugins for Claude Code, each with the server inside: a manifest for each, and the marketplace that lists them.
import type { JsonObject } from '@mcp/runtime';
import { argumentsFor, AUTHOR, installables, type Installable } from './installable.ts';
import { descriptionOf, entryPoint, flavoursOf, inputConfig, switchConfigs } from './manifest.ts';
import { settingsOf, SWITCHES } from './switches.ts';

/** Servers that can use the project of Claude Code, a root of the client, do not ask for their input. */
const askedInput = ({ hasRoots, input }: Installable) => (hasRoots ? undefined : input);

// The last bundle of a server is the unrestricted one.
const describe = (server: Installable): string => flavoursOf(server).slice(-1).map(descriptionOf).join('');

/** Returns `.claude-plugin/plugin.json` of a server. Its options are those of the bundle. */
// Form: https://code.claude.com/docs/en/plugins-reference, 2026-11-23
export const pluginManifest = (server: Installable): JsonObject => {
  const { id, manifest } = server;
  const switches = SWITCHES[id] ?? [];
  const input = askedInput(server);
  const args = input === undefined ? [] : argumentsFor(server, `\${user_config.${input.name}}`);
  return {
    name: `mcp-server-${id}`,
    version: manifest.version,
    description: describe(server),
    author: AUTHOR,
    license: manifest.license ?? '',
    keywords: [...(manifest.keywords ?? [])],
    userConfig: {
      ...(input === undefined ? {} : { [input.name]: inputConfig(input) }),
      ...switchConfigs(switches),
    },
    mcpServers: {
      [id]: {
        command: 'node',
        args: [`\${CLAUDE_PLUGIN_ROOT}/${entryPoint(server)}`, ...args],
        env: settingsOf(id, 'the options of this plugin', switches),
      },
    },
  };
};

/** Returns `.claude-plugin/marketplace.json` of a folder with the plugins. */
export const marketplace = (): JsonObject => ({
  name: 'mcp-reference-servers',
  owner: AUTHOR,
  description: 'Model Context Protocol servers for files, git repositories, SQLite databases and web pages',
  plugins: installables.map((server) => ({
    name: `mcp-server-${server.id}`,
    source: `./mcp-server-${server.id}`,
    description: describe(server),
  })),
});
