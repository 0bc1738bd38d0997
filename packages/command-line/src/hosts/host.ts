// Host: the file in which a host lists its servers, and the form of an entry.
import type { HttpLaunch, StdioLaunch } from '../launch.ts';

/** The format of a host's file. JSON may have comments. */
export type Format = 'json' | 'toml' | 'yaml';

/** A server as a host writes it. */
export type Entry = { readonly [name: string]: unknown };

/** A server that is started, as most hosts write it. */
export interface Started extends Entry {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: { readonly [name: string]: string };
}

/** A server with a URL, as most hosts write it. */
export interface Connected extends Entry {
  readonly url: string;
  readonly headers?: { readonly [name: string]: string };
}

/** A host that a server can be added to. Most use the JSON of Claude Desktop, so a row only lists the differences. */
export interface Host {
  /** Its name for people. */
  readonly title: string;
  /** Where people paste an entry if the host has no file that others may write. */
  readonly dialog?: string;
  /** Candidates for the file with the servers of a user, see `filesOf`. */
  readonly files?: readonly string[];
  /** Whether each program of this host reads its own file, so that every file whose folder exists gets the server. */
  readonly hasSeveralPrograms?: boolean;
  /** The file on Windows, where it differs. */
  readonly windowsFile?: string;
  /** Default: `json`. */
  readonly format?: Format;
  /** The members that lead to the servers. Default: `mcpServers`. */
  readonly members?: readonly string[];
  /** Whether the servers are a list instead of an object by name. */
  readonly isList?: boolean;
  /** The start of a new file, if it needs more than the servers. */
  readonly newFile?: string;
  /** Whether the host tells servers which folders its user has opened (roots). */
  readonly hasRoots?: boolean;
  /** The most bytes of a tool result that reach the model, if fewer than our default. */
  readonly outputLimit?: number;
  /** The `type` of a server that the host starts, and of one that it connects to. Default: none. */
  readonly types?: { readonly started?: string; readonly connected?: string };
  /** The member with the URL. Default: `url`. */
  readonly urlMember?: string;
  /** Members that every server needs, after the others. */
  readonly more?: Entry;
  /** How this host writes a server that it starts. Default: as `Started`. */
  readonly started?: (entry: Started, launch: StdioLaunch) => Entry;
  /** How this host writes a server that it connects to. Default: as `Connected`. */
  readonly connected?: (entry: Connected, launch: HttpLaunch) => Entry;
  /** How an entry refers to the variable NAME of the host's environment. Default: the user has to write the value. */
  readonly secret?: string;
  /** What users should know about the file. */
  readonly note?: string;
  /** What users should know about servers with a URL. */
  readonly httpNotes?: readonly string[];
}

/** Returns the members that lead to the servers in the file of a host. */
export function membersOf({ members = ['mcpServers'] }: Host): readonly string[] {
  return members;
}

/** Returns the server as the host writes it. */
export function entryOf(host: Host, launch: StdioLaunch | HttpLaunch): Entry {
  const { types = {}, more } = host;
  const isHttp = 'url' in launch;
  const type = isHttp ? types.connected : types.started;
  const entry = isHttp ? connectedEntry(host, launch) : startedEntry(host, launch);
  return { ...(type !== undefined && { type }), ...entry, ...more };
}

function startedEntry(host: Host, launch: StdioLaunch): Entry {
  const { command, args, secrets } = launch;
  const env = { ...launch.env, ...Object.fromEntries(secrets.map((name) => [name, secretIn(host, name)])) };
  const entry = { command, args, ...(Object.keys(env).length > 0 && { env }) };
  return host.started?.(entry, launch) ?? entry;
}

function connectedEntry(host: Host, launch: HttpLaunch): Entry {
  const { connected, urlMember = 'url' } = host;
  const { url, tokenEnv } = launch;
  const headers = tokenEnv !== undefined && {
    headers: { Authorization: `Bearer ${secretIn(host, tokenEnv)}` },
  };
  return connected?.({ url, ...headers }, launch) ?? { [urlMember]: url, ...headers };
}

function secretIn({ secret }: Host, name: string): string {
  return secret?.replace('NAME', () => name) ?? placeholder(name);
}

/** Returns the text that the user replaces with a secret. */
export const placeholder = (name: string): string => `<the value of ${name}>`;

/** Lists what the user still has to do, once the entry is in the file of the host. */
export function notesOf({ secret, note, httpNotes = [] }: Host, launch: StdioLaunch | HttpLaunch): string[] {
  const toNote = (variable: string): string =>
    secret === undefined
      ? `Replace "${placeholder(variable)}" with that value: secrets are not printed.`
      : `Set ${variable} in the environment of the host: secrets are not printed.`;
  const notes = note === undefined ? [] : [note];
  if (!('url' in launch)) return [...notes, ...launch.secrets.map(toNote)];
  return [
    ...notes,
    ...(launch.tokenEnv === undefined ? [] : [toNote(launch.tokenEnv)]),
    'Start the server yourself, with the same flags: hosts only connect to it.',
    ...httpNotes,
  ];
}
