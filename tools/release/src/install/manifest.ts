// The manifest of a bundle for Claude Desktop: how to start the server, and its settings.
import type { JsonObject } from '@mcp/runtime';
import { publication } from '@mcp/repo/src/publication.ts';
import { argumentsFor, AUTHOR, type Installable, type UserInput } from './installable.ts';
import { nameOf, settingsOf, SWITCHES, type Switch } from './switches.ts';

/** A bundle of a server. */
export interface Flavour {
  /** The name of the bundle and its file. */
  readonly name: string;
  readonly title: string;
  /** What it lets Claude do, like `read web pages`. */
  readonly lets: string;
  /** Arguments that the user cannot change. */
  readonly fixed: readonly string[];
  readonly switches: readonly Switch[];
  /** The default of the input. */
  readonly chosen?: readonly string[];
}

type Described = Pick<Flavour, 'title' | 'lets'> & Partial<Flavour>;

const FLAVOURS: Readonly<Record<string, readonly Described[]>> = {
  filesystem: [
    {
      name: 'mcp-server-filesystem-documents',
      title: 'My documents, read only',
      lets: 'read and search your documents: text, PDF, Word, Excel. It changes nothing',
      fixed: ['--read-only'],
      switches: (SWITCHES['filesystem'] ?? []).filter(({ flag }) => flag === 'deny'),
      chosen: ['${DOCUMENTS}'],
    },
    { title: 'My project', lets: 'read, write, edit and tidy the files of a folder' },
  ],
  git: [{ title: 'Git repositories', lets: 'look at the history of your repositories, and commit' }],
  sqlite: [
    { title: 'SQLite databases', lets: 'answer questions from databases, and change them if you allow it' },
  ],
  fetch: [{ title: 'Web pages', lets: 'read web pages, PDF files and feeds by their address' }],
};

/** Lists the bundles of a server. */
export const flavoursOf = ({ id }: Installable): readonly Flavour[] =>
  (FLAVOURS[id] ?? []).map((each) => ({
    name: `mcp-server-${id}`,
    fixed: [],
    switches: SWITCHES[id] ?? [],
    ...each,
  }));

/** Returns the purpose of a bundle, for people. */
export const descriptionOf = ({ lets }: Pick<Flavour, 'lets'>): string => `Claude can ${lets}.`;

/** The location of a bundle's settings in Claude Desktop. */
export const SETTINGS_OF_BUNDLE = 'Settings, Extensions, Configure';

/** Returns the path of the program in a bundle. */
export const entryPoint = ({ id, manifest }: Installable): string =>
  `server/node_modules/${manifest.name}/${manifest.bin?.[`mcp-server-${id}`]}`;

/** Returns `manifest.json` with the tools that the server listed. */
export const bundleManifest = (
  server: Installable,
  flavour: Flavour,
  tools: readonly JsonObject[],
): JsonObject => {
  const { manifest, input } = server;
  const value = input === undefined ? undefined : `\${user_config.${input.name}}`;
  return {
    manifest_version: '0.3',
    name: flavour.name,
    display_name: flavour.title,
    version: manifest.version,
    description: descriptionOf(flavour),
    author: AUTHOR,
    ...(publication.repository === null ? {} : { repository: { type: 'git', url: publication.repository } }),
    license: manifest.license ?? '',
    keywords: [...(manifest.keywords ?? [])],
    icon: 'icon.png',
    server: {
      type: 'node',
      entry_point: entryPoint(server),
      mcp_config: {
        command: 'node',
        args: [`\${__dirname}/${entryPoint(server)}`, ...flavour.fixed, ...argumentsFor(server, value)],
        env: settingsOf(server.id, SETTINGS_OF_BUNDLE, flavour.switches),
      },
    },
    tools: tools.map(({ name, description }) => ({
      name: name as string,
      description: description as string,
    })),
    prompts_generated: true,
    user_config: {
      ...(input === undefined ? {} : { [input.name]: chosenInput(input, flavour) }),
      ...switchConfigs(flavour.switches),
    },
    compatibility: {
      platforms: ['darwin', 'linux', 'win32'],
      runtimes: { node: manifest.engines?.node ?? '' },
    },
  };
};

/** Returns the input of a server as a setting. */
export const inputConfig = ({ kind, title, description }: UserInput): JsonObject => ({
  type: kind,
  title,
  description,
  required: true,
});

const chosenInput = (input: UserInput, { chosen }: Flavour): JsonObject => ({
  ...inputConfig(input),
  multiple: true,
  ...(chosen === undefined ? {} : { default: [...chosen] }),
});

const DEFAULTS = { boolean: { default: false }, string: { default: '' }, directory: {} } as const;

/** Returns switches as settings, by name. */
export const switchConfigs = (switches: readonly Switch[]): JsonObject =>
  Object.fromEntries(
    switches.map((each) => {
      const { kind, title, description } = each;
      return [nameOf(each), { type: kind, title, description, required: false, ...DEFAULTS[kind] }];
    }),
  );
