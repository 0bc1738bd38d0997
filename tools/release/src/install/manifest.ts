// The manifest of a bundle for Claude Desktop: how to start the server, and what to ask the user.
import type { JsonObject } from '@mcp/runtime';
import { publication } from '@mcp/repo/src/publication.ts';
import { argumentsFor, AUTHOR, type Installable, type UserInput } from './installable.ts';
import { nameOf, settingsOf, SWITCHES, type Switch } from './switches.ts';

/** One bundle of a server: what is fixed in it is not asked. */
export interface Flavour {
  /** Of the bundle and its file. */
  readonly name: string;
  readonly title: string;
  /** What it lets Claude do, as in `read web pages`. */
  readonly lets: string;
  /** Arguments that the user cannot change. */
  readonly fixed: readonly string[];
  readonly switches: readonly Switch[];
  /** What the input is before the user chooses. */
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

/** The bundles of a server. Most people want one of two things of files, and each is a bundle of its own. */
export const flavoursOf = ({ id }: Installable): readonly Flavour[] =>
  (FLAVOURS[id] ?? []).map((each) => ({
    name: `mcp-server-${id}`,
    fixed: [],
    switches: SWITCHES[id] ?? [],
    ...each,
  }));

/** Says to a person what a bundle is for. */
export const descriptionOf = ({ lets }: Pick<Flavour, 'lets'>): string => `Claude can ${lets}.`;

/** Where Claude Desktop has the settings of a bundle. */
export const SETTINGS_OF_BUNDLE = 'Settings, Extensions, Configure';

/** The program of a server in its bundle. */
export const entryPoint = ({ id, manifest }: Installable): string =>
  `server/node_modules/${manifest.name}/${manifest.bin?.[`mcp-server-${id}`]}`;

/** `manifest.json`, with the tools that the server offered when it was asked. */
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

/** The input of a server as an option of an installer. */
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

/** Switches as options of an installer, by name. */
export const switchConfigs = (switches: readonly Switch[]): JsonObject =>
  Object.fromEntries(
    switches.map((each) => {
      const { kind, title, description } = each;
      return [nameOf(each), { type: kind, title, description, required: false, ...DEFAULTS[kind] }];
    }),
  );
