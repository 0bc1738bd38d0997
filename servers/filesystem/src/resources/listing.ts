// What is in a directory, as the contents of a resource, page by page.
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ResourceContents } from '@mcp/runtime';
import type { EntryWithState, Listing } from '../anchored/entries.ts';
import { mimeTypeOf } from '../mime.ts';

/** The most entries of one page. */
const PAGE_ENTRIES = 1000;

/**
 * The entries of a directory that come after a name, each with the URI to read it, and the URI of the next page. `uri`
 * is the directory's, without a query.
 */
export const toListing = (
  uri: string,
  { entries: all }: Listing<EntryWithState>,
  after?: string,
): ResourceContents => {
  const start = after === undefined ? 0 : all.findIndex(({ name }) => name > after);
  const rest = start < 0 ? [] : all.slice(start);
  const page = rest.slice(0, PAGE_ENTRIES);
  const last = rest.length > page.length ? page.at(-1) : undefined;
  const listing = {
    entries: page.map((entry) => describe(uri, entry)),
    total: all.length,
    ...(last === undefined ? {} : { next: nextUri(uri, last.name) }),
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
    ...(type === 'directory' ? {} : { size: state.size }),
    lastModified: new Date(state.mtimeMs).toISOString(),
    ...(mimeType === undefined ? {} : { mimeType }),
  };
};

/** The URI of an entry, below the URI that was asked for: in the form that the client knows. */
export const entryUri = (uri: string, name: string): string =>
  pathToFileURL(join(fileURLToPath(uri), name)).href;
