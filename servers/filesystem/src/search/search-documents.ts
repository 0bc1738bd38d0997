// Content search that includes documents, whose text comes from limited processes.
import { join } from 'node:path';
import { toText } from '@mcp/documents';
import { FileError, type FileSystem } from '@mcp/files';
import type { Call, Documents } from '../documents/documents.ts';
import type { ContentQuery, ContentsFound, DocumentToSearch } from './contents.ts';
import { TooSlowError, type SearchPool, type SearchRequest } from './pool.ts';

export interface DocumentSearch {
  readonly searches: SearchPool;
  readonly documents: Documents;
  readonly files: FileSystem;
  readonly call: Call;
}

/** A longer search returns what it has found, because hosts give up after a minute. */
const MAX_MS = 30_000;

export const searchWithDocuments = async (
  search: DocumentSearch,
  request: SearchRequest<ContentQuery>,
): Promise<ContentsFound> => {
  const { query, path } = request;
  const end = performance.now() + MAX_MS;
  const first = { ...request, query: { ...query, stopsAtDocuments: true } };
  let found = await searchSkippingSlow(search.searches, first);
  while (found.document !== undefined && performance.now() < end) {
    const left = {
      maxMatches: query.maxMatches - found.matches.length,
      maxBytes: query.maxBytes - Buffer.byteLength(JSON.stringify(found.matches)),
    };
    if (left.maxMatches <= 0 || left.maxBytes <= 0) return found;
    const document = await readDocument(search, path, found.document);
    const isContinued = found.matches.length > 0;
    const further = { ...query, ...left, from: found.next, stopsAtDocuments: true, document, isContinued };
    found = merge(found, await searchSkippingSlow(search.searches, { ...request, query: further }));
  }
  return found;
};

const readDocument = async (
  { documents, files, call }: DocumentSearch,
  path: string,
  name: string,
): Promise<DocumentToSearch> => {
  const real = join(path, name);
  try {
    const document = await files.read(real, (file) => documents.read(file, real, call));
    return { path: name, ...(document === undefined ? {} : { text: toText(document.parts) }) };
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return { path: name, problem: error.problem };
  }
};

/** Merges two reports. The position of the second one counts. */
const merge = (a: ContentsFound, b: ContentsFound): ContentsFound => ({
  ...b,
  matches: [...a.matches, ...b.matches],
  filesScanned: a.filesScanned + b.filesScanned,
  binaryFiles: a.binaryFiles + b.binaryFiles,
  ignored: a.ignored + b.ignored,
  errors: [...new Set([...a.errors, ...b.errors])],
});

/** Maximum number of files to skip because the expression takes too long in them; each costs seconds. */
const MAX_SLOW_FILES = 3;

/** Searches, and repeats without a file in which the expression takes too long. */
const searchSkippingSlow = async (
  searches: SearchPool,
  request: SearchRequest<ContentQuery>,
): Promise<ContentsFound> => {
  const skip: string[] = [];
  for (;;) {
    try {
      return await searches.run('searchContents', { ...request, query: { ...request.query, skip } });
    } catch (error) {
      const isOver = skip.length === MAX_SLOW_FILES;
      if (!(error instanceof TooSlowError) || isOver || skip.includes(error.path)) throw error;
      skip.push(error.path);
    }
  }
};
