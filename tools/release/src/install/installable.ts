// Facts about each server that its manifest does not have: bundles, plugins and documents are made from both.
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
  /** Stands for the value in texts: what most people have. */
  readonly example: string;
}

/** A server as installers see it. */
export interface Installable {
  /** The folder below `servers`, and the name that hosts show. */
  readonly id: string;
  readonly title: string;
  readonly manifest: Manifest;
  readonly input?: UserInput;
  /** Whether the roots of the client are allowed, so that nothing has to be named. */
  readonly hasRoots: boolean;
}

/** Who bundles and plugins name as their author. */
export const AUTHOR = { name: 'MCP reference servers' } as const;

/** The servers, in the order of the README. */
export const installables: readonly Installable[] = [
  {
    id: 'filesystem',
    manifest: readManifest('servers/filesystem'),
    title: 'Filesystem',
    input: {
      name: 'allowed_directories',
      title: 'Allowed directories',
      description: 'Directories that the server may read and change',
      kind: 'directory',
      isRepeated: true,
      example: '~/Documents',
    },
    hasRoots: true,
  },
  {
    id: 'git',
    manifest: readManifest('servers/git'),
    title: 'Git',
    input: {
      name: 'repository',
      title: 'Repository',
      description: 'Repository that the server may use, with all repositories below it',
      kind: 'directory',
      isRepeated: false,
      flag: '-r',
      example: '~/project',
    },
    hasRoots: true,
  },
  {
    id: 'sqlite',
    manifest: readManifest('servers/sqlite'),
    title: 'SQLite',
    input: {
      name: 'database',
      title: 'Database',
      description: 'SQLite database that the server may read',
      kind: 'file',
      isRepeated: false,
      example: '~/data.db',
    },
    hasRoots: false,
  },
  { id: 'fetch', manifest: readManifest('servers/fetch'), title: 'Fetch', hasRoots: false },
];

/** The arguments of a server for a value of its input. */
export const argumentsFor = (
  { input }: Installable,
  value: string | undefined = input?.example,
): string[] => {
  if (input === undefined || value === undefined) return [];
  return input.flag === undefined ? [value] : [input.flag, value];
};
