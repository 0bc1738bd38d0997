// Host: where a host keeps its servers, and how it writes one.
import type { HttpLaunch, StdioLaunch } from '../launch.ts';

/** How the file of a host is written. JSON may have comments: they stay. */
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

/** A host that a server can be added to. Most have the JSON of Claude Desktop, so a row only says what differs. */
export interface Host {
  /** For people. */
  readonly title: string;
  /** For people who paste, where there is no file. */
  readonly place?: string;
  /** The files for the servers of a user, see `filesOf`. None: the host keeps them in no file that others may write. */
  readonly files?: readonly string[];
  /** Programs of this host read a file each, so every file whose folder exists gets the server. */
  readonly hasSeveralPrograms?: boolean;
  /** The file on Windows, where it differs. */
  readonly windowsFile?: string;
  /** Default: `json`. */
  readonly format?: Format;
  /** The members on the way to the servers. Default: `mcpServers`. */
  readonly members?: readonly string[];
  /** The servers are a list, and each has its name in it. */
  readonly isList?: boolean;
  /** What a file needs in addition to the servers; written where there is no file yet. */
  readonly newFile?: string;
  /** Whether the host tells servers which folders its user has opened (roots). */
  readonly hasRoots?: boolean;
  /** The longest text of a tool result that reaches the model whole, where that is less than our default. */
  readonly outputLimit?: number;
  /** The form of a server that the host starts. Default: as `Started`. */
  readonly started?: (entry: Started, launch: StdioLaunch) => Entry;
  /** The form of a server that the host connects to. Default: as `Connected`. */
  readonly connected?: (entry: Connected, launch: HttpLaunch) => Entry;
  /** The words for a value from the environment of the host. Without it the user has to write the value. */
  readonly secret?: (name: string) => string;
  /** What to know about the file. */
  readonly note?: string;
  readonly httpNotes?: readonly string[];
}

/** The members on the way to the servers in the file of a host. */
export function membersOf({ members = ['mcpServers'] }: Host): readonly string[] {
  return members;
}

/** The server as the host writes it. */
export function entryOf(host: Host, launch: StdioLaunch | HttpLaunch): Entry {
  const { secret = placeholder, started, connected } = host;
  if ('url' in launch) {
    const { url, tokenEnv } = launch;
    const headers = tokenEnv !== undefined && { Authorization: `Bearer ${secret(tokenEnv)}` };
    const entry = { url, ...(headers && { headers }) };
    return connected?.(entry, launch) ?? entry;
  }
  const { command, args, secrets } = launch;
  const env = { ...launch.env, ...Object.fromEntries(secrets.map((name) => [name, secret(name)])) };
  const entry = { command, args, ...(Object.keys(env).length > 0 && { env }) };
  return started?.(entry, launch) ?? entry;
}

/** Returns what stands where the user writes a secret. */
export const placeholder = (name: string): string => `<the value of ${name}>`;
