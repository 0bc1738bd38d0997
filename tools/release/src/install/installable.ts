// What installing needs to know of each server and its manifest does not say. Everything that an installer reads
// (configurations, links, registry entries, bundles, plugins) is made from this and from the manifest.
import { readManifest, type Manifest } from '@mcp/repo/src/workspace.ts';

/** The one value that a user has to give before a server is of use. */
export interface UserInput {
  /** How installers name it. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly kind: 'directory' | 'file';
  /** Whether several values may be given. */
  readonly isRepeated: boolean;
  /** The flag that it follows. A value without one is an argument of its own. */
  readonly flag?: string;
  /** The flag in a container, where nobody knows what is mounted; `flag` unless given. */
  readonly containerFlag?: string;
  /** Stands for the value in texts. */
  readonly placeholder: string;
  /** The value in an editor that knows the folder of its workspace. */
  readonly inWorkspace: string;
}

/** A server as installers see it. */
export interface Installable {
  /** The folder below `servers`, and the name that hosts show. */
  readonly id: string;
  readonly title: string;
  readonly manifest: Manifest;
  /** The name in registries, which the manifest repeats as `mcpName`. */
  readonly registryName: string;
  readonly input?: UserInput;
  /** What a plugin starts the server with: it has no user to ask, but a project around it. */
  readonly pluginArgs: readonly string[];
}

/** Who bundles and plugins name as their author. */
export const AUTHOR = { name: 'MCP reference servers' } as const;

const NAMESPACE = 'io.github.mcp-reference-servers';

const describe = (id: string, facts: Pick<Installable, 'title' | 'input' | 'pluginArgs'>): Installable => ({
  ...facts,
  id,
  manifest: readManifest(`servers/${id}`),
  registryName: `${NAMESPACE}/${id}`,
});

/** The servers, in the order of the README. */
export const installables: readonly Installable[] = [
  describe('filesystem', {
    title: 'Filesystem',
    input: {
      name: 'allowed_directories',
      title: 'Allowed directories',
      description: 'Directories that the server may read and change',
      kind: 'directory',
      isRepeated: true,
      placeholder: '/path/to/project',
      inWorkspace: '${workspaceFolder}',
    },
    // The roots of the client are allowed.
    pluginArgs: [],
  }),
  describe('git', {
    title: 'Git',
    input: {
      name: 'repository',
      title: 'Repository',
      description: 'Repository that the server may use, with all repositories below it',
      kind: 'directory',
      isRepeated: false,
      flag: '-r',
      containerFlag: '--base-dir',
      placeholder: '/path/to/repository',
      inWorkspace: '${workspaceFolder}',
    },
    // The roots of the client are allowed.
    pluginArgs: [],
  }),
  describe('sqlite', {
    title: 'SQLite',
    input: {
      name: 'database',
      title: 'Database',
      description: 'SQLite database that the server may read',
      kind: 'file',
      isRepeated: false,
      placeholder: '/path/to/data.db',
      inWorkspace: '${workspaceFolder}/data.db',
    },
    pluginArgs: ['${SQLITE_DATABASE}'],
  }),
  describe('fetch', { title: 'Fetch', pluginArgs: [] }),
];

/** The arguments of a server for a value of its input. */
export const argumentsFor = (
  { input }: Installable,
  value: string | undefined = input?.placeholder,
): string[] => {
  if (input === undefined || value === undefined) return [];
  return input.flag === undefined ? [value] : [input.flag, value];
};

/** The command line that gets the server from the registry of npm and starts it. */
export const npxCommand = (
  server: Installable,
  args: readonly string[],
): { command: string; args: string[] } => ({
  command: 'npx',
  args: ['-y', server.manifest.name, ...args],
});
