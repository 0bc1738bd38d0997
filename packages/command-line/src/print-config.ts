// What to paste into a host, so that it starts this command line or connects to it.
import { stringify as toml } from 'smol-toml';
import { stringify as yaml } from 'yaml';
import { filesOf, thisMachine } from './hosts/files.ts';
import { entryOf, membersOf, type Entry, type Format } from './hosts/host.ts';
import { HOSTS, type HostName } from './hosts/hosts.ts';
import type { Path } from './install/editor.ts';
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
  const { title, place = filesOf(host, thisMachine()).join(' and '), isList } = host;
  const entry = entryOf(host, launch);
  const tree = nested(membersOf(host), isList === true ? [entry] : { [launch.id]: entry });
  return {
    place: `${title}, ${place}:`,
    text: TEXTS[host.format ?? 'json'](tree),
    notes: notesOf(name, launch),
  };
}

/** What is left to do for the user, who has pasted the text or has the entry in the file. */
export function notesOf(name: HostName, launch: StdioLaunch | HttpLaunch): string[] {
  const { secret, note = [], httpNotes = [] } = HOSTS[name];
  const toNote = (variable: string): string =>
    secret === undefined
      ? `Write the value of ${variable} in its place: secrets are not printed.`
      : `${variable} must be set in the environment of the host: secrets are not printed.`;
  if (!('url' in launch)) return [note, ...launch.secrets.map(toNote)].flat();
  return [
    ...[note].flat(),
    ...(launch.tokenEnv === undefined ? [] : [toNote(launch.tokenEnv)]),
    'Start the server yourself, with the same flags: hosts only connect to it.',
    ...httpNotes,
  ];
}

/** Returns the tables of TOML for an entry at a path. */
export function toTables(path: Path, entry: Entry): string {
  return toml(nested(path, entry)).trimEnd();
}

const TEXTS: Readonly<Record<Format, (tree: object) => string>> = {
  json: (tree) => JSON.stringify(tree, undefined, 2),
  toml: (tree) => toml(tree).trimEnd(),
  yaml: (tree) => yaml(tree, { lineWidth: 0 }).trimEnd(),
};

function nested(path: Path, inner: object): object {
  return path.reduceRight((tree, name) => ({ [name]: tree }), inner);
}
