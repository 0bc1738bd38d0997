// What a bundle is tried with, wherever it was unpacked: what a user chose, and what the server then offers and answers.
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

/** A tool that a switch brings or takes away, for each server. */
const SWITCHED: Readonly<Record<string, readonly [chosen: Chosen, tool: string, before: boolean]>> = {
  'mcp-server-filesystem': [{ read_only: true }, 'write_file', true],
  'mcp-server-git': [{ allow_remote: true }, 'git_push', false],
  'mcp-server-sqlite': [{ write: true }, 'write_query', false],
};

const CALLS: Readonly<Record<string, BundleTrial['call']>> = {
  'mcp-server-filesystem': { tool: 'list_directory', args: { path: '.' }, shows: 'data\\.db' },
  'mcp-server-filesystem-documents': {
    tool: 'read_text_file',
    args: { path: 'notes.txt' },
    shows: 'two clicks',
  },
  'mcp-server-git': { tool: 'git_status', args: {}, shows: 'No commits yet' },
  'mcp-server-sqlite': { tool: 'read_query', args: { query: 'SELECT 6 * 7 AS answer' }, shows: '42' },
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
  const call = CALLS[flavour.name];
  const isReadOnly = flavour.fixed.includes('--read-only');
  const [switches, tool, before] = SWITCHED[flavour.name] ?? [];
  const first: BundleTrial = {
    chosen: choose(server, flavour, chooser, {}),
    lacks: [...(isReadOnly ? ['write_file'] : []), ...(tool !== undefined && before === false ? [tool] : [])],
    lists: tool !== undefined && before === true ? [tool] : [],
    ...(call === undefined ? {} : { call }),
  };
  if (switches === undefined || tool === undefined) return [first];
  const second: BundleTrial = {
    chosen: choose(server, flavour, chooser, switches),
    ...(before === true ? { lacks: [tool] } : { lists: [tool] }),
  };
  return [first, second];
};
