// What is previewed, and the calls that fetch it and make a part of it.
import type { Host } from '@mcp/view';

/** Lines that change, with what is around them. Of long texts there is a part, from `from` on. */
export interface Place {
  /** From 1. */
  readonly line: number;
  readonly above: string;
  readonly from: number;
  readonly before: string;
  readonly beforeLength: number;
  readonly after: string;
  readonly afterLength: number;
  readonly below: string;
}

/** A file, and the first of its places. */
export interface PlacesOfFile {
  readonly path: string;
  /** Of what it holds. */
  readonly digest: string;
  readonly count: number;
  readonly places: readonly Place[];
}

/** What the user decided. */
export interface Choice {
  readonly files: readonly PlacesOfFile[];
  /** By `nameOf`. */
  readonly rejected: ReadonlySet<string>;
}

type Input = { readonly [name: string]: unknown };

/** What a place is called here. */
export const nameOf = ({ digest }: PlacesOfFile, index: number): string => `${digest} ${index}`;

const SEPARATOR = /(?<=[\\/])/;

/** The path of a file from the directory that all of them are in. */
export const nameFrom = (files: readonly PlacesOfFile[], { path }: PlacesOfFile): string => {
  const names = path.split(SEPARATOR);
  const others = files.map((file) => file.path.split(SEPARATOR));
  const common = names.findIndex((name, at) => others.some((other) => other[at] !== name));
  return names.slice(common === -1 ? -1 : common).join('');
};

const toolFor = (input: Input): string => ('edits' in input ? 'choose_edits' : 'choose_replacements');

/** Asks the server what would change. */
export const fetchPlaces = async (host: Host, input: Input): Promise<readonly PlacesOfFile[]> => {
  const { structuredContent = {} } = await host.callTool(toolFor(input), input);
  return (structuredContent['files'] ?? []) as readonly PlacesOfFile[];
};

/** Makes the places that are not rejected. Resolves with what the server says. */
export const makePlaces = async (host: Host, input: Input, { files, rejected }: Choice): Promise<string> => {
  const accepted = files.map((file) => {
    const indexes = file.places.map((_, index) => index);
    return [file.digest, indexes.filter((index) => !rejected.has(nameOf(file, index)))] as const;
  });
  const wanted = Object.fromEntries(accepted.filter(([, indexes]) => indexes.length > 0));
  const { content = [] } = await host.callTool(toolFor(input), { ...input, accepted: wanted });
  return content.map(({ text = '' }) => text).join('\n');
};
