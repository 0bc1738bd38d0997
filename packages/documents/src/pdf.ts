// The text of a PDF, page by page.
import { MAX_TEXT_CHARS, type DocumentText } from './document.ts';
import { DocumentError } from './document-error.ts';
import { unreadable } from './zip.ts';

const SETTINGS = { verbosity: 0, isEvalSupported: false, disableFontFace: true, useSystemFonts: false };

/** @throws {DocumentError} `unreadable` when it is damaged or has a password, `too_large`. */
export const readPdf = async (bytes: Uint8Array): Promise<DocumentText> => {
  const pages = await load(bytes);
  if (pages.reduce((sum, { length }) => sum + length, 0) > MAX_TEXT_CHARS)
    throw new DocumentError('too_large', `The PDF has more than ${MAX_TEXT_CHARS} characters of text.`);
  const empty = pages.filter((page) => page.trim() === '').length;
  const parts = pages.map((page, index) => ({ title: `Page ${index + 1}`, text: page.trim() }));
  const without = empty === 1 ? '1 page has no text' : `${empty} pages have no text`;
  return { kind: 'pdf', parts, notes: empty === 0 ? [] : [`${without}: perhaps a scan, which is an image.`] };
};

const load = async (bytes: Uint8Array): Promise<readonly string[]> => {
  const { extractText, getDocumentProxy } = await import('./unpdf.ts');
  try {
    // It keeps what it gets, and takes no Buffer.
    const pdf = await getDocumentProxy(Uint8Array.from(bytes), SETTINGS);
    return (await extractText(pdf, { mergePages: false })).text;
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    throw isLocked
      ? unreadable('needs a password', 'Save it without one.', error)
      : unreadable('is damaged', undefined, error);
  }
};
