// Links that install a server with one click, in the form that each host documents.
import { argumentsFor, npxCommand, type Installable } from './installable.ts';

/** A button: the name of the host, and where it leads. */
export interface InstallLink {
  readonly host: string;
  readonly url: string;
}

/** The links of a server. A host that can neither ask for the input nor knows it itself has none. */
export const installLinks = (server: Installable): InstallLink[] => [
  { host: 'VS Code', url: vscode(server) },
  ...whenKnown(server, (args) => [{ host: 'Cursor', url: cursor(server, args) }]),
  ...(server.input === undefined
    ? [
        { host: 'LM Studio', url: lmstudio(server) },
        { host: 'Goose', url: goose(server) },
      ]
    : []),
];

/** Editors put the folder of their workspace into `${workspaceFolder}`. */
const whenKnown = (
  server: Installable,
  make: (args: readonly string[]) => InstallLink[],
): readonly InstallLink[] => {
  const { input } = server;
  if (input === undefined) return make([]);
  return input.inWorkspace === undefined ? [] : make(argumentsFor(server, input.inWorkspace));
};

// https://code.visualstudio.com/api/extension-guides/ai/mcp, read on 2026-11-23
const vscode = (server: Installable): string => {
  const { id, input } = server;
  const config = npxCommand(server, argumentsFor(server, `\${input:${input?.name}}`));
  const inputs =
    input === undefined ? [] : [{ type: 'promptString', id: input.name, description: input.description }];
  return withQuery('https://insiders.vscode.dev/redirect/mcp/install', [
    ['name', id],
    ['inputs', JSON.stringify(inputs)],
    ['config', JSON.stringify(config)],
  ]);
};

// https://cursor.com/docs/context/mcp/install-links
const cursor = (server: Installable, args: readonly string[]): string =>
  withQuery('https://cursor.com/en/install-mcp', [
    ['name', server.id],
    ['config', encoded(server, args)],
  ]);

// https://lmstudio.ai/docs/app/mcp/deeplink
const lmstudio = (server: Installable): string =>
  withQuery('https://lmstudio.ai/install-mcp', [
    ['name', server.id],
    ['config', encoded(server, [])],
  ]);

// The documents of Goose moved to this address from block.github.io in 2026.
const goose = (server: Installable): string => {
  const { command, args } = npxCommand(server, []);
  return withQuery('https://goose-docs.ai/extension', [
    ['cmd', command],
    ...args.map((arg): [string, string] => ['arg', arg]),
    ['id', server.id],
    ['name', server.title],
    ['description', server.manifest.description ?? ''],
  ]);
};

const encoded = (server: Installable, args: readonly string[]): string =>
  Buffer.from(JSON.stringify(npxCommand(server, args))).toString('base64');

// Spaces as %20: not every host reads a plus as one.
const withQuery = (url: string, query: readonly (readonly [string, string])[]): string =>
  `${url}?${query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`;
