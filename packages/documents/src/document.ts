// The text of a document, in parts.

/** Formats whose text can be read although they are binary or JSON. */
export type DocumentKind = 'pdf' | 'docx' | 'xlsx' | 'pptx' | 'ipynb';

/** One page, sheet, slide or cell; a document of a word processor is one part. */
export interface DocumentPart {
  /** Like `Page 1`; empty for the only part. */
  readonly title: string;
  readonly text: string;
}

/** The text of a document. */
export interface DocumentText {
  readonly kind: DocumentKind;
  readonly parts: readonly DocumentPart[];
  /** Sentences about what the text lacks, like comments that were left out or pages without text. */
  readonly notes: readonly string[];
}

/** A PDF by its pages. */
export interface PdfText {
  readonly pages: readonly {
    readonly text: string;
    /** Letters drawn without ink, like those behind the picture of a scan. Only when asked for. */
    readonly invisible: string;
  }[];
  /** What the PDF says about itself, like `Title`. */
  readonly info: { readonly [name: string]: unknown };
}

/** Names of one part, by kind. */
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

/** The kind of a document by the name of its file; undefined when it is read as it is. */
export const documentKind = (name: string): DocumentKind | undefined =>
  KINDS[/\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''];

/** The most text of one document, in UTF-16 units. */
export const MAX_TEXT_CHARS = 10_000_000;

/** Whether the first bytes fit the name: a file that merely has the name of a document is read as it is. */
export const isLike = (kind: DocumentKind, bytes: Uint8Array): boolean => {
  if (kind === 'ipynb') return true;
  if (kind === 'pdf') return Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-');
  // A ZIP file, or the older form of Office.
  return bytes[0] === 0x50 || bytes[0] === 0xd0;
};
