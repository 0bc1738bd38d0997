// Documents: reads and edits documents for tools and resources, and turns their errors into those of this server.
import {
  DocumentError,
  DocumentReader,
  documentKind,
  type DocumentErrorCode,
  type DocumentText,
  type DocumentEdits,
  type DocumentSource,
  type DocumentCaller,
  type EditedDocument,
  type MemberInfo,
  type UnpackedMember,
} from '@mcp/documents';
import type { Context } from '@mcp/runtime';
import { clientOf } from '@mcp/limited-work/client-of';
import { FileError, type OpenFile } from '@mcp/files';

/** The call that needs a document. Its client has a share of the processes. */
export type Call = Pick<Context, 'signal'> & Partial<Pick<Context, 'caller' | 'session'>>;

/** Whether a file is read as an archive, judged by its name. */
export const isArchive = (path: string): boolean => /\.zip$/i.test(path);

const PDF = Buffer.from('%PDF-');

/** Whether a file starts like a PDF. Its bytes are not the text that people see, even where they are characters. */
export const isPdf = (bytes: Buffer): boolean => bytes.subarray(0, PDF.length).equals(PDF);

/** Whether a file is edited as a document, judged by its name. */
export const isEditable = (path: string): boolean => /^(?:docx|xlsx)$/.test(documentKind(path) ?? '');

/** Reads and edits documents. The processes start with the first one. */
export class Documents implements AsyncDisposable {
  readonly #reader = new DocumentReader();

  /**
   * Returns the text of a document, or undefined if the file is not one.
   *
   * @throws {FileError} `unreadable` if it is damaged or has a password; `too_large`, also if reading takes too much
   *   time or memory. @throws the reason of the signal.
   */
  async read(file: OpenFile, given: string, call: Call): Promise<DocumentText | undefined> {
    // Most files are not documents, and reading the signal of a request creates it.
    if (documentKind(file.path) === undefined) return undefined;
    return orFileError(given, () => this.#reader.read(toSource(file), toCaller(call)));
  }

  /**
   * Edits a Word document or an Excel workbook in memory.
   *
   * @throws {FileError} `edit_…` if a change cannot be made; others as `read`.
   */
  async edit(file: OpenFile, given: string, edits: DocumentEdits, call: Call): Promise<EditedDocument> {
    return orFileError(given, () => this.#reader.edit(toSource(file), edits, toCaller(call)));
  }

  /** Lists the members of a ZIP archive. @throws {FileError} as `read`. */
  async list(file: OpenFile, given: string, call: Call): Promise<readonly MemberInfo[]> {
    return orFileError(given, () => this.#reader.list(toSource(file), toCaller(call)));
  }

  /**
   * Unpacks one member of a ZIP archive, or all. @throws {FileError} `invalid_path` for a missing member; others as
   * `read`.
   */
  async unpack(
    file: OpenFile,
    given: string,
    call: Call,
    member?: string,
  ): Promise<readonly UnpackedMember[]> {
    return orFileError(given, () => this.#reader.unpack(toSource(file), member, toCaller(call)));
  }

  /** Returns the text of a member, or undefined if it is not a document. @throws {FileError} as `read`. */
  async readMember({ name, bytes }: UnpackedMember, version: string, call: Call) {
    const source = { name, version, readWhole: () => Promise.resolve(bytes) };
    return orFileError(name, () => this.#reader.read(source, toCaller(call)));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#reader[Symbol.asyncDispose]();
  }
}

const toSource = (file: OpenFile): DocumentSource => ({
  name: file.path,
  version: file.state.etag,
  readWhole: (maxBytes) => file.readWhole(maxBytes),
});

const toCaller = (call: Call): DocumentCaller => ({ signal: call.signal, client: clientOf(call) });

const CODES: { readonly [K in DocumentErrorCode]: FileError['code'] } = {
  ambiguous: 'edit_ambiguous',
  missing: 'invalid_path',
  not_found: 'edit_not_found',
  refused: 'edit_not_text',
  too_large: 'too_large',
  unreadable: 'unreadable',
};

/**
 * Runs work on a document.
 *
 * @throws {FileError} instead of a `DocumentError`, with the path as the caller wrote it.
 */
export const orFileError = async <T>(given: string, work: () => T | Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    const problem = error.message.replace(/\bthe (?:document|PDF)\b/i, () => given);
    throw new FileError(CODES[error.code], problem, { hint: error.hint, cause: error });
  }
};
