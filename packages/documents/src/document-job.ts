// What processes do with documents: the job and the result of each kind of work.
import type { DocumentKind, DocumentText, PdfText } from './document.ts';

/** A text to replace. */
export interface TextEdit {
  /** In one paragraph, exactly once unless `replaceAll`. */
  readonly oldText: string;
  readonly newText: string;
  readonly replaceAll?: boolean | undefined;
  /** Leaves places alone that are part of a longer word. */
  readonly wholeWord?: boolean | undefined;
}

/** A cell to set. */
export interface CellEdit {
  /** The name of the sheet; not needed when there is one. */
  readonly sheet?: string | undefined;
  /** Like `B3`. */
  readonly cell: string;
  /**
   * A number, text, a formula that begins with `=`; true or false; null empties the cell. Dates in ISO 8601 where the
   * cell has a date format.
   */
  readonly value?: unknown;
}

/** What to change in a document: texts in Word, cells in Excel. */
export interface DocumentEdits {
  readonly edits?: readonly TextEdit[] | undefined;
  readonly cells?: readonly CellEdit[] | undefined;
}

/** A document with its changes. */
export interface EditedDocument {
  readonly bytes: Uint8Array;
  /** The text as it is read, before and after. */
  readonly before: string;
  readonly after: string;
  /** What the caller should know, in sentences. */
  readonly notes: readonly string[];
}

/** What an archive says about a member. A folder ends with a slash. */
export interface MemberInfo {
  readonly name: string;
  /** In bytes when unpacked. */
  readonly size: number;
}

/** A member that was unpacked. A folder has no bytes. */
export interface UnpackedMember {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** By the name of the work. */
export interface DocumentJobs {
  readonly read: { readonly job: { readonly kind: DocumentKind }; readonly result: DocumentText };
  readonly pages: { readonly job: object; readonly result: PdfText };
  readonly edit: {
    readonly job: DocumentEdits & { readonly kind: DocumentKind | undefined };
    readonly result: EditedDocument;
  };
  readonly list: { readonly job: object; readonly result: readonly MemberInfo[] };
  /** Without the name of a member, all. */
  readonly unpack: {
    readonly job: { readonly member: string | undefined };
    readonly result: readonly UnpackedMember[];
  };
}

/** Work for a process. */
export interface DocumentTask<Name extends keyof DocumentJobs = keyof DocumentJobs> {
  readonly name: Name;
  readonly bytes: Uint8Array;
  readonly job: DocumentJobs[Name]['job'];
}
