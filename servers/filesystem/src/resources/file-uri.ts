// `file:` URIs from clients.
import { fileURLToPath } from 'node:url';
import { ErrorCode, ResourceNotFoundError, RpcError } from '@mcp/runtime';
import { FileError } from '@mcp/files';
import { toToolError } from '../access.ts';

export interface FileUri {
  readonly path: string;
  /** For the next page of a directory: the last name on the previous page. */
  readonly after?: string;
}

/**
 * Parses a `file:` URI. `?after=` selects a further page of a directory.
 *
 * @throws {FileError} if it has a host, another query, a fragment or an encoded slash.
 */
export const readFileUri = (uri: string): FileUri => {
  try {
    const { href, search, hash, searchParams } = new URL(uri);
    const path = fileURLToPath(href.slice(0, href.length - search.length));
    const after = searchParams.get('after');
    if (hash === '' && search === '') return { path };
    if (hash === '' && after !== null && searchParams.size === 1) return { path, after };
  } catch {
    // Continue with the same error.
  }
  throw new FileError('invalid_path', `${uri} does not name a file.`);
};

/** Answered as "not found": nothing can exist there, or whether it exists must not show. */
const MISSING: ReadonlySet<string> = new Set([
  'access_denied',
  'invalid_path',
  'not_a_directory',
  'not_found',
  'too_long',
  'too_many_links',
]);
/** Exists, but is never read as a resource. */
const UNFIT: ReadonlySet<string> = new Set(['is_a_directory', 'not_regular', 'too_large']);

/**
 * Reads or watches a URI.
 *
 * @throws {ResourceNotFoundError} if the path is outside, denied or missing.
 * @throws {RpcError} invalid params, if what exists there is not read.
 */
export const orNotFound = async <T>(uri: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    if (MISSING.has(error.code)) throw new ResourceNotFoundError(uri);
    throw UNFIT.has(error.code) ? new RpcError(ErrorCode.InvalidParams, error.message) : toToolError(error);
  }
};
