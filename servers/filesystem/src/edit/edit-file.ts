// Edits one file: reads it whole, makes the edits in memory, writes it unless another process has changed it meanwhile.
import { FileError, type FileSystem, TimeSlice, inTurn } from '@mcp/files';
import { charsetFor, detectCharset, type Charset } from '../text/charset.ts';
import { editSteps, type Edit, type EditedText, type MatchKind } from './apply-edits.ts';
import { toEditedBytes } from './edited-bytes.ts';
import { unifiedDiff, type UnifiedDiff } from './unified-diff.ts';

/** What to edit and how. */
export interface EditRequest {
  readonly edits: readonly Edit[];
  /** Write nothing. */
  readonly dryRun: boolean;
  /** Default: the one that the file seems to have. */
  readonly encoding?: string | undefined;
  /** Refuse unless the file still has this etag. */
  readonly ifMatch?: string | undefined;
  readonly maxDiffChars: number;
  readonly signal: AbortSignal;
}

/** A file with its edits. */
export interface EditedFile {
  /** With links resolved. */
  readonly path: string;
  readonly encoding: string;
  readonly diff: UnifiedDiff;
  /** How the text of each edit was found. */
  readonly matches: readonly MatchKind[];
  /** Places that were replaced though they are part of a longer word. */
  readonly partsOfWords: number;
  /** Of the file as it is now. */
  readonly etag: string;
  /** Whether the edits change anything. */
  readonly isChanged: boolean;
  readonly isWritten: boolean;
  /** More sentences for the answer. */
  readonly notes?: readonly string[];
}

/** Larger files are not edited: they are read into memory. */
const MAX_BYTES = 8 * 1_048_576;
/** Characters of the file times those of an `oldText`: at worst a search takes time in proportion, a second or two here. */
const MAX_PRODUCT = 1e10;

const BOM = '\uFEFF';

/** Files from this size on are edited one at a time, under a name that no path has. */
const LARGE_BYTES = 1_048_576;
const LARGE = '';

/**
 * Makes the edits, all or none. Edits of one file, and additions to its end, wait for each other.
 *
 * @throws {FileError} `edit_…` when one of them cannot be made; when the file cannot be read or written, is too large, or has been changed by another process.
 */
export const editFile = async (
  files: FileSystem,
  given: string,
  request: EditRequest,
): Promise<EditedFile> => {
  const { path, state } = await files.stat(given);
  const edit = (): Promise<EditedFile> => inTurn(path, () => editNow(files, given, request));
  // Hosts call tools in parallel, and large files take many times their size in memory.
  return state.size > LARGE_BYTES ? inTurn(LARGE, edit) : edit();
};

const editNow = async (files: FileSystem, given: string, request: EditRequest): Promise<EditedFile> => {
  const { edits, dryRun, encoding, ifMatch, maxDiffChars, signal } = request;
  signal.throwIfAborted();
  const { path, etag, bytes } = await files.read(given, async (file) => ({
    path: file.path,
    etag: file.state.etag,
    bytes: await file.readWhole(MAX_BYTES),
  }));
  if (bytes === undefined)
    throw new FileError('too_large', `${path} is larger than ${MAX_BYTES} bytes, too large to be edited.`, {
      hint: 'Write it anew with write_file.',
    });
  checkEtag(given, etag, ifMatch);
  const charset = encoding === undefined ? await detectCharset(bytes) : await charsetFor(encoding);
  if (charset === undefined)
    throw new FileError('edit_not_text', 'The file is not text, so it cannot be edited.');
  checkCharacters(edits, charset);
  const before = charset.decode(bytes);
  // It is no part of the first line, unless the caller says so.
  const mark = before.startsWith(BOM) && !edits.some(({ oldText }) => oldText.includes(BOM)) ? BOM : '';
  const body = before.slice(mark.length);
  const { text, matches, partsOfWords } = await applyEdits(body, edits, signal);
  const diff = unifiedDiff(path, body, text, maxDiffChars);
  const after = mark + text;
  const isChanged = after !== before;
  const edited = { path, encoding: charset.name, diff, matches, partsOfWords, etag, isChanged };
  const written = toEditedBytes({ bytes, charset, before, after });
  return writeEdited(files, given, { edited, bytes: written, dryRun, signal });
};

/** @throws {FileError} `changed` when the file does not have the etag that the caller knows. */
export const checkEtag = (given: string, etag: string, ifMatch: string | undefined): void => {
  if (ifMatch !== undefined && ifMatch !== etag)
    throw new FileError('changed', `${given} has changed since its etag was taken; nothing was done.`, {
      hint: 'Read it again, then decide.',
    });
};

interface Writing extends Pick<EditRequest, 'dryRun' | 'signal'> {
  readonly edited: Omit<EditedFile, 'isWritten'>;
  readonly bytes: Uint8Array;
}

/** Writes an edited file, unless nothing has changed or nothing may be written. @throws {FileError} as `FileSystem.write`. */
export const writeEdited = async (
  files: FileSystem,
  given: string,
  { edited, bytes, dryRun, signal }: Writing,
): Promise<EditedFile> => {
  if (dryRun || !edited.isChanged) return { ...edited, isWritten: false };
  const { state } = await files.write(given, bytes, { ifMatch: edited.etag, signal });
  return { ...edited, etag: state.etag, isWritten: true };
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
