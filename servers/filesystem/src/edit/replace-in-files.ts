// Replaces text in many files: finds them, prepares every new content in memory, then writes all or none.
import { FileError, type FileSystem } from '@mcp/files';
import type { ContentQuery } from '../search/contents.ts';
import type { SearchPool, SearchRequest } from '../search/pool.ts';
import type { TextQuery } from '../search/query.ts';
import type { Position } from '../search/walk.ts';
import { isPdf } from '../documents/documents.ts';
import { detectCharset } from '../text/charset.ts';
import { toEditedBytes } from './edited-bytes.ts';
import type { ReplacedText, ReplaceTask } from './replace-text.ts';

export interface ReplaceRequest {
  readonly files: FileSystem;
  readonly searches: SearchPool;
  readonly search: Omit<SearchRequest<unknown>, 'query'>;
  /** Only matching files, or a single file of the directory. */
  readonly where: Pick<ContentQuery, 'globs' | 'file'>;
  /** Only these paths, if they still have these etags. */
  readonly only?: { readonly [path: string]: string } | undefined;
  readonly query: TextQuery;
  readonly how: Pick<ReplaceTask, 'replacement' | 'isWholeWord' | 'maxDiffBytes'>;
}

export interface PreparedFile {
  readonly path: string;
  readonly etag: string;
  readonly before: Buffer;
  readonly after: Buffer;
  readonly count: number;
  readonly diff: string;
}

export interface Prepared {
  readonly files: readonly PreparedFile[];
  readonly partsOfWords: number;
  readonly errors: readonly string[];
  /**
   * Paths that contain the text but stay unchanged, because they belong to git, are read-only or are not plain text.
   */
  readonly leftAlone: readonly string[];
  readonly isOtherCase: boolean;
}

const MAX_FILES = 500;
/** Limits for one file and for all files together. */
const MAX_BYTES = 8_388_608;
const MAX_TOTAL_BYTES = 67_108_864;

/**
 * Prepares the new content of every file, without changing anything.
 *
 * @throws {FileError} `too_large` for too many files or bytes; others as a search.
 */
export const prepareReplacement = async (request: ReplaceRequest): Promise<Prepared> => {
  const { search, query } = request;
  const { paths, errors } = await findFiles(request);
  const only = request.only && new Map(Object.entries(request.only));
  const scope = await request.files.scope(search.path);
  const files: PreparedFile[] = [];
  const leftAlone: string[] = [];
  let [partsOfWords, bytes] = [0, 0];
  let hasEmpty = false;
  for (const path of paths) {
    search.signal.throwIfAborted();
    if (only?.has(path) === false) continue;
    const prepared = scope.mayChange(path) ? await prepareFile(request, path) : undefined;
    if (prepared === undefined) {
      leftAlone.push(path);
      continue;
    }
    hasEmpty ||= prepared.hasEmpty;
    partsOfWords += prepared.partsOfWords;
    bytes += prepared.before.length + prepared.after.length;
    if (bytes > MAX_TOTAL_BYTES) throw tooMuch(`more than ${MAX_TOTAL_BYTES} bytes`);
    if (prepared.count > 0) files.push(prepared);
  }
  for (const [path, etag] of only ?? [])
    if (files.find((file) => file.path === path)?.etag !== etag)
      throw new FileError('changed', `${path} has changed since the dry run; nothing was changed.`, {
        hint: 'Make the dry run again.',
      });
  if (files.length === 0 && hasEmpty)
    throw new FileError('invalid_query', `find matches only between characters, where nothing is replaced.`, {
      hint: 'Match a character too, and keep it with $& or $1.',
    });
  const [first] = leftAlone;
  if (files.length === 0 && first !== undefined && leftAlone.every((path) => !scope.mayChange(path)))
    scope.checkChange(first, first);
  const anyCase = { ...query, isCaseSensitive: false };
  const isOtherCase =
    paths.length === 0 &&
    query.isCaseSensitive === true &&
    (await findFiles({ ...request, query: anyCase }, 1)).paths.length > 0;
  return { files, partsOfWords, errors, leftAlone, isOtherCase };
};

/** Returns the files that contain the text, or with `most` the first of them. */
const findFiles = async (request: ReplaceRequest, most?: number) => {
  const { searches, search, where, query: text } = request;
  const options = { output: 'files', contextLines: 0, maxBytes: Infinity } as const;
  const maxMatches = most ?? MAX_FILES + 1;
  const paths: string[] = [];
  let from: Position | undefined;
  for (;;) {
    const query = { ...text, ...where, ...options, maxMatches, from };
    const found = await searches.run('searchContents', { ...search, query });
    paths.push(...found.matches.map((match) => match.path));
    if (paths.length > MAX_FILES) throw tooMuch(`more than ${MAX_FILES} files`);
    from = found.next;
    if (from === undefined || most !== undefined) return { paths, errors: found.errors };
  }
};

const tooMuch = (what: string): FileError =>
  new FileError('too_large', `The text is in ${what}; nothing was changed.`, {
    hint: 'Choose fewer files with path or glob.',
  });

const DOCUMENT = /\.(?:pdf|docx|xlsx|pptx|zip)$/i;

const prepareFile = async (
  request: ReplaceRequest,
  path: string,
): Promise<(PreparedFile & Pick<ReplacedText, 'partsOfWords' | 'hasEmpty'>) | undefined> => {
  const { files, searches, search, how } = request;
  const { etag, before } = await files.read(path, async (file) => ({
    etag: file.state.etag,
    before: await file.readWhole(MAX_BYTES),
  }));
  if (before === undefined)
    throw new FileError('too_large', `${path} has more than ${MAX_BYTES} bytes; nothing was changed.`, {
      hint: 'Leave it out with glob, or use edit_file.',
    });
  const isDocument = DOCUMENT.test(path) || isPdf(before);
  const charset = isDocument ? undefined : await detectCharset(before);
  if (charset === undefined) return undefined;
  const content = charset.decode(before);
  const query = { ...request.query, ...how, content, path };
  const replaced = await searches.run('replaceText', { ...search, query });
  const { count, partsOfWords, hasEmpty, diff } = replaced;
  const after =
    count === 0
      ? before
      : toEditedBytes({ bytes: before, charset, before: content, after: replaced.content });
  return { path, etag, before, after, count, partsOfWords, hasEmpty, diff: diff.text };
};
