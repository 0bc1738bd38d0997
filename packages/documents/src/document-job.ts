// Jobs of document processes, with their results.
import type { DocumentKind, DocumentText, PdfText } from './document.ts';

export interface TextEdit {
  /** Must occur in one paragraph, exactly once unless `replaceAll`. */
  readonly oldText: string;
  readonly newText: string;
  readonly replaceAll?: boolean | undefined;
  /** Skip occurrences inside longer words. */
  readonly wholeWord?: boolean | undefined;
}

export interface CellEdit {
  /** The name of the sheet; optional if there is only one. */
  readonly sheet?: string | undefined;
  /** Like `B3`. */
  readonly cell: string;
  /**
   * A number, text, boolean, or formula that starts with `=`; null clears the cell. ISO 8601 dates if the cell has a
   * date format.
   */
  readonly value?: unknown;
}

/** Changes of a document: texts in Word, cells in Excel. */
export interface DocumentEdits {
  readonly edits?: readonly TextEdit[] | undefined;
  readonly cells?: readonly CellEdit[] | undefined;
}

/** A changed document. */
export interface EditedDocument {
  readonly bytes: Uint8Array;
  /** The text before and after, as it is read. */
  readonly before: string;
  readonly after: string;
  readonly notes: readonly string[];
}

/** A member of an archive. Folders end with a slash. */
export interface MemberInfo {
  readonly name: string;
  readonly size: number;
}

/** An unpacked member. A folder has no bytes. */
export interface UnpackedMember {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Job and result of each kind of work. */
export interface DocumentJobs {
  readonly read: { readonly job: { readonly kind: DocumentKind }; readonly result: DocumentText };
  readonly pages: { readonly job: object; readonly result: PdfText };
  readonly edit: {
    readonly job: DocumentEdits & { readonly kind: DocumentKind | undefined };
    readonly result: EditedDocument;
  };
  readonly list: { readonly job: object; readonly result: readonly MemberInfo[] };
  /** Without `member`, unpacks all. */
  readonly unpack: {
    readonly job: { readonly member: string | undefined };
    readonly result: readonly UnpackedMember[];
  };
}

export interface DocumentTask<Name extends keyof DocumentJobs = keyof DocumentJobs> {
  readonly name: Name;
  readonly bytes: Uint8Array;
  readonly job: DocumentJobs[Name]['job'];
}
