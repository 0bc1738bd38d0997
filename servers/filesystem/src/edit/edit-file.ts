// Edits one file: reads it whole, makes the edits in memory, writes it unless another process has changed it meanwhile.
import { FileError, type FileSystem, type OpenFile, TimeSlice, serialize } from '@mcp/files';
import { isPdf } from '../documents/documents.ts';
import { charsetFor, detectCharset, type Charset } from '../text/charset.ts';
import { editSteps, type Edit, type EditedText, type MatchKind } from './apply-edits.ts';
import { toEditedBytes } from './edited-bytes.ts';
import { unifiedDiff, type UnifiedDiff } from './unified-diff.ts';

/** What to edit and how. */
export interface EditRequest {
  readonly edits: readonly Edit[];
  /** Makes the edits of a document, instead of those of its text. */
  readonly editDocument?: ((file: OpenFile) => Promise<MadeEdits>) | undefined;
  /** Write nothing. */
  readonly dryRun: boolean;
  /** Default: the one that the file seems to have. */
  readonly encoding?: string | undefined;
  /** Refuse unless the file still has this etag. */
  readonly ifMatch?: string | undefined;
  readonly maxDiffBytes: number;
  readonly signal: AbortSignal;
}

/** What edits do, in memory. */
interface MadeEdits {
  /** The whole new file. */
  readonly bytes: Uint8Array;
  /** Its text, for the diff. */
  readonly before: string;
  readonly after: string;
  readonly encoding: string;
  /** How the text of each edit was found. */
  readonly matches: readonly MatchKind[];
  /** Places that were replaced though they are part of a longer word. */
  readonly partsOfWords: number;
  /** Whether the edits change anything. */
  readonly isChanged: boolean;
  /** More sentences for the answer. */
  readonly notes: readonly string[];
}

/** A file with its edits. */
export interface EditedFile extends Omit<MadeEdits, 'bytes' | 'before' | 'after'> {
  /** With links resolved. */
  readonly path: string;
  readonly diff: UnifiedDiff;
  /** Of the file as it is now. */
  readonly etag: string;
  readonly isWritten: boolean;
}

/** Larger files are not edited: they are read into memory. */
const MAX_BYTES = 8 * 1_048_576;
/**
 * Characters of the file times those of an `oldText`: at worst a search takes time in proportion, a second or two
 * here.
 */
const MAX_PRODUCT = 1e10;

const BOM = '\uFEFF';

/** Files from this size on are edited one at a time, under a name that no path has. */
const LARGE_BYTES = 1_048_576;
const LARGE = '';

/**
 * Makes the edits, all or none. Edits of one file, and additions to its end, wait for each other.
 *
 * @throws {FileError} `edit_…` when one of them cannot be made; when the file cannot be read or written, is too large,
 * or has been changed by another process.
 */
export const editFile = async (
  files: FileSystem,
  given: string,
  request: EditRequest,
): Promise<EditedFile> => {
  const { path, state } = await files.stat(given);
  const edit = (): Promise<EditedFile> => serialize(path, () => editNow(files, given, request));
  // Hosts call tools in parallel, and large texts take many times their size in memory.
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
      { hint: 'Write it anew with write_file.' },
    );
  const charset = encoding === undefined ? await detectCharset(bytes) : await charsetFor(encoding);
  if (charset === undefined || isPdf(bytes))
    throw new FileError('edit_not_text', 'The file is not text, so it cannot be edited.');
  checkCharacters(edits, charset);
  const whole = charset.decode(bytes);
  // It is no part of the first line, unless the caller says so.
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

// Before anything is searched, so that the error names the edit.
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
