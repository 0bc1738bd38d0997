// The directories of the command line as listed resources, and what they share with the template (feature: subscriptions).
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  defineResource,
  ResourceNotFoundError,
  type Context,
  type Resource,
  type ResourceContents,
  type StopWatching,
  type Updated,
} from '@mcp/runtime';
import type { Listing } from '../anchored/entries.ts';
import type { Access } from '../anchored/file-access.ts';
import { presenceOf } from '../anchored/presence.ts';
import { PathError } from '../failure.ts';
import { folderIcon } from '../icons.ts';
import type { AllowedDirectory } from '../policy/allowed-directory.ts';
import type { Watch } from '../watcher.ts';

/** A directory of the command line. Client roots are not listed: lists are the same for everybody. */
export const directoryResource = (access: Access, watch: Watch, { path }: AllowedDirectory): Resource => {
  const uri = pathToFileURL(path).href;
  return defineResource({
    uri,
    name: basename(path) || path,
    title: path,
    description: 'An allowed directory: what is in it, as JSON.',
    mimeType: 'inode/directory',
    icons: folderIcon,
    annotations: { audience: ['user', 'assistant'] },
    read: (ctx) => orNotFound(uri, async () => toListing(uri, await access(ctx).list(path))),
    beforeWatch: (ctx) => checkPath(access, uri, ctx),
    watch: (updated, ctx) => watchPath({ access, watch, uri, updated }, ctx),
  });
};

/** Enough for any directory that people look at; the tools find the rest. */
const MAX_ENTRIES = 10_000;

/** What is in a directory, each entry with the URI to read it. */
export const toListing = (uri: string, { entries: all }: Listing): ResourceContents => {
  const entries = all
    .slice(0, MAX_ENTRIES)
    .map(({ name, type }) => ({ name, type, uri: entryUri(uri, name) }));
  const listing = { entries, total: all.length };
  return { uri, mimeType: 'application/json', text: JSON.stringify(listing) };
};

// Below the URI that was asked for, in the form that the client knows.
const entryUri = (uri: string, name: string): string => pathToFileURL(join(fileURLToPath(uri), name)).href;

/**
 * The path of a `file:` URI.
 *
 * @throws {PathError} when it has a host, a query, a fragment or an encoded slash: no file is named like that.
 */
export const toPath = (uri: string): string => {
  try {
    const url = new URL(uri);
    if (url.search === '' && url.hash === '') return fileURLToPath(url);
  } catch {
    // Falls through to the same answer.
  }
  throw new PathError('invalid_path', `${uri} does not name a file.`);
};

/** Runs a read or watch; whatever is outside or missing is simply not found. */
export const orNotFound = async <T>(uri: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw error instanceof PathError ? new ResourceNotFoundError(uri) : error;
  }
};

/** What to watch, and whom to tell. */
export interface WatchRequest {
  readonly access: Access;
  readonly watch: Watch;
  readonly uri: string;
  readonly updated: Updated;
}

/** Refuses a subscriber that may not read the path: all subscribers of a URI share one watch. */
export const checkPath = (access: Access, uri: string, ctx: Context): Promise<void> =>
  orNotFound(uri, async () => {
    await access(ctx).find(toPath(uri));
  });

/** Watches a file, or a directory: then a changed entry is told by its own URI. */
export const watchPath = (
  { access, watch, uri, updated }: WatchRequest,
  ctx: Context,
): Promise<StopWatching> =>
  orNotFound(uri, async () => {
    const given = toPath(uri);
    const { path } = await access(ctx).find(given);
    const scope = await access(ctx).scope(given);
    const isHidden = scope.hiddenIn(path);
    return watch({
      path,
      presence: presenceOf(scope, path),
      onChange: (entry) => {
        if (entry === undefined) updated(uri);
        else if (!isHidden(entry)) updated(entryUri(uri, entry));
      },
    });
  });
