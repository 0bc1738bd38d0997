// Facts about each server that its manifest does not have: bundles, plugins and documents are made from both.
import { readManifest, type Manifest } from '@mcp/repo/src/workspace.ts';

/** What a user has to choose before a server is of use: one or more folders or files. */
export interface UserInput {
  /** How installers name it. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly kind: 'directory' | 'file';
  /** A value that works on every machine, in a checkout. */
  readonly example: string;
}

/** A server as installers see it. */
export interface Installable {
  /** The folder below `servers`, and the name that hosts show. */
  readonly id: string;
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

/** The arguments of a server for a value of its input. */
export const argumentsFor = ({ input }: Installable, value: string | undefined = input?.example): string[] =>
  input === undefined || value === undefined ? [] : [value];
