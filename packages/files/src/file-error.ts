// FileError: refusals by the file system or by the rules of a scope, in words that tell the caller what to do.

type PathCode = 'access_denied' | 'invalid_path' | 'no_directory' | 'not_found' | 'permission' | 'read_only';
type EntryCode = 'exists' | 'is_a_directory' | 'not_a_directory' | 'not_empty' | 'not_regular' | 'not_text';
type DiskCode = 'busy' | 'changed' | 'cross_device' | 'io' | 'no_space' | 'no_trash' | 'nothing_to_undo';
type LimitCode = 'too_large' | 'too_long' | 'too_many_files' | 'too_many_links';
type RequestCode = 'encoding' | 'file' | 'invalid_glob' | 'invalid_query' | 'unreadable';
type EditProblem = 'ambiguous' | 'empty' | 'encoding' | 'no_change' | 'not_found' | 'not_text' | 'too_many';
/** The kind of refusal. `file` is any refusal of a named file; some codes belong to servers that search and edit. */
type FileErrorCode = PathCode | EntryCode | DiskCode | LimitCode | RequestCode | `edit_${EditProblem}`;

/** Codes of failures that a retry may resolve. */
const RETRYABLE: ReadonlySet<FileErrorCode> = new Set(['busy', 'changed', 'too_many_files']);

/** A refusal. Its message ends with the hint. */
export class FileError extends Error {
  override readonly name = 'FileError';
  readonly code: FileErrorCode;
  readonly problem: string;
  readonly hint: string | undefined;
  readonly retryable: boolean;

  constructor(
    code: FileErrorCode,
    problem: string,
    { hint, cause }: { readonly hint?: string | undefined; readonly cause?: unknown } = {},
  ) {
    super(hint === undefined ? problem : `${problem} ${hint}`, { cause });
    this.code = code;
    this.problem = problem;
    this.hint = hint;
    this.retryable = RETRYABLE.has(code);
  }

  /** Returns the same error with another sentence in its message. */
  adding(sentence: string): FileError {
    return new FileError(this.code, `${this.problem} ${sentence}`, { hint: this.hint, cause: this });
  }
}

type Advice = readonly [code: FileErrorCode, problem: string, hint?: string];

const ADVICE: { readonly [errno: string]: Advice } = {
  ENOENT: ['not_found', 'does not exist.', 'Find it with list_directory or search_files.'],
  EEXIST: ['exists', 'already exists.'],
  EACCES: ['permission', 'cannot be accessed: the permissions of the file system forbid it.'],
  EPERM: ['permission', 'cannot be accessed: the file system forbids this operation.'],
  EISDIR: ['is_a_directory', 'is a directory.', 'Use list_directory.'],
  ENOTDIR: ['not_a_directory', 'is not a directory, or one of its parents is not.'],
  ENOTEMPTY: ['not_empty', 'is a directory that is not empty.'],
  ENAMETOOLONG: ['too_long', 'is too long for the file system.', 'Use a shorter name.'],
  ELOOP: ['changed', 'changed while it was used, or has too many symbolic links.', 'Try again.'],
  ENOSPC: ['no_space', 'does not fit: the disk is full.'],
  EDQUOT: ['no_space', 'does not fit: the disk quota is used up.'],
  EFBIG: ['too_large', 'would be too large for the file system.'],
  EROFS: ['read_only', 'is on a file system that is read-only.'],
  EMFILE: ['too_many_files', 'cannot be opened: too many files are open.', 'Make fewer calls at once.'],
  ENFILE: ['too_many_files', 'cannot be opened: too many files are open here.', 'Try again later.'],
  EBUSY: ['busy', 'is in use.', 'Try again later.'],
  ETXTBSY: ['busy', 'is a program that is running.'],
  EIO: ['io', 'cannot be read or written: the disk reports an error.'],
  ENXIO: ['not_regular', 'is not a regular file.'],
  // A kernel file that waits for an event.
  EAGAIN: ['busy', 'has nothing to read now.', 'Try again later.'],
  EXDEV: ['cross_device', 'is on another file system.', 'Use copy_file, then delete the original.'],
  EILSEQ: ['invalid_path', 'has a name that is not valid Unicode, so it cannot be used.'],
  EINVAL: ['invalid_path', 'does not support this operation.'],
};

// Such a name is listed with U+FFFD, and cannot be found by that.
const GARBLED = 'If it is listed: its name is not valid Unicode, so it cannot be used.';

/** Returns the errno code of an error, like `ENOENT`. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/**
 * Converts an error of the file system to a `FileError` with the caller's spelling of the path. Returns other errors
 * unchanged, for `throw`.
 */
export const toFailure = (given: string, error: unknown): unknown => {
  if (error instanceof FileError) return error;
  const errno = errorCode(error);
  const advice = errno === undefined ? undefined : ADVICE[errno];
  if (advice === undefined) return error;
  const [code, problem, usual] = advice;
  const hint = code === 'not_found' && given.includes('\uFFFD') ? GARBLED : usual;
  return new FileError(code, `${given} ${problem}`, { hint, cause: error });
};

/** Returns an error like those of the file system. */
export const errnoError = (errno: string): Error => Object.assign(new Error(errno), { code: errno });

/** Returns the result of some work, or undefined if it is refused: with `code`, only for that reason. */
export const unlessRefused = async <T>(
  work: () => T | Promise<T>,
  code?: FileErrorCode,
): Promise<T | undefined> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FileError && (code === undefined || error.code === code)) return undefined;
    throw error;
  }
};
