// What resources/list shows of the allowed directories: their entries, and when these are others (feature: list changes).
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Context, ListedResource, StopWatching } from '@mcp/runtime';
import type { AllowedDirectory } from '@mcp/directories';
import { type Entry, type EntryWithState, type FileSystem, unlessRefused } from '@mcp/files';
import type { Access } from '../access.ts';
import { fileIcon, folderIcon } from '../icons.ts';
import { mimeTypeOf } from '../mime.ts';
import type { Watch } from './watch.ts';
import { readFileUri } from './file-uri.ts';

/** What hosts may know of every file: it is for people and models, and neither most nor least important. */
export const FILE_ANNOTATIONS = { audience: ['user', 'assistant'], priority: 0.5 } as const;

interface Page {
  /** The URI of the last one of the page before. The client may have made it up. */
  readonly after: string | undefined;
  readonly limit: number;
}

/**
 * Lists the allowed directories of this client, then the files and directories in them, not those below: they are found by
 * reading a directory.
 */
export const listMembers =
  (access: Access) =>
  async ({ after, limit }: Page, ctx: Context): Promise<ListedResource[]> => {
    const files = access(ctx);
    // Where nothing is allowed, nothing is listed.
    const directories = (await unlessRefused(() => files.scope()))?.directories ?? [];
    const start = await startOf(directories, after);
    const members: ListedResource[] = directories
      .slice(start.listed, start.listed + limit)
      .map(({ path }) => ({ ...describe(path), description: DESCRIPTION }));
    for (const { path } of directories.slice(start.parent)) {
      if (members.length >= limit) break;
      const name = path === directories[start.parent]?.path ? start.name : '';
      const room = { after: name, limit: limit - members.length, except: directories };
      members.push(...(await listEntries(files, path, room)));
    }
    return members;
  };

const DESCRIPTION = 'An allowed directory: what is in it, as JSON.';

/** Tells when files and directories appear in what `listMembers` lists, or disappear. */
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
      for (const { path } of scope.directories) {
        stops.push(await watch({ scope, path, namesOnly: true, onChange: () => changed() }));
      }
      return stop;
    } catch (error) {
      stop();
      throw error;
    }
  };

/** Where a page begins. */
interface Start {
  /** So many allowed directories were listed before. */
  readonly listed: number;
  /** The directory whose entries come next, and the name after which they begin. */
  readonly parent: number;
  readonly name: string;
}

const startOf = async (
  directories: readonly AllowedDirectory[],
  after: string | undefined,
): Promise<Start> => {
  if (after === undefined) return { listed: 0, parent: 0, name: '' };
  const { path = '' } = (await unlessRefused(() => readFileUri(after))) ?? {};
  const itself = directories.findIndex((directory) => directory.path === path);
  if (itself >= 0) return { listed: itself + 1, parent: 0, name: '' };
  const listed = directories.length;
  const parent = directories.findIndex((directory) => directory.path === dirname(path));
  return { listed, parent: parent < 0 ? listed : parent, name: basename(path) };
};

interface Selection {
  /** A name. */
  readonly after: string;
  readonly limit: number;
  /** Directories that are listed already. */
  readonly except: readonly AllowedDirectory[];
}

const listEntries = async (
  files: FileSystem,
  directory: string,
  { after, limit, except }: Selection,
): Promise<ListedResource[]> => {
  const listed = new Set(except.map(({ path }) => path));
  const choose = (all: readonly Entry[]): readonly Entry[] =>
    all
      .filter(({ name, type }) => name > after && (type === 'file' || type === 'directory'))
      .filter(({ name }) => !listed.has(join(directory, name)))
      .slice(0, limit);
  // When the directory is gone, or may not be read, others are listed.
  const found = await unlessRefused(() => files.listWithStates(directory, choose));
  return (
    found?.entries.flatMap(({ state, ...entry }) =>
      state === undefined ? [] : [describe(join(directory, entry.name), { ...entry, state })],
    ) ?? []
  );
};

/** An entry of a directory, or without one an allowed directory. */
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
