// What is known of a host: where it keeps its servers, and how it writes one.
import type { HttpLaunch, StdioLaunch } from '../launch.ts';

/** How the file of a host is written. JSON may have comments: they stay. */
export type Format = 'json' | 'toml' | 'yaml';

/** A server as a host writes it. */
export type Entry = { readonly [name: string]: unknown };

/** A value from the environment as a host writes it, or the words that stand for it. */
export type Secret = (name: string) => string;

/** A host that a server can be added to. */
export interface Host {
  /** For people. */
  readonly title: string;
  /** For people who paste: where it goes. */
  readonly place: string;
  /** The page that documents the form, and when it was read. */
  readonly source: string;
  readonly format: Format;
  /** The member of the file that holds the servers by their names. */
  readonly members: readonly string[];
  /** The form of a server that the host starts. */
  readonly stdio: (launch: StdioLaunch) => Entry;
  /** The form of a server that the host connects to. */
  readonly http: (launch: HttpLaunch) => Entry;
  /** What the user has to know about a secret that is not shown. */
  readonly secretNote: (name: string) => string;
  readonly httpNotes?: readonly string[];
  /** What people paste where that is not the file itself: a command. */
  readonly command?: (launch: StdioLaunch | HttpLaunch) => string;
}

/** What differs between hosts with JSON. */
interface JsonHost extends Pick<Host, 'title' | 'place' | 'source' | 'httpNotes' | 'command'> {
  /** The member with the servers. Default `mcpServers`. */
  readonly members?: readonly string[];
  /** The form of a server that is started. Default: with `command`, `args` and `env`. */
  readonly started?: (entry: Started) => Entry;
  /** The form of a server with a URL. Default: `{ url, headers }`. */
  readonly connected?: (entry: Connected) => Entry;
  /** How the host takes a value from its own environment. Without it the user writes the value. */
  readonly secret?: Secret;
}

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

/** A host whose file is an object of servers by name. */
export function jsonHost(host: JsonHost): Host {
  const { members = ['mcpServers'], started = same, connected = same, secret = placeholder, ...rest } = host;
  return {
    ...rest,
    format: 'json',
    members,
    stdio: (launch) => started(startedBy(launch, secret)),
    http: (launch) => connected(connectedTo(launch, secret)),
    secretNote: secret === placeholder ? writeIt : setIt,
  };
}

function same(entry: Entry): Entry {
  return entry;
}

/** A server that is started, with the settings of its environment. */
export function startedBy({ command, args, env, secrets }: StdioLaunch, secret: Secret): Started {
  const all = { ...env, ...Object.fromEntries(secrets.map((name) => [name, secret(name)])) };
  return Object.keys(all).length === 0 ? { command, args } : { command, args, env: all };
}

/** A server with a URL, with the token that it wants. */
export function connectedTo({ url, tokenEnv }: HttpLaunch, secret: Secret): Connected {
  return tokenEnv === undefined ? { url } : { url, headers: { Authorization: `Bearer ${secret(tokenEnv)}` } };
}

/** Stands where the user writes a secret. */
export function placeholder(name: string): string {
  return `<the value of ${name}>`;
}

/** What to do where a secret has to be written. */
export function writeIt(name: string): string {
  return `Write the value of ${name} in its place: secrets are not printed.`;
}

/** What to do where a host reads a secret from its environment. */
export function setIt(name: string): string {
  return `${name} must be set in the environment of the host: secrets are not printed.`;
}
