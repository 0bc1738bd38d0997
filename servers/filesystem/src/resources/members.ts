// resources/list: the allowed directories and their entries, and notifications when these change (feature: list
// changes).
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Context, ListedResource, StopWatching } from '@mcp/runtime';
import { type Entry, type EntryWithState, unlessRefused } from '@mcp/files';
import type { Access } from '../access.ts';
import { fileIcon, folderIcon } from '../icons.ts';
import { mimeTypeOf } from '../mime.ts';
import type { Watch } from './watch.ts';
import { readFileUri } from './file-uri.ts';

/** For people and models alike, and of medium importance. */
export const FILE_ANNOTATIONS = { audience: ['user', 'assistant'], priority: 0.5 } as const;

interface Page {
  /** The URI of the last resource on the previous page. The client may have made it up. */
  readonly after: string | undefined;
  readonly limit: number;
}

/**
 * Lists the client's allowed directories, then their files and directories. Deeper ones are found by reading a
 * directory.
 */
export const listMembers =
  (access: Access) =>
  async ({ after, limit }: Page, ctx: Context): Promise<ListedResource[]> => {
    const files = access(ctx);
    // If nothing is allowed, the list is empty.
    const directories = (await unlessRefused(() => files.scope()))?.directories ?? [];
    const tops = directories.map(({ path }) => path);
    const { path: last = '' } =
      after === undefined ? {} : ((await unlessRefused(() => readFileUri(after))) ?? {});
    const isEntry = after !== undefined && !tops.includes(last);
    const members: ListedResource[] = (isEntry ? [] : tops.slice(tops.indexOf(last) + 1))
      .slice(0, limit)
      .map((path) => ({ ...describe(path), description: 'An allowed directory: its entries, as JSON.' }));
    const parent = isEntry ? tops.indexOf(dirname(last)) : 0;
    for (const [at, directory] of (parent < 0 ? [] : tops.slice(parent)).entries()) {
      if (members.length >= limit) break;
      const name = isEntry && at === 0 ? basename(last) : '';
      const choose = (all: readonly Entry[]): readonly Entry[] =>
        all
          .filter((entry) => entry.name > name && (entry.type === 'file' || entry.type === 'directory'))
          .filter((entry) => !tops.includes(join(directory, entry.name)))
          .slice(0, limit - members.length);
      // Skips a directory that is gone or unreadable.
      const found = await unlessRefused(() => files.listWithStates(directory, choose));
      for (const { state, ...entry } of found?.entries ?? [])
        if (state !== undefined) members.push(describe(join(directory, entry.name), { ...entry, state }));
    }
    return members;
  };

/** Calls `changed` when files or directories appear in the listed directories, or disappear from them. */
export const watchMembers =
  (access: Access, watch: Watch) =>
  async (changed: () => void, ctx: Context): Promise<StopWatching> => {
    const scope = await unlessRefused(() => access(ctx).scope());
    if (scope === undefined) return () => {};
    const stops: StopWatching[] = [];
    const stop = (): void => {
      for (const stopOne of stops) stopOne();
    };
    try {
      for (const { path } of scope.directories)
        stops.push(await watch({ scope, path, namesOnly: true, onChange: () => changed() }));
      return stop;
    } catch (error) {
      stop();
      throw error;
    }
  };

/** Describes an entry of a directory, or without `entry` an allowed directory. */
const describe = (path: string, entry?: Required<EntryWithState>): ListedResource => {
  const isFile = entry?.type === 'file';
  const mimeType = isFile ? mimeTypeOf(entry.name) : 'inode/directory';
  const time = entry === undefined ? {} : { lastModified: new Date(entry.state.mtimeMs).toISOString() };
  return {
    uri: pathToFileURL(path).href,
    name: basename(path) || path,
    title: path,
    ...(mimeType === undefined ? {} : { mimeType }),
    ...(isFile ? { size: entry.state.size } : {}),
    icons: isFile ? fileIcon : folderIcon,
    annotations: { ...FILE_ANNOTATIONS, ...time },
  };
};
