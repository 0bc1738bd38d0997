// Links that install a server with one click, in the form that each host documents.
import { argumentsFor, npxCommand, type Installable } from './installable.ts';

/** A button: the name of the host, and where it leads. */
export interface InstallLink {
  readonly host: string;
  readonly url: string;
}

/** The links of a server. A host that can ask the user asks for the input; the others show the placeholder to edit. */
export const installLinks = (server: Installable): InstallLink[] => [
  { host: 'VS Code', url: vscode(server) },
  { host: 'Cursor', url: cursor(server) },
  { host: 'LM Studio', url: lmstudio(server) },
  { host: 'Goose', url: goose(server) },
];

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

const cursor = (server: Installable): string =>
  withQuery('https://cursor.com/en/install-mcp', [
    ['name', server.id],
    ['config', encoded(server)],
  ]);

const lmstudio = (server: Installable): string =>
  withQuery('https://lmstudio.ai/install-mcp', [
    ['name', server.id],
    ['config', encoded(server)],
  ]);

const goose = (server: Installable): string => {
  const { command, args } = npxCommand(server, argumentsFor(server));
  return withQuery('https://block.github.io/goose/extension', [
    ['cmd', command],
    ...args.map((arg): [string, string] => ['arg', arg]),
    ['id', server.id],
    ['name', server.title],
    ['description', server.manifest.description ?? ''],
  ]);
};

const encoded = (server: Installable): string =>
  Buffer.from(JSON.stringify(npxCommand(server, argumentsFor(server)))).toString('base64');

// Spaces as %20: not every host reads a plus as one.
const withQuery = (url: string, query: readonly (readonly [string, string])[]): string =>
  `${url}?${query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`;
