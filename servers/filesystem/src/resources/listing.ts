// A directory as a resource: its entries, page by page.
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ResourceContents } from '@mcp/runtime';
import type { EntryWithState, FileSystem } from '@mcp/files';
import { mimeTypeOf } from '../mime.ts';

const PAGE_ENTRIES = 1000;

/** A directory, and the name after which the page starts. */
interface Requested {
  readonly path: string;
  readonly uri: string;
  readonly after?: string | undefined;
}

/** Returns a page of entries, each with its URI, and the URI of the next page. `isPart`: further entries follow. */
export const readListing = async (files: FileSystem, { path, uri, after = '' }: Requested) => {
  let total = 0;
  let last: string | undefined;
  const { entries } = await files.listWithStates(path, (all) => {
    const rest = all.filter(({ name }) => name > after);
    const page = rest.slice(0, PAGE_ENTRIES);
    total = all.length;
    if (page.length < rest.length) last = page.at(-1)?.name;
    return page;
  });
  const next = last === undefined ? {} : { next: pageUri(uri, last) };
  const listing = { entries: entries.map((entry) => describe(uri, entry)), total, ...next };
  const contents: ResourceContents = {
    uri: pageUri(uri, after),
    mimeType: 'application/json',
    text: JSON.stringify(listing),
  };
  return { contents, isPart: last !== undefined };
};

const pageUri = (uri: string, after = ''): string =>
  after === '' ? uri : `${uri}?after=${encodeURIComponent(after)}`;

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

/** Returns the URI of an entry, based on the requested URI: in the form that the client knows. */
export const entryUri = (uri: string, name: string): string =>
  pathToFileURL(join(fileURLToPath(uri), name)).href;
