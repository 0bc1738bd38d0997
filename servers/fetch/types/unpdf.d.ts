// Its own types need the DOM library.

/** A PDF that was opened. */
export interface PdfDocument {
  readonly numPages: number;
}

export function getDocumentProxy(
  data: Uint8Array,
  options: {
    readonly verbosity: number;
    readonly isEvalSupported: boolean;
    readonly disableFontFace: boolean;
    readonly useSystemFonts: boolean;
  },
): Promise<PdfDocument>;

/** The text of each page. */
export function extractText(
  pdf: PdfDocument,
  options: { readonly mergePages: false },
): Promise<{ readonly text: readonly string[] }>;

export function getMeta(pdf: PdfDocument): Promise<{ readonly info: { readonly [name: string]: unknown } }>;
