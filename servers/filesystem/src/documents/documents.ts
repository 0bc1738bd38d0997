// Documents for tools and resources: open files in, refusals of this server out.
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

/** The call that asks: its client has a share of the processes. */
export type Asking = Pick<Context, 'signal'> & Partial<Pick<Context, 'caller' | 'session'>>;

/** Whether a file is read as an archive, by its name. */
export const isArchive = (path: string): boolean => /\.zip$/i.test(path);

const PDF = Buffer.from('%PDF-');

/** Whether a file begins as a PDF does: its bytes are not the text that people see, even where they are characters. */
export const isPdf = (bytes: Buffer): boolean => bytes.subarray(0, PDF.length).equals(PDF);

/** Whether a file is edited as a document, by its name. */
export const isEditable = (path: string): boolean => /^(?:docx|xlsx)$/.test(documentKind(path) ?? '');

/** Reads documents. The processes start with the first one. */
export class Documents implements AsyncDisposable {
  readonly #reader = new DocumentReader();

  /**
   * Returns the text of a document; undefined when the file is not one.
   *
   * @throws {FileError} `unreadable` when it is damaged or has a password; `too_large` also when reading it takes too
   *   much time or memory. @throws the reason of the signal.
   */
  async read(file: OpenFile, given: string, asking: Asking): Promise<DocumentText | undefined> {
    // Most files are none, and the signal of a request is made on first use.
    if (documentKind(file.path) === undefined) return undefined;
    return orFileError(given, () => this.#reader.read(toSource(file), toCaller(asking)));
  }

  /**
   * Changes a Word document or an Excel workbook in memory.
   *
   * @throws {FileError} `edit_…` when a change cannot be made; as `read`.
   */
  async edit(file: OpenFile, given: string, edits: DocumentEdits, asking: Asking): Promise<EditedDocument> {
    return orFileError(given, () => this.#reader.edit(toSource(file), edits, toCaller(asking)));
  }

  /** Lists the members of a ZIP archive. @throws {FileError} as `read`. */
  async list(file: OpenFile, given: string, asking: Asking): Promise<readonly MemberInfo[]> {
    return orFileError(given, () => this.#reader.list(toSource(file), toCaller(asking)));
  }

  /**
   * Unpacks a member of a ZIP archive, or all. @throws {FileError} `invalid_path` for a member that it lacks; as
   * `read`.
   */
  async unpack(
    file: OpenFile,
    given: string,
    asking: Asking,
    member?: string,
  ): Promise<readonly UnpackedMember[]> {
    return orFileError(given, () => this.#reader.unpack(toSource(file), member, toCaller(asking)));
  }

  /** Returns the text of a member that is a document; undefined when it is not one. @throws {FileError} as `read`. */
  async readMember({ name, bytes }: UnpackedMember, version: string, asking: Asking) {
    const source = { name, version, readWhole: () => Promise.resolve(bytes) };
    return orFileError(name, () => this.#reader.read(source, toCaller(asking)));
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

const toCaller = (asking: Asking): DocumentCaller => ({ signal: asking.signal, client: clientOf(asking) });

const CODES: { readonly [K in DocumentErrorCode]: FileError['code'] } = {
  ambiguous: 'edit_ambiguous',
  missing: 'invalid_path',
  not_found: 'edit_not_found',
  refused: 'edit_not_text',
  too_large: 'too_large',
  unreadable: 'unreadable',
};

/**
 * Does some work with a document.
 *
 * @throws {FileError} for what the document refuses; it names the path as the caller wrote it.
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
