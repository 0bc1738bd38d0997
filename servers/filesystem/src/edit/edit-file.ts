// Edits one file: reads it whole, makes the edits in memory, writes it when nobody else has changed it meanwhile.
import type { FileAccess } from '../files/file-access.ts';
import type { OpenFile } from '../files/open-file.ts';
import { changes } from '../files/queue.ts';
import { FileError } from '../failure.ts';
import { applyEdits, type AppliedEdit, type Edit } from './apply-edits.ts';
import { unifiedDiff, type UnifiedDiff } from './unified-diff.ts';

/** What to edit and how. */
export interface EditRequest {
  readonly edits: readonly Edit[];
  /** Write nothing. */
  readonly dryRun: boolean;
  /** Refuse unless the file still has this etag. */
  readonly ifMatch?: string | undefined;
  readonly maxDiffBytes: number;
  readonly signal: AbortSignal;
}

/** A file with its edits. */
export interface EditedFile {
  /** With links resolved. */
  readonly path: string;
  readonly diff: UnifiedDiff;
  readonly applied: readonly AppliedEdit[];
  /** Of the file as it is now. */
  readonly etag: string;
  /** Whether the edits change anything. */
  readonly isChanged: boolean;
  readonly isWritten: boolean;
}

/** Larger files are not edited: they are read into memory. */
const MAX_BYTES = 64 * 1_048_576;

/**
 * Makes the edits, all or none. Edits of one file, and additions to its end, wait for each other.
 *
 * @throws {EditError} when one of them cannot be made.
 * @throws {FileError} when the file cannot be read or written, is too large, or was changed by somebody else.
 */
export const editFile = async (
  files: FileAccess,
  given: string,
  request: EditRequest,
): Promise<EditedFile> => {
  const { path } = await files.find(given);
  return changes.run(path, () => editNow(files, given, request));
};

const editNow = async (files: FileAccess, given: string, request: EditRequest): Promise<EditedFile> => {
  const { edits, dryRun, ifMatch, maxDiffBytes, signal } = request;
  signal.throwIfAborted();
  const { path, etag, bytes } = await files.read(given, readWhole);
  if (ifMatch !== undefined && ifMatch !== etag)
    throw new FileError('changed', `${given} has changed since its etag was taken; nothing was done.`, {
      hint: 'Read it again, then decide.',
    });
  const edited = applyEdits(bytes, edits);
  const diff = await unifiedDiff(path, edited, maxDiffBytes);
  const isChanged = !edited.bytes.equals(bytes);
  const result = { path, diff, applied: edited.applied, etag, isChanged, isWritten: false };
  if (dryRun || !isChanged) return result;
  const { state } = await files.write(given, edited.bytes, { ifMatch: etag, signal });
  return { ...result, etag: state.etag, isWritten: true };
};

const readWhole = async (file: OpenFile): Promise<{ path: string; etag: string; bytes: Buffer }> => {
  if (file.size > MAX_BYTES) throw tooLarge(file);
  // A file of unknown size is read a little further than the limit.
  const { bytes, isEnd } = await file.read(0, file.size === 0 ? MAX_BYTES : file.size);
  if (!isEnd) throw tooLarge(file);
  return { path: file.path, etag: file.state.etag, bytes };
};

const tooLarge = ({ path }: OpenFile): FileError =>
  new FileError('too_large', `${path} is larger than ${MAX_BYTES} bytes, too large to be edited.`);
