// What a `file:` URI of a client names.
import { fileURLToPath } from 'node:url';
import { ErrorCode, ResourceNotFoundError, RpcError } from '@mcp/runtime';
import { FileError } from '@mcp/files';
import { toToolError } from '../access.ts';

/** What a `file:` URI names. */
export interface FileUri {
  readonly path: string;
  /** Of a directory: only what comes after this name. */
  readonly after?: string;
}

/**
 * Reads a `file:` URI, with `?after=` for the next page of a directory.
 *
 * @throws {FileError} when it has a host, another query, a fragment or an encoded slash: no file is named like that.
 */
export const readFileUri = (uri: string): FileUri => {
  try {
    const { href, search, hash, searchParams } = new URL(uri);
    const path = fileURLToPath(href.slice(0, href.length - search.length));
    const after = searchParams.get('after');
    if (hash === '' && search === '') return { path };
    if (hash === '' && after !== null && searchParams.size === 1) return { path, after };
  } catch {
    // Falls through to the same answer.
  }
  throw new FileError('invalid_path', `${uri} does not name a file.`);
};

/** Nothing can be there, or whether there is something must not show. */
const MISSING: ReadonlySet<string> = new Set([
  'access_denied',
  'invalid_path',
  'not_a_directory',
  'not_found',
  'too_long',
  'too_many_links',
]);
/** There is something that is never read as a resource. */
const UNFIT: ReadonlySet<string> = new Set(['is_a_directory', 'not_regular', 'too_large']);

/**
 * Runs a read or watch of a URI.
 *
 * @throws {ResourceNotFoundError} when the path is outside, denied or missing.
 * @throws {RpcError} invalid params, when there is something that is not read.
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
