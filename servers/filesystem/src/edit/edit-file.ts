// Edits one file: reads it whole, edits it in memory, and writes it unless another process has changed it in the
// meantime.
import { FileError, type FileSystem, type OpenFile, TimeSlice, serialize } from '@mcp/files';
import { isPdf } from '../documents/documents.ts';
import { charsetFor, detectCharset, type Charset } from '../text/charset.ts';
import { editSteps, type Edit, type EditedText, type MatchKind } from './apply-edits.ts';
import { toEditedBytes } from './edited-bytes.ts';
import { unifiedDiff, type UnifiedDiff } from './unified-diff.ts';

export interface EditRequest {
  readonly edits: readonly Edit[];
  /** Edits the file as a document instead of as text. */
  readonly editDocument?: ((file: OpenFile) => Promise<MadeEdits>) | undefined;
  /** Do not write the file. */
  readonly dryRun: boolean;
  /** Default: detected. */
  readonly encoding?: string | undefined;
  /** Fail unless the file still has this etag. */
  readonly ifMatch?: string | undefined;
  readonly maxDiffBytes: number;
  readonly signal: AbortSignal;
}

interface MadeEdits {
  readonly bytes: Uint8Array;
  readonly before: string;
  readonly after: string;
  readonly encoding: string;
  readonly matches: readonly MatchKind[];
  /** Number of replaced occurrences inside longer words. */
  readonly partsOfWords: number;
  readonly isChanged: boolean;
  readonly notes: readonly string[];
}

export interface EditedFile extends Omit<MadeEdits, 'bytes' | 'before' | 'after'> {
  /** With links resolved. */
  readonly path: string;
  readonly diff: UnifiedDiff;
  readonly etag: string;
  readonly isWritten: boolean;
}

/** Larger files are not edited, because they are read into memory. */
const MAX_BYTES = 8 * 1_048_576;
/**
 * Limit for the length of the file times that of `oldText`, to which the worst case of a search is proportional: a
 * second or two.
 */
const MAX_PRODUCT = 1e10;

const BOM = '\uFEFF';

/** Larger files are edited one at a time, under a key that is not a path. */
const LARGE_BYTES = 1_048_576;
const LARGE = '';

/**
 * Applies the edits, all or none. Edits and appends to the same file run one after the other.
 *
 * @throws {FileError} `edit_…` if an edit cannot be made; others if the file cannot be read or written, is too large,
 *   or was changed by another process.
 */
export const editFile = async (
  files: FileSystem,
  given: string,
  request: EditRequest,
): Promise<EditedFile> => {
  const { path, state } = await files.stat(given);
  const edit = (): Promise<EditedFile> => serialize(path, () => editNow(files, given, request));
  // Hosts call tools in parallel, and editing takes many times the size of the text in memory.
  const isLarge = state.size > LARGE_BYTES && request.editDocument === undefined;
  return isLarge ? serialize(LARGE, edit) : edit();
};

const editNow = async (files: FileSystem, given: string, request: EditRequest): Promise<EditedFile> => {
  const { editDocument, dryRun, ifMatch, maxDiffBytes, signal } = request;
  signal.throwIfAborted();
  const { path, etag, made } = await files.read(given, async (file) => {
    if (ifMatch !== undefined && ifMatch !== file.state.etag)
      throw new FileError('changed', `${given} has changed since its etag was taken; nothing was done.`, {
        hint: 'Read it again, then decide.',
      });
    const edits = await (editDocument?.(file) ?? editText(file, request));
    return { path: file.path, etag: file.state.etag, made: edits };
  });
  const { bytes, before, after, ...edited } = made;
  const diff = unifiedDiff(path, before, after, maxDiffBytes);
  if (dryRun || !edited.isChanged) return { ...edited, path, diff, etag, isWritten: false };
  const { state } = await files.write(given, bytes, { ifMatch: etag, signal });
  return { ...edited, path, diff, etag: state.etag, isWritten: true };
};

const editText = async (file: OpenFile, { edits, encoding, signal }: EditRequest): Promise<MadeEdits> => {
  const bytes = await file.readWhole(MAX_BYTES);
  if (bytes === undefined)
    throw new FileError(
      'too_large',
      `${file.path} is larger than ${MAX_BYTES} bytes, too large to be edited.`,
      { hint: 'Rewrite it with write_file.' },
    );
  const charset = encoding === undefined ? await detectCharset(bytes) : await charsetFor(encoding);
  if (charset === undefined || isPdf(bytes))
    throw new FileError('edit_not_text', 'The file is not text, so it cannot be edited.');
  checkCharacters(edits, charset);
  const whole = charset.decode(bytes);
  // The byte order mark is not part of the first line, unless an edit names it.
  const mark = whole.startsWith(BOM) && !edits.some(({ oldText }) => oldText.includes(BOM)) ? BOM : '';
  const before = whole.slice(mark.length);
  const { text: after, ...edited } = await applyEdits(before, edits, signal);
  return {
    ...{ ...edited, before, after, encoding: charset.name, isChanged: after !== before, notes: [] },
    bytes: toEditedBytes({ bytes, charset, before: whole, after: mark + after }),
  };
};

const applyEdits = async (text: string, edits: readonly Edit[], signal: AbortSignal): Promise<EditedText> => {
  const long = edits.findIndex(({ oldText }) => oldText.length * text.length > MAX_PRODUCT);
  if (long >= 0)
    throw new FileError('edit_too_many', `edits[${long}]: oldText is too long for a file of this size.`, {
      hint: 'Give less text around the place.',
    });
  const slice = new TimeSlice();
  const steps = editSteps(text, edits);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    await slice.end();
    signal.throwIfAborted();
  }
};

// Checked before the search, so that the error names the edit.
const checkCharacters = (edits: readonly Edit[], charset: Charset): void => {
  for (const [index, { newText }] of edits.entries()) {
    try {
      charset.encode(newText);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      throw new FileError('edit_encoding', `edits[${index}]: ${error.message}`);
    }
  }
};
