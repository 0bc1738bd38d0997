// The directories that were counted so far, and the calls of list_directory that count them.
import { messageOf, type Host } from '@mcp/view';

/** A file or directory. */
export interface Entry {
  readonly name: string;
  readonly parent: Directory | undefined;
  /** In bytes: of a directory, of all that was counted below it. */
  size: number;
}

/** A directory. */
export interface Directory extends Entry {
  readonly path: string;
  readonly entries: Entry[];
  state: 'waiting' | 'counted' | 'refused';
  /** Files below it that were counted. */
  files: number;
  /** Directories below it that wait, with itself. */
  waiting: number;
  /** What could not be read below it, and why. */
  readonly refused: string[];
}

/** Whether an entry has entries of its own. */
export const isDirectory = (entry: Entry): entry is Directory => 'entries' in entry;

/** A directory that nothing is known of. */
export const newDirectory = (name: string, path: string, parent?: Directory): Directory => ({
  name,
  path,
  parent,
  size: 0,
  entries: [],
  state: 'waiting',
  files: 0,
  waiting: 1,
  refused: [],
});

const withAbove = function* (directory: Directory | undefined): Generator<Directory> {
  for (let at = directory; at !== undefined; at = at.parent) yield at;
};

/** The directories from the top to this one. */
export const pathTo = (directory: Directory): Directory[] => [...withAbove(directory)].toReversed();

interface Listed {
  readonly path: string;
  readonly entries: readonly { readonly name: string; readonly type: string; readonly size?: number }[];
  readonly nextCursor?: string;
}

/** As many refusals are named. */
const MOST_REFUSED = 20;

/** Counts one directory, all of its pages. Returns the directories in it. */
export const countDirectory = async (host: Host, directory: Directory): Promise<Directory[]> => {
  const found: Directory[] = [];
  try {
    for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
      const args = { path: directory.path, fields: ['size'], ...(cursor === undefined ? {} : { cursor }) };
      const { structuredContent } = await host.callTool('list_directory', args);
      const page = structuredContent as unknown as Listed;
      found.push(...addEntries(directory, page));
      cursor = page.nextCursor;
    }
    directory.state = 'counted';
  } catch (error) {
    directory.state = 'refused';
    const why = messageOf(error);
    for (const above of withAbove(directory))
      if (above.refused.length < MOST_REFUSED) above.refused.push(why);
  }
  for (const above of withAbove(directory)) above.waiting--;
  return found;
};

const addEntries = (directory: Directory, { path, entries }: Listed): Directory[] => {
  const separator = /^(?:[A-Za-z]:|\\\\)/.test(path) ? '\\' : '/';
  const found: Directory[] = [];
  let [bytes, files] = [0, 0];
  for (const { name, type, size = 0 } of entries) {
    if (type === 'directory') {
      const below = newDirectory(
        name,
        `${path}${path.endsWith(separator) ? '' : separator}${name}`,
        directory,
      );
      directory.entries.push(below);
      found.push(below);
      continue;
    }
    directory.entries.push({ name, parent: directory, size });
    bytes += size;
    files++;
  }
  for (const above of withAbove(directory)) {
    above.size += bytes;
    above.files += files;
    above.waiting += found.length;
  }
  return found;
};

/** Calls at the same time. */
const AT_ONCE = 4;

/**
 * Counts waiting directories, the upper levels first, at most so many. `onStep` is called after each.
 *
 * @returns those that still wait.
 */
export const countOn = async (
  host: Host,
  queue: readonly Directory[],
  { most, onStep }: { readonly most: number; readonly onStep: () => void },
): Promise<Directory[]> => {
  const waiting = [...queue];
  let [started, done] = [0, 0];
  const work = async (): Promise<void> => {
    while (started < most) {
      const next = waiting[started++];
      if (next === undefined) return void started--;
      waiting.push(...(await countDirectory(host, next)));
      done++;
      onStep();
    }
  };
  // A worker that finds nothing to do ends, while another may still find directories.
  while (done < Math.min(most, waiting.length)) await Promise.all(Array.from({ length: AT_ONCE }, work));
  return waiting.slice(started);
};
