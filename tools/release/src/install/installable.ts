// Installable: facts about each server for bundles, plugins and documents that its manifest does not contain.
import { readManifest, type Manifest } from '@mcp/repo/src/workspace.ts';

/** The folders or files that a user must choose before a server is useful. */
export interface UserInput {
  /** How installers name it. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly kind: 'directory' | 'file';
  /** A value that works in a checkout on every machine. */
  readonly example: string;
}

/** A server to install. */
export interface Installable {
  /** The folder below `servers`, and the name that hosts show. */
  readonly id: string;
  readonly manifest: Manifest;
  readonly input?: UserInput;
  /** Whether the server can use the roots of the client instead. */
  readonly hasRoots: boolean;
}

/** The author in bundles and plugins. */
export const AUTHOR = { name: 'MCP reference servers' } as const;

/** The servers, in the order of the README. */
export const installables: readonly Installable[] = [
  {
    id: 'filesystem',
    manifest: readManifest('servers/filesystem'),
    input: {
      name: 'allowed_directories',
      title: 'Folders',
      description: 'Claude can use these folders and everything in them',
      kind: 'directory',
      example: '.',
    },
    hasRoots: true,
  },
  {
    id: 'git',
    manifest: readManifest('servers/git'),
    input: {
      name: 'repositories',
      title: 'Repositories',
      description: 'Claude can use these repositories. A folder stands for all repositories in it',
      kind: 'directory',
      example: '.',
    },
    hasRoots: true,
  },
  {
    id: 'sqlite',
    manifest: readManifest('servers/sqlite'),
    input: {
      name: 'databases',
      title: 'Databases',
      description: 'Claude can read these SQLite databases',
      kind: 'file',
      example: '--db-path notes.db',
    },
    hasRoots: false,
  },
  { id: 'fetch', manifest: readManifest('servers/fetch'), hasRoots: false },
];

/** Returns the arguments of a server for a value of its input. */
export const argumentsFor = ({ input }: Installable, value: string | undefined = input?.example): string[] =>
  input === undefined || value === undefined ? [] : [value];
