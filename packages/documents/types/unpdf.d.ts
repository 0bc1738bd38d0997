// Its own types need the DOM library.

/** A PDF that was opened. */
export interface PdfDocument {
  readonly numPages: number;
  /** From 1. */
  getPage(number: number): Promise<PdfPage>;
}

/** One page. */
export interface PdfPage {
  getTextContent(): Promise<{ readonly items: readonly TextItem[] }>;
  getOperatorList(): Promise<OperatorList>;
  cleanup(): void;
}

/** A piece of text, or without `str` a separator. */
export interface TextItem {
  readonly str?: string;
  readonly hasEOL?: boolean;
  /** In points: a b c d e f. */
  readonly transform?: readonly number[];
}

/** The drawing operators of a page, with their arguments at the same index. */
export interface OperatorList {
  readonly fnArray: readonly number[];
  readonly argsArray: readonly (readonly unknown[] | null)[];
}

export function getDocumentProxy(
  data: Uint8Array,
  options: {
    readonly verbosity: number;
    readonly isEvalSupported: boolean;
    readonly disableFontFace: boolean;
    readonly useSystemFonts: boolean;
    readonly maxImageSize: number;
  },
): Promise<PdfDocument>;

export function getMeta(pdf: PdfDocument): Promise<{ readonly info: { readonly [name: string]: unknown } }>;

/** The library itself, with its operator numbers. */
export function getResolvedPDFJS(): Promise<{ readonly OPS: { readonly [name: string]: number } }>;
