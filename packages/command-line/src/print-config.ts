// What to paste into a host, so that it starts this command line or connects to it.
import { entryOf, membersOf, type Entry, type Format } from './hosts/host.ts';
import { HOSTS, type HostName } from './hosts/hosts.ts';
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
  const host = HOSTS[name];
  const text =
    host.command?.(launch) ??
    TEXTS[host.format ?? 'json']([...membersOf(host), launch.id], entryOf(host, launch));
  const { title, place = host.files?.at(-1) ?? '' } = host;
  return { place: `${title}, ${place}:`, text, notes: notesOf(name, launch, true) };
}

/** What is left to do for the user, who has pasted the text or has the entry in the file. */
export function notesOf(name: HostName, launch: StdioLaunch | HttpLaunch, isPasted: boolean): string[] {
  const { secret, command, httpNotes = [] } = HOSTS[name];
  // A command that is pasted names the variable.
  const isExpanded = secret !== undefined || (isPasted && command !== undefined);
  const toNote = (variable: string): string =>
    isExpanded
      ? `${variable} must be set in the environment of the host: secrets are not printed.`
      : `Write the value of ${variable} in its place: secrets are not printed.`;
  if (!('url' in launch)) return launch.secrets.map(toNote);
  return [
    ...(launch.tokenEnv === undefined ? [] : [toNote(launch.tokenEnv)]),
    'Start the server yourself, with the same flags: hosts only connect to it.',
    ...httpNotes,
  ];
}

const TEXTS: Readonly<Record<Format, (path: readonly string[], entry: Entry) => string>> = {
  json: (path, entry) => {
    const whole = path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), entry);
    return JSON.stringify(whole, undefined, 2);
  },
  toml: toTable,
  // Every JSON value is YAML.
  yaml: (path, entry) => {
    const values = Object.entries(entry).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
    const indented = values.map((line) => '  '.repeat(path.length) + line);
    return [...path.map((name, depth) => `${'  '.repeat(depth)}${name}:`), ...indented].join('\n');
  },
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
