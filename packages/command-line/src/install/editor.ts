// Editor: what each format of hosts' files implements, and how an edit fails.
import type { Entry, Format } from '../hosts/host.ts';

/** The path to a member of a tree. */
export type Path = readonly (string | number)[];

/** One change of a file. */
export interface Edit {
  readonly format: Format;
  /** The path to the server. It ends with the name of the server, or with its index in a list. */
  readonly path: Path;
  /** Undefined removes the server. */
  readonly entry: Entry | undefined;
}

/** The file cannot be changed safely. The message says why, for people. */
export class EditError extends Error {
  override readonly name = 'EditError';
}

/** Reads and edits one format. */
export interface Editor {
  /** Parses a text. Throws if it is broken, with the position in the first line of the message. */
  parse(text: string): unknown;
  /** Returns the edited text. The caller verifies it, so an editor need not handle every notation. */
  change(text: string, edit: Edit): string;
}

/** The data of a file. */
export type Tree = { readonly [name: string]: unknown };

/** Whether data is an object. */
export function isTree(data: unknown): data is Tree {
  return typeof data === 'object' && data !== null && !Array.isArray(data);
}
