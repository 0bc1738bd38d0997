// What is in a directory, as the contents of a resource, page by page.
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ResourceContents } from '@mcp/runtime';
import type { EntryWithState, FileSystem } from '@mcp/files';
import { mimeTypeOf } from '../mime.ts';

/** The most entries of one page. */
const PAGE_ENTRIES = 1000;

/** A directory, and the name after which its page begins. */
export interface Requested {
  readonly path: string;
  /** Of the directory, without a query. */
  readonly uri: string;
  readonly after?: string | undefined;
}

/** Some entries of a directory, each with the URI to read it, and the URI of the next page. */
export const readListing = async (
  files: FileSystem,
  { path, uri, after }: Requested,
): Promise<ResourceContents> => {
  let total = 0;
  let last: string | undefined;
  const { entries } = await files.listWithStates(path, (all) => {
    total = all.length;
    const start = after === undefined ? 0 : all.findIndex(({ name }) => name > after);
    const page = start < 0 ? [] : all.slice(start, start + PAGE_ENTRIES);
    if (start + page.length < total) last = page.at(-1)?.name;
    return page;
  });
  const listing = {
    entries: entries.map((entry) => describe(uri, entry)),
    total,
    ...(last === undefined ? {} : { next: nextUri(uri, last) }),
  };
  return { uri: nextUri(uri, after), mimeType: 'application/json', text: JSON.stringify(listing) };
};

const nextUri = (uri: string, after: string | undefined): string =>
  after === undefined ? uri : `${uri}?after=${encodeURIComponent(after)}`;

const describe = (uri: string, { name, type, state }: EntryWithState): object => {
  const mimeType = type === 'file' ? mimeTypeOf(name) : undefined;
  return {
    name,
    type,
    uri: entryUri(uri, name),
    ...(type === 'directory' || state === undefined ? {} : { size: state.size }),
    ...(state === undefined ? {} : { lastModified: new Date(state.mtimeMs).toISOString() }),
    ...(mimeType === undefined ? {} : { mimeType }),
  };
};

/** The URI of an entry, below the URI that was asked for: in the form that the client knows. */
export const entryUri = (uri: string, name: string): string =>
  pathToFileURL(join(fileURLToPath(uri), name)).href;
