// The text of a PDF, page by page.
import { DocumentError } from '@mcp/documents';
import { readPdfPages, type PdfText } from '@mcp/documents/pdf';
import { stripInvisible } from '@mcp/runtime';
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

/** @throws {FetchError} `unreadable_pdf` when it is damaged or needs a password, `too_large`. */
export const readPdf = async ({ body, url, format }: TextJob): Promise<DocumentText> => {
  const { pages: read, info } = await load(body, url);
  const pages = read.map(toText);
  const mark = format === 'text' ? '' : '## ';
  const parts = pages.map((page, index) => `${mark}Page ${index + 1}\n\n${page}`.trim());
  const text = pages.some((page) => page !== '') ? stripInvisible(parts.join('\n\n')) : '';
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

const load = async (body: Uint8Array, url: string): Promise<PdfText> => {
  try {
    return await readPdfPages(body, { asSeen: true });
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    const code = error.code === 'too_large' ? 'too_large' : 'unreadable_pdf';
    throw new FetchError(
      code,
      error.message.replace(/^The (?:document|PDF)/, () => `The PDF ${url}`),
      {
        cause: error,
      },
    );
  }
};

const toText = ({ text, invisible }: PdfText['pages'][number]): string =>
  invisible === ''
    ? text.trim()
    : `${text.trim()}\n\n[Invisible on this page, as in scans: ${shown(invisible)}]`;

// `D:20240131…`
const toDate = (value: unknown): string | undefined => {
  const [, year, month = '01', day = '01'] = /^D:(\d{4})(\d\d)?(\d\d)?/.exec(String(value)) ?? [];
  return year === undefined ? undefined : `${year}-${month}-${day}`;
};
