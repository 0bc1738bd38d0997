// Reads a PDF page by page.
import type { OperatorList, PdfPage, TextItem } from 'unpdf';
import type { DocumentText, PdfText } from './document.ts';
import { DocumentError, unreadable } from './document-error.ts';
import { TextBudget } from './text-writer.ts';

const SETTINGS = {
  verbosity: 0,
  isEvalSupported: false,
  disableFontFace: true,
  useSystemFonts: false,
  // Prevents pictures from being unpacked.
  maxImageSize: 1,
};

/** @throws {DocumentError} `unreadable` if it is damaged or has a password, `too_large`. */
export const readPdf = async (bytes: Uint8Array): Promise<DocumentText> => {
  const { pages } = await readPdfPages(bytes);
  const empty = pages.filter(({ text }) => text.trim() === '').length;
  const parts = pages.map(({ text }, index) => ({ title: `Page ${index + 1}`, text: text.trim() }));
  const without = empty === 1 ? '1 page has no text' : `${empty} pages have no text`;
  return { kind: 'pdf', parts, notes: empty === 0 ? [] : [`${without}: perhaps a scan, which is an image.`] };
};

/**
 * Reads the pages of a PDF. `asSeen`: drops letters too small for a person, and returns invisible ones separately.
 *
 * @throws {DocumentError} `unreadable` if it is damaged or has a password, `too_large`.
 */
export const readPdfPages = async (
  bytes: Uint8Array,
  { asSeen = false }: { readonly asSeen?: boolean } = {},
): Promise<PdfText> => {
  const { getDocumentProxy, getMeta, getResolvedPDFJS } = await import('./unpdf.ts');
  try {
    // It keeps its input, and does not accept a Buffer.
    const pdf = await getDocumentProxy(Uint8Array.from(bytes), SETTINGS);
    const { OPS } = await getResolvedPDFJS();
    const pages: { text: string; invisible: string }[] = [];
    const budget = new TextBudget();
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const page = await pdf.getPage(number);
      const text = await textOf(page, asSeen ? LEAST_SIZE : 0);
      const invisible = asSeen ? invisibleText(await page.getOperatorList(), OPS).trim() : '';
      page.cleanup();
      pages.push({ text, invisible });
      budget.spend(text.length);
    }
    return { pages, info: (await getMeta(pdf)).info };
  } catch (error) {
    if (error instanceof DocumentError) throw error;
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    throw isLocked
      ? unreadable('needs a password', 'Save it without one.', error)
      : unreadable('is damaged', undefined, error);
  }
};

/** Smaller letters are unreadable for a person. In points. */
const LEAST_SIZE = 1;

const textOf = async (page: PdfPage, leastSize: number): Promise<string> => {
  const { items } = await page.getTextContent();
  return items
    .filter(({ transform }) => sizeOf(transform) >= leastSize)
    .map(({ str = '', hasEOL = false }) => (hasEOL ? `${str}\n` : str))
    .join('');
};

const sizeOf = ([, , c = LEAST_SIZE, d = LEAST_SIZE]: TextItem['transform'] = []): number => Math.hypot(c, d);

/** Rendering modes without ink (ISO 32000, section 9.3.6): text behind a scanned image, and clips. */
const WITHOUT_INK: ReadonlySet<unknown> = new Set([3, 7]);

type Operators = { readonly [name: string]: number };

const invisibleText = ({ fnArray, argsArray }: OperatorList, operators: Operators): string => {
  const { save, restore, paintFormXObjectBegin, paintFormXObjectEnd, setTextRenderingMode, showText } =
    operators;
  const outer: unknown[] = [];
  let mode: unknown = 0;
  let text = '';
  for (const [index, operator] of fnArray.entries()) {
    const [value] = argsArray[index] ?? [];
    if (operator === save || operator === paintFormXObjectBegin) outer.push(mode);
    else if (operator === restore || operator === paintFormXObjectEnd) mode = outer.pop() ?? 0;
    else if (operator === setTextRenderingMode) mode = value;
    else if (operator === showText && WITHOUT_INK.has(mode)) text += lettersOf(value);
  }
  return text;
};

// Between letters there are numbers: the spacing.
const lettersOf = (glyphs: unknown): string =>
  Array.isArray(glyphs)
    ? glyphs.map((glyph: { readonly unicode?: string } | null) => glyph?.unicode ?? '').join('')
    : '';
