// The entry of a server in the MCP Registry: server.json, as its schema of 2025-12-11 wants it.
import type { JsonObject } from '@mcp/runtime';
import { readManifest } from '@mcp/repo/src/workspace.ts';
import type { Installable, UserInput } from './installable.ts';

/** The entry, which is published after the package of the same version. */
export const registryEntry = (server: Installable): JsonObject => {
  const { manifest, input } = server;
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: server.registryName,
    title: server.title,
    description: manifest.description ?? '',
    version: manifest.version,
    repository: { url: repositoryUrl(), source: 'github', subfolder: `servers/${server.id}` },
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

/** Where the repository is read in a browser. */
export const repositoryUrl = (): string =>
  (readManifest('').repository?.url ?? '').replace(/^git\+/, '').replace(/\.git$/, '');

const toArgument = (input: UserInput): JsonObject => {
  const common = {
    description: input.description,
    format: 'filepath',
    isRequired: true,
    isRepeated: input.isRepeated,
    placeholder: input.placeholder,
  };
  return input.flag === undefined
    ? { type: 'positional', valueHint: input.name, ...common }
    : { type: 'named', name: input.flag, ...common };
};
