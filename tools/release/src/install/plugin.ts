// The servers as plugins of Claude Code, each with the server inside: a manifest for each, and the marketplace that
// lists them.
import type { JsonObject } from '@mcp/runtime';
import { argumentsFor, AUTHOR, installables, type Installable } from './installable.ts';
import { descriptionOf, entryPoint, flavoursOf, inputConfig, switchConfigs } from './manifest.ts';
import { settingsOf, SWITCHES } from './switches.ts';

/** The project around a plugin is a root of the client, which some servers may use. Others ask for their input. */
const askedInput = ({ hasRoots, input }: Installable) => (hasRoots ? undefined : input);

// The last bundle of a server is the one without limits.
const describe = (server: Installable): string => flavoursOf(server).slice(-1).map(descriptionOf).join('');

/** `.claude-plugin/plugin.json` of a server. Its options are those of a bundle's `user_config`. */
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

/** `.claude-plugin/marketplace.json` of a folder with the plugins. */
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
