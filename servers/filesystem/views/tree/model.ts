// Model of the treemap: collects files from search_files into a tree.
import type { Host } from '@mcp/view';

/** A file or directory. */
export interface Entry {
  readonly name: string;
  readonly parent: Directory | undefined;
  /** Size in bytes. For a directory, the total counted below it. */
  size: number;
}

/** A directory. */
export interface Directory extends Entry {
  readonly entries: Entry[];
  /** Number of files counted below it. */
  files: number;
}

/** Returns whether an entry is a directory. */
export const isDirectory = (entry: Entry): entry is Directory => 'entries' in entry;

const newDirectory = (name: string, parent?: Directory): Directory => ({
  name,
  parent,
  size: 0,
  entries: [],
  files: 0,
});

/** Returns the directories from the top to this one. */
export const pathTo = (directory: Directory): Directory[] =>
  directory.parent === undefined ? [directory] : [...pathTo(directory.parent), directory];

/** Returns the path of an entry relative to a directory above it. */
export const pathFrom = ({ name, parent }: Entry, directory: Directory): string =>
  parent === undefined || parent === directory ? name : `${pathFrom(parent, directory)}/${name}`;

/** Returns all files below a directory. */
export const filesBelow = ({ entries }: Directory): Entry[] =>
  entries.flatMap((entry) => (isDirectory(entry) ? filesBelow(entry) : [entry]));

/** Sorts the largest first. */
export const bySize = (a: Entry, b: Entry): number => b.size - a.size;

/** Result of search_files. */
interface Page {
  readonly path: string;
  readonly matches?: readonly { readonly path: string; readonly type: string; readonly size?: number }[];
  readonly ignored?: number;
  readonly errors?: readonly string[];
  readonly nextCursor?: string;
}

/** Counts the files below a directory, page by page. */
export class Count {
  readonly top: Directory;
  readonly #directories: Map<string, Directory>;
  readonly #args: { readonly [name: string]: unknown };
  #cursor: string | undefined;
  /** Number of entries left out because git ignores them. */
  ignored = 0;
  /** Read errors so far. */
  errors: readonly string[] = [];

  constructor(name: string, path: string, gitignore: boolean) {
    this.top = newDirectory(name);
    this.#directories = new Map([['', this.top]]);
    this.#args = { path, gitignore, fields: ['size'] };
  }

  /** Whether there is more to count. */
  get isCut(): boolean {
    return this.#cursor !== undefined;
  }

  /** Counts about `most` further entries. Calls `isWanted` after each page and stops if it returns false. */
  async go(host: Host, most: number, isWanted: () => boolean): Promise<void> {
    for (let done = 0; done < most;) {
      const cursor = this.#cursor === undefined ? {} : { cursor: this.#cursor };
      const { structuredContent } = await host.callTool('search_files', { ...this.#args, ...cursor });
      const page = structuredContent as unknown as Page;
      this.#add(page);
      done += page.matches?.length ?? 0;
      if (!isWanted() || !this.isCut) return;
    }
  }

  #add({ path: start, matches = [], ignored = 0, errors = [], nextCursor }: Page): void {
    const separator = /^(?:[A-Za-z]:|\\\\)/.test(start) ? '\\' : '/';
    const prefix = start.endsWith(separator) ? start.length : start.length + 1;
    for (const { path, type, size = 0 } of matches) {
      const names = path.slice(prefix).split(separator);
      const name = names.pop() ?? '';
      const parent = this.#directory(names);
      if (type === 'directory') this.#directory([...names, name]);
      else addFile(parent, name, size);
    }
    this.ignored += ignored;
    this.errors = [...this.errors, ...errors];
    this.#cursor = nextCursor;
  }

  #directory(names: readonly string[]): Directory {
    const key = names.join('\0');
    const known = this.#directories.get(key);
    if (known !== undefined) return known;
    const parent = this.#directory(names.slice(0, -1));
    const made = newDirectory(names.at(-1) ?? '', parent);
    parent.entries.push(made);
    this.#directories.set(key, made);
    return made;
  }
}

const addFile = (parent: Directory, name: string, size: number): void => {
  parent.entries.push({ name, parent, size });
  for (const above of pathTo(parent)) {
    above.size += size;
    above.files++;
  }
};
