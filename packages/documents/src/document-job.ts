// What processes do with documents: the job and the result of each kind of work.
import type { DocumentKind, DocumentText } from './document.ts';

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
  /** A number, text, a formula that begins with `=`; null empties the cell. Dates in ISO 8601 where the cell has a date format. */
  readonly value: string | number | boolean | null;
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

interface WithBytes {
  readonly kind: DocumentKind;
  readonly bytes: Uint8Array;
}

/** By the name of the work. */
export interface DocumentJobs {
  readonly read: { readonly job: WithBytes; readonly result: DocumentText };
  readonly edit: { readonly job: WithBytes & DocumentEdits; readonly result: EditedDocument };
}

/** Work for a process. */
export interface DocumentTask<Name extends keyof DocumentJobs = keyof DocumentJobs> {
  readonly name: Name;
  readonly job: DocumentJobs[Name]['job'];
}
