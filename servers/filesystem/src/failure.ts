// What the file system refuses, in words that tell the model what to do.
import { ToolError } from '@mcp/runtime';

/** A path that is outside, or that does not exist. Whether something outside exists does not show. */
export class PathError extends ToolError {}

const ADVICE: { readonly [code: string]: string } = {
  ENOENT: 'does not exist. Look with list_directory or search_files.',
  EEXIST: 'exists already.',
  EACCES: 'may not be used by this server. The permissions of the file system forbid it.',
  EPERM: 'may not be used by this server. The file system forbids this operation.',
  EISDIR: 'is a directory. Use list_directory.',
  ENOTDIR: 'is not a directory, or leads through something that is not one.',
  ENOTEMPTY: 'is a directory that is not empty.',
  ENAMETOOLONG: 'is too long for the file system. Use a shorter name.',
  ELOOP: 'changed while it was used, or has too many symbolic links. Try again.',
  ENOSPC: 'does not fit: the disk is full.',
  EDQUOT: 'does not fit: the disk quota is used up.',
  EFBIG: 'would be too large for the file system.',
  EROFS: 'is on a file system that is read-only.',
  EMFILE: 'cannot be opened: too many files are open. Try again with fewer calls at once.',
  ENFILE: 'cannot be opened: too many files are open on this machine. Try again later.',
  EBUSY: 'is in use. Try again later.',
  ETXTBSY: 'is a program that is running.',
  EIO: 'could not be used: the disk reports an error.',
  // A socket, or a device without hardware.
  ENXIO: 'is not a regular file.',
};

/** The errno code of an error, like `ENOENT`. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/**
 * Waits for file system work. What the file system refuses becomes an error that names the path as the caller wrote
 * it; anything else passes as it is.
 */
export const explain = async <T>(path: string, work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    const code = errorCode(error);
    const advice = code === undefined ? undefined : ADVICE[code];
    if (advice === undefined) throw error;
    const Failure = code === 'ENOENT' ? PathError : ToolError;
    throw new Failure(`${path} ${advice} (${code})`, { cause: error });
  }
};
