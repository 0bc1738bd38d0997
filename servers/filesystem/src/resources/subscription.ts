// What subscribers of a file or directory are told (feature: subscriptions).
import { join } from 'node:path';
import type { Context, StopWatching, Updated } from '@mcp/runtime';
import type { Access } from '../files/file-system.ts';
import { FileError, unlessRefused } from '../failure.ts';
import type { Watch } from './watch.ts';
import { entryUri } from './listing.ts';
import { orNotFound, readFileUri } from './file-uri.ts';

/** Refuses a subscriber that may not read the path: all subscribers of a URI share one watch. */
export const checkPath = (access: Access, uri: string, ctx: Context): Promise<void> =>
  orNotFound(uri, async () => {
    await access(ctx).stat(toWhole(uri));
  });

/** Watches a file, or a directory: then a changed entry is told by its own URI. */
export const watchPath =
  (access: Access, watch: Watch, uri: string) =>
  (updated: Updated, ctx: Context): Promise<StopWatching> =>
    orNotFound(uri, async () => {
      const given = toWhole(uri);
      const { path } = await access(ctx).stat(given);
      const scope = await access(ctx).scope(given);
      // The roots of a client may leave less than when it subscribed.
      const mayKnow = async (entry: string, subscriber: Context): Promise<boolean> => {
        const now = await unlessRefused(() => access(subscriber).scope(given));
        return now?.admits(join(path, entry)) === true;
      };
      const onChange = (entry = ''): void =>
        updated(entry === '' ? uri : entryUri(uri, entry), (subscriber) => mayKnow(entry, subscriber));
      return watch({ scope, path, onChange });
    });

// A page of a directory changes with the directory.
const toWhole = (uri: string): string => {
  const { path, after } = readFileUri(uri);
  if (after !== undefined) throw new FileError('invalid_path', `${uri} is a page of a directory.`);
  return path;
};
