// Editor: what a format of hosts' files can do for a change, and how it fails.
import type { Entry, Format } from '../hosts/host.ts';

/** The way to a member of a tree. */
export type Path = readonly (string | number)[];

/** One change of a file. */
export interface Edit {
  readonly format: Format;
  /** The way to the server: the names of the members, then its own, or its index in a list. */
  readonly path: Path;
  /** Undefined takes the server out. */
  readonly entry: Entry | undefined;
}

/** The file cannot be changed without risk. The message says why, for people. */
export class EditError extends Error {
  override readonly name = 'EditError';
}

/** What a format can do. */
export interface Editor {
  /** Reads the data of a text. Throws if it is broken; the first line of the message says where. */
  parse(text: string): unknown;
  /** The text with the change. What it gives is checked, so it may give up on a text that it cannot change. */
  change(text: string, edit: Edit): string;
}

/** Data of a file. */
export type Tree = { readonly [name: string]: unknown };

/** Whether data is an object by names. */
export function isTree(data: unknown): data is Tree {
  return typeof data === 'object' && data !== null && !Array.isArray(data);
}
