// The text of a PDF, page by page.
import { stripInvisible } from '@mcp/runtime';
import { FetchError } from '../failure.ts';
import { toMetadata, toValue } from './metadata.ts';
import {
  complete,
  MAX_CHARACTERS,
  requireAtMost,
  type DocumentText,
  type Extraction,
  type TextJob,
} from './text.ts';

const SETTINGS = { verbosity: 0, isEvalSupported: false, disableFontFace: true, useSystemFonts: false };

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
  const { extractText, getDocumentProxy, getMeta } = await import('./unpdf.ts');
  try {
    // It keeps what it gets, and takes no Buffer.
    const pdf = await getDocumentProxy(Uint8Array.from(body), SETTINGS);
    const { text } = await extractText(pdf, { mergePages: false });
    return { pages: text, info: (await getMeta(pdf)).info };
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    const problem = isLocked ? `The PDF ${url} needs a password.` : `The PDF ${url} is damaged.`;
    throw new FetchError('unreadable_pdf', problem, { cause: error });
  }
};

// `D:20240131…`
const toDate = (value: unknown): string | undefined => {
  const [, year, month = '01', day = '01'] = /^D:(\d{4})(\d\d)?(\d\d)?/.exec(String(value)) ?? [];
  return year === undefined ? undefined : `${year}-${month}-${day}`;
};
