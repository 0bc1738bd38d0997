// What to paste into a host, so that it starts this command line or connects to it.
import type { HostName } from './command.ts';
import { commandNote } from './hosts/claude-code.ts';
import type { Entry, Format } from './hosts/host.ts';
import { HOST_FORMS } from './hosts/hosts.ts';
import type { HttpLaunch, StdioLaunch } from './launch.ts';

/** What to paste, and where it goes. */
export interface HostConfig {
  /** For people. */
  readonly place: string;
  readonly text: string;
  /** For people: what is left to do. */
  readonly notes: readonly string[];
}

/** The configuration of a host that starts the server like this, or connects to it there. */
export function hostConfig(name: HostName, launch: StdioLaunch | HttpLaunch): HostConfig {
  const { place, format, members, command } = HOST_FORMS[name];
  const text = command?.(launch) ?? TEXTS[format]([...members, launch.id], entryOf(name, launch));
  return { place, text, notes: notesOf(name, launch, command === undefined ? undefined : commandNote) };
}

/** The server as the host writes it. */
export function entryOf(name: HostName, launch: StdioLaunch | HttpLaunch): Entry {
  const host = HOST_FORMS[name];
  return 'url' in launch ? host.http(launch) : host.stdio(launch);
}

/** What is left to do for the user. */
export function notesOf(
  name: HostName,
  launch: StdioLaunch | HttpLaunch,
  toNote: (secret: string) => string = HOST_FORMS[name].secretNote,
): string[] {
  if (!('url' in launch)) return launch.secrets.map(toNote);
  const { httpNotes = [] } = HOST_FORMS[name];
  return [
    ...(launch.tokenEnv === undefined ? [] : [toNote(launch.tokenEnv)]),
    'Start the server yourself, with the same flags: hosts only connect to it.',
    ...httpNotes,
  ];
}

const TEXTS: Readonly<Record<Format, (path: readonly string[], entry: Entry) => string>> = {
  json: (path, entry) =>
    JSON.stringify(
      path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), entry),
      undefined,
      2,
    ),
  toml: toTable,
  // Every JSON value is YAML.
  yaml: (path, entry) =>
    [
      ...path.map((name, depth) => `${'  '.repeat(depth)}${name}:`),
      ...Object.entries(entry).map(
        ([name, value]) => `${'  '.repeat(path.length)}${name}: ${JSON.stringify(value)}`,
      ),
    ].join('\n'),
};

/** A table of TOML. Objects in it are written in one line. */
export function toTable(path: readonly string[], entry: Entry): string {
  const lines = Object.entries(entry).map(([name, value]) => `${toKey(name)} = ${toToml(value)}`);
  return [`[${path.map(toKey).join('.')}]`, ...lines].join('\n');
}

function toKey(name: string): string {
  return /^[\w-]+$/.test(name) ? name : JSON.stringify(name);
}

// Strings, numbers and lists of JSON are values of TOML.
function toToml(value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value);
  const pairs = Object.entries(value).map(([name, member]) => `${toKey(name)} = ${toToml(member)}`);
  return `{ ${pairs.join(', ')} }`;
}
