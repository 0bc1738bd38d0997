// What a bundle is tried with, wherever it was unpacked: what a user chose, and what the server then offers and
// answers.
import { posix, win32 } from 'node:path';
import type { Chosen } from './bundle.ts';
import type { Installable } from './installable.ts';
import type { Flavour } from './manifest.ts';

/** The folder that the user chooses: with `data.db`, `notes.txt` and a repository of git. */
export interface Chooser {
  readonly folder: string;
  readonly file: string;
}

/** That folder on this machine. */
export const folderHere = (folder: string): Chooser => ({ folder, file: posix.join(folder, 'data.db') });

/** That folder on Windows, by a path of Windows. */
export const folderOnWindows = (folder: string): Chooser => ({ folder, file: win32.join(folder, 'data.db') });

/** One start of a bundle. */
export interface BundleTrial {
  readonly chosen: Chosen;
  /** Tools that are in the list then. */
  readonly lists?: readonly string[];
  readonly lacks?: readonly string[];
  /** A call that needs what the bundle carries. `shows` is the source of a pattern. */
  readonly call?: { readonly tool: string; readonly args: object; readonly shows: string };
}

/** What is tried with each bundle. */
interface Trials {
  readonly call?: BundleTrial['call'];
  /** A tool that a switch brings or takes away. */
  readonly switched?: { readonly chosen: Chosen; readonly brings?: string; readonly takes?: string };
}

const TRIALS: Readonly<Record<string, Trials>> = {
  'mcp-server-filesystem': {
    call: { tool: 'list_directory', args: { path: '.' }, shows: 'data\\.db' },
    switched: { chosen: { read_only: true }, takes: 'write_file' },
  },
  'mcp-server-filesystem-documents': {
    call: { tool: 'read_text_file', args: { path: 'notes.txt' }, shows: 'two clicks' },
  },
  'mcp-server-git': {
    call: { tool: 'git_status', args: {}, shows: 'No commits yet' },
    switched: { chosen: { allow_remote: true }, brings: 'git_push' },
  },
  'mcp-server-sqlite': {
    call: { tool: 'read_query', args: { query: 'SELECT 6 * 7 AS answer' }, shows: '42' },
    switched: { chosen: { write: true }, brings: 'write_query' },
  },
};

/** What the input of a server is given. */
export const inputOf = ({ input }: Installable, { folder, file }: Chooser): string =>
  input?.kind === 'file' ? file : folder;

/** What the user chose: the input, and some switches. A flavour that has an input already needs none. */
const choose = (server: Installable, { chosen }: Flavour, chooser: Chooser, switches: Chosen): Chosen => {
  const { input } = server;
  if (input === undefined) return switches;
  const value = inputOf(server, chooser);
  // The host shows what the manifest suggests, and gives back what the user leaves there.
  return { ...switches, [input.name]: input.isRepeated || chosen !== undefined ? [value] : value };
};

/** As it is, and with a switch turned where it has one. */
export const trialsOf = (server: Installable, flavour: Flavour, chooser: Chooser): BundleTrial[] => {
  const { call, switched } = TRIALS[flavour.name] ?? {};
  const brings = switched?.brings === undefined ? [] : [switched.brings];
  const takes = switched?.takes === undefined ? [] : [switched.takes];
  const never = flavour.fixed.includes('--read-only') ? ['write_file'] : [];
  const first: BundleTrial = {
    chosen: choose(server, flavour, chooser, {}),
    lists: takes,
    lacks: [...never, ...brings],
    ...(call === undefined ? {} : { call }),
  };
  if (switched === undefined) return [first];
  return [first, { chosen: choose(server, flavour, chooser, switched.chosen), lists: brings, lacks: takes }];
};
