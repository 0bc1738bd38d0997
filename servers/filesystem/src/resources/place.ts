// What a `file:` URI of a client names.
import { fileURLToPath } from 'node:url';
import { ResourceNotFoundError } from '@mcp/runtime';
import { PathError } from '../failure.ts';

/** What a URI names. */
export interface Place {
  readonly path: string;
  /** Of a directory: only what comes after this name. */
  readonly after?: string;
}

/**
 * Reads a `file:` URI, with `?after=` for the next page of a directory.
 *
 * @throws {PathError} when it has a host, another query, a fragment or an encoded slash: no file is named like that.
 */
export const toPlace = (uri: string): Place => {
  try {
    const { href, search, hash, searchParams } = new URL(uri);
    const path = fileURLToPath(href.slice(0, href.length - search.length));
    const after = searchParams.get('after');
    if (hash === '' && search === '') return { path };
    if (hash === '' && after !== null && searchParams.size === 1) return { path, after };
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
