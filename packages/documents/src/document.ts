// The text of a document, in parts, and the kinds of documents.

/** Formats whose text can be read although they are binary or JSON. */
export type DocumentKind = 'pdf' | 'docx' | 'xlsx' | 'pptx' | 'ipynb';

/** One page, sheet, slide or cell; a Word document is one part. */
export interface DocumentPart {
  /** Like `Page 1`; empty for a single part. */
  readonly title: string;
  readonly text: string;
}

export interface DocumentText {
  readonly kind: DocumentKind;
  readonly parts: readonly DocumentPart[];
  /** Sentences about what the text lacks, like tracked deletions or pages without text. */
  readonly notes: readonly string[];
}

/** The pages of a PDF. */
export interface PdfText {
  readonly pages: readonly {
    readonly text: string;
    /** Letters drawn without ink, like those behind a scanned image. Only if requested. */
    readonly invisible: string;
  }[];
  /** Metadata, like `Title`. */
  readonly info: { readonly [name: string]: unknown };
}

export const UNITS: { readonly [K in DocumentKind]: string } = {
  pdf: 'page',
  docx: 'part',
  xlsx: 'sheet',
  pptx: 'slide',
  ipynb: 'cell',
};

const KINDS: { readonly [extension: string]: DocumentKind } = {
  pdf: 'pdf',
  docx: 'docx',
  docm: 'docx',
  dotx: 'docx',
  xlsx: 'xlsx',
  xlsm: 'xlsx',
  pptx: 'pptx',
  pptm: 'pptx',
  ppsx: 'pptx',
  ipynb: 'ipynb',
};

/** Returns the kind of a document by its file name; undefined for other files. */
export const documentKind = (name: string): DocumentKind | undefined =>
  KINDS[/\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''];

/** Maximum length of a document's text, in UTF-16 units. */
export const MAX_TEXT_CHARS = 10_000_000;

/** Whether the first bytes match the kind. A file that merely has the name of a document is read as it is. */
export const isLike = (kind: DocumentKind, bytes: Uint8Array): boolean => {
  if (kind === 'ipynb') return true;
  if (kind === 'pdf') return Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-');
  // A ZIP file, or the older format of Office.
  return bytes[0] === 0x50 || bytes[0] === 0xd0;
};
