// The entry of a server in the MCP Registry: server.json, as its schema of 2025-12-11 wants it.
import type { JsonObject } from '@mcp/runtime';
import type { Publication } from '@mcp/repo/src/publication.ts';
import { registryName, type Installable, type UserInput } from './installable.ts';

/** The entry, which is published after the package of the same version. Without an owner there is none. */
export const registryEntry = (server: Installable, publication: Publication): JsonObject | undefined => {
  const { manifest, input } = server;
  const { repository: url } = publication;
  const name = registryName(server, publication);
  if (name === undefined || url === null) return undefined;
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name,
    title: server.title,
    description: manifest.description ?? '',
    version: manifest.version,
    repository: { url, source: 'github', subfolder: `servers/${server.id}` },
    packages: [
      {
        registryType: 'npm',
        identifier: manifest.name,
        version: manifest.version,
        runtimeHint: 'npx',
        transport: { type: 'stdio' },
        ...(input === undefined ? {} : { packageArguments: [toArgument(input)] }),
      },
    ],
  };
};

const toArgument = (input: UserInput): JsonObject => {
  const common = {
    description: input.description,
    format: 'filepath',
    isRequired: true,
    isRepeated: input.isRepeated,
    placeholder: input.example,
  };
  return input.flag === undefined
    ? { type: 'positional', valueHint: input.name, ...common }
    : { type: 'named', name: input.flag, ...common };
};
