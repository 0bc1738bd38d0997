// file:///{+path}: every file and directory as a resource (features: templates, completion, subscriptions).
import { isUtf8 } from 'node:buffer';
import { basename, join } from 'node:path';
import {
  defineResourceTemplate,
  type Context,
  type ResourceContents,
  type ResourceTemplate,
  type StopWatching,
  type Updated,
} from '@mcp/runtime';
import { toText, type DocumentText } from '@mcp/documents';
import { FileError, type OpenFile, unlessRefused } from '@mcp/files';
import type { Documents } from '../documents/documents.ts';
import type { Access } from '../access.ts';
import { fileIcon } from '../icons.ts';
import { mimeType } from '../mime.ts';
import { completeUriPath } from '../completion.ts';
import type { Watch } from './watch.ts';
import { entryUri, readListing } from './listing.ts';
import { FILE_ANNOTATIONS, listMembers, watchMembers } from './members.ts';
import { orNotFound, readFileUri } from './file-uri.ts';

/** Resources are read whole, and clients hold them in memory. */
const MAX_BYTES = 10_000_000;

/** The member of `_meta` with facts about a file: `{ size, lastModified, etag }`, and `notes` for a document. */
const FILE_META = 'file';

export const fileTemplate = (
  access: Access,
  documents: Documents,
  watch: Watch | undefined,
): ResourceTemplate =>
  defineResourceTemplate({
    uriTemplate: 'file:///{+path}',
    name: 'file',
    title: 'File or directory',
    description:
      'A file: its text if it is UTF-8, PDF or Office, else its bytes; or the entries of a directory, as JSON.',
    icons: fileIcon,
    annotations: FILE_ANNOTATIONS,
    complete: { path: completeUriPath(access) },
    list: listMembers(access),
    read: (uri, _variables, ctx) =>
      orNotFound(uri, async () => {
        const files = access(ctx);
        const { path, after } = readFileUri(uri);
        const { state } = await files.stat(path);
        if (state.type === 'directory')
          return (await readListing(files, { path, uri: uri.replace(/\?.*$/s, ''), after })).contents;
        if (after !== undefined) throw new FileError('not_a_directory', `${path} has no pages.`);
        return files.read(path, async (file) =>
          readContents(uri, file, await documents.read(file, path, ctx)),
        );
      }),
    ...(watch === undefined
      ? {}
      : {
          watchList: watchMembers(access, watch),
          // Refuses a subscriber that may not read the path, because all subscribers of a URI share one watch.
          beforeWatch: (uri, _variables, ctx) =>
            orNotFound(uri, async () => void (await access(ctx).stat(toWhole(uri)))),
          watch: (uri, _variables, updated, ctx) =>
            orNotFound(uri, () => watchPath(access, watch, { uri, updated, ctx })),
        }),
  });

/** Watches a file or directory. A changed entry of a directory is reported by its own URI. */
const watchPath = async (
  access: Access,
  watch: Watch,
  { uri, updated, ctx }: { readonly uri: string; readonly updated: Updated; readonly ctx: Context },
): Promise<StopWatching> => {
  const given = toWhole(uri);
  const { path } = await access(ctx).stat(given);
  const scope = await access(ctx).scope(given);
  // The client's roots may have shrunk since it subscribed.
  const maySee = async (entry: string, subscriber: Context): Promise<boolean> => {
    const now = await unlessRefused(() => access(subscriber).scope(given));
    return now?.mayRead(join(path, entry)) === true;
  };
  const onChange = (entry = ''): void =>
    updated(entry === '' ? uri : entryUri(uri, entry), (subscriber) => maySee(entry, subscriber));
  return watch({ scope, path, onChange });
};

// Pages are not watched on their own; they change with the directory.
const toWhole = (uri: string): string => {
  const { path, after } = readFileUri(uri);
  if (after !== undefined) throw new FileError('invalid_path', `${uri} is a page of a directory.`);
  return path;
};

/** Returns the text of a file or document, or the bytes of a file. */
const readContents = async (
  uri: string,
  file: OpenFile,
  document: DocumentText | undefined,
): Promise<ResourceContents> => {
  const { mtimeMs, etag } = file.state;
  const known = { lastModified: new Date(mtimeMs).toISOString(), etag };
  if (document !== undefined) {
    const { kind, parts, notes } = document;
    const meta = { [FILE_META]: { size: file.size, ...known, notes } };
    const type = kind === 'xlsx' ? 'text/plain' : 'text/markdown';
    return { uri, mimeType: type, text: toText(parts), _meta: meta };
  }
  const bytes = await file.readWhole(MAX_BYTES);
  if (bytes === undefined)
    throw new FileError(
      'too_large',
      `${uri} has ${file.size} bytes; resources are read up to ${MAX_BYTES} bytes.`,
      { hint: 'Read it in parts with the tool read_text_file.' },
    );
  const isText = isUtf8(bytes) && !bytes.includes(0);
  const body = isText ? { text: bytes.toString('utf8') } : { blob: bytes.toString('base64') };
  const meta = { [FILE_META]: { size: bytes.length, ...known } };
  return { uri, mimeType: mimeType(basename(file.path), isText), ...body, _meta: meta };
};
