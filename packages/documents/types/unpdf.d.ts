// The parts of unpdf that the server uses. Its own types need those of the DOM.

export interface PdfDocument {
  readonly numPages: number;
}

export interface Settings {
  readonly verbosity: number;
  readonly isEvalSupported: boolean;
  readonly disableFontFace: boolean;
  readonly useSystemFonts: boolean;
}

export function getDocumentProxy(data: Uint8Array, settings: Settings): Promise<PdfDocument>;

export function extractText(
  pdf: PdfDocument,
  options: { readonly mergePages: false },
): Promise<{ readonly totalPages: number; readonly text: readonly string[] }>;
