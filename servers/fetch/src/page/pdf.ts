// The text of a PDF, page by page.
import { stripInvisible } from '@mcp/runtime';
import type { OperatorList, PdfPage, TextItem } from 'unpdf';
import { FetchError, shown } from '../failure.ts';
import { toMetadata, toValue } from './metadata.ts';
import {
  complete,
  MAX_CHARACTERS,
  requireAtMost,
  type DocumentText,
  type Extraction,
  type TextJob,
} from './text.ts';

const SETTINGS = {
  verbosity: 0,
  isEvalSupported: false,
  disableFontFace: true,
  useSystemFonts: false,
  // So that no picture is unpacked.
  maxImageSize: 1,
};

/** @throws {FetchError} `unreadable_pdf` when it is damaged or needs a password, `too_large`. */
export const readPdf = async ({ body, url, format }: TextJob): Promise<DocumentText> => {
  const { pages, info } = await load(body, url);
  const mark = format === 'text' ? '' : '## ';
  const parts = pages.map((page, index) => `${mark}Page ${index + 1}\n\n${page.trim()}`.trim());
  const text = pages.some((page) => page.trim() !== '') ? stripInvisible(parts.join('\n\n')) : '';
  requireAtMost(MAX_CHARACTERS, text.length, 'characters of text');
  const extraction: Extraction = { method: 'pdf', ...(text === '' ? { fallback: 'empty' } : {}) };
  const { Title, Author, Subject, CreationDate } = info;
  const about = toMetadata({
    title: toValue(Title),
    author: toValue(Author),
    description: toValue(Subject),
    published: toDate(CreationDate),
  });
  return complete({ ...about, text, charset: 'utf-8', extraction }, format !== 'text');
};

interface Pdf {
  readonly pages: readonly string[];
  readonly info: { readonly [name: string]: unknown };
}

const load = async (body: Uint8Array, url: string): Promise<Pdf> => {
  const { getDocumentProxy, getMeta, getResolvedPDFJS } = await import('./unpdf.ts');
  try {
    // It keeps what it gets, and takes no Buffer.
    const pdf = await getDocumentProxy(Uint8Array.from(body), SETTINGS);
    const { OPS } = await getResolvedPDFJS();
    const pages: string[] = [];
    for (let number = 1; number <= pdf.numPages; number += 1)
      pages.push(await textOf(await pdf.getPage(number), OPS));
    return { pages, info: (await getMeta(pdf)).info };
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    const problem = isLocked ? `The PDF ${url} needs a password.` : `The PDF ${url} is damaged.`;
    throw new FetchError('unreadable_pdf', problem, { cause: error });
  }
};

type Operators = { readonly [name: string]: number };

const textOf = async (page: PdfPage, operators: Operators): Promise<string> => {
  const { items } = await page.getTextContent();
  const text = items
    .filter(isReadable)
    .map(({ str = '', hasEOL = false }) => (hasEOL ? `${str}\n` : str))
    .join('');
  const invisible = invisibleText(await page.getOperatorList(), operators).trim();
  page.cleanup();
  return invisible === ''
    ? text
    : `${text.trim()}\n\n[Invisible on this page, as in scans: ${shown(invisible)}]`;
};

/** Smaller letters are no text for a person. In points. */
const LEAST_SIZE = 1;

const isReadable = ({ transform: [, , c = LEAST_SIZE, d = LEAST_SIZE] = [] }: TextItem): boolean =>
  Math.hypot(c, d) >= LEAST_SIZE;

/** Rendering modes without ink (ISO 32000, section 9.3.6): of the text behind the picture of a scan, and of clips. */
const WITHOUT_INK: ReadonlySet<unknown> = new Set([3, 7]);

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

// Beside letters there are numbers: the space between them.
const lettersOf = (glyphs: unknown): string =>
  Array.isArray(glyphs)
    ? glyphs.map((glyph: { readonly unicode?: string } | null) => glyph?.unicode ?? '').join('')
    : '';

// `D:20240131…`
const toDate = (value: unknown): string | undefined => {
  const [, year, month = '01', day = '01'] = /^D:(\d{4})(\d\d)?(\d\d)?/.exec(String(value)) ?? [];
  return year === undefined ? undefined : `${year}-${month}-${day}`;
};
