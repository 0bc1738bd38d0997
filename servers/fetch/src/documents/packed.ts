// Documents that are archives: Word, Excel and PowerPoint as text, books chapter by chapter, and what is in a ZIP file.
import {
  describeDocument,
  DocumentError,
  toText,
  type DocumentReader,
  type DocumentSource,
  type DocumentTurn,
} from '@mcp/documents';
import { FetchError } from '../failure.ts';
import { complete, type DocumentText, type Format, type TextJob } from '../page/text.ts';
import { ARCHIVES, type Document } from './document.ts';

/** What reads them. */
export interface PackedReading {
  readonly reader: DocumentReader;
  /** Makes the text of a chapter. */
  readonly readPage: (job: TextJob) => Promise<DocumentText>;
  readonly turn: DocumentTurn;
}

/**
 * The text of a document that is an archive.
 *
 * @throws {FetchError} `unsupported_type` for its source, `unreadable_document`, `too_large`.
 */
export const readPacked = async (
  document: Document,
  format: Format,
  reading: PackedReading,
): Promise<DocumentText> => {
  const { mimeType, url, response } = document;
  const [extension = 'zip'] = [...ARCHIVES].find(([, type]) => type === mimeType) ?? [];
  if (format !== 'markdown' && format !== 'text')
    throw new FetchError('unsupported_type', `${url} is ${mimeType}, which has no source as text.`, {
      hint: 'Call again without format and raw, or save it with save_to.',
    });
  const source = {
    name: `document.${extension}`,
    version: document.id,
    readWhole: async () => response.body,
  };
  try {
    const text = await textOf(extension, source, { ...reading, format, url: response.url.href });
    return complete({ text, charset: 'utf-8', extraction: { method: 'document' } }, format === 'markdown');
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    const code = error.code === 'too_large' ? 'too_large' : 'unreadable_document';
    throw new FetchError(
      code,
      error.message.replace(/^The document/, () => url),
      { cause: error },
    );
  }
};

interface Request extends PackedReading {
  readonly format: Format;
  readonly url: string;
}

const textOf = async (extension: string, source: DocumentSource, request: Request): Promise<string> => {
  if (extension === 'epub') return chaptersOf(source, request);
  if (extension === 'zip') {
    const members = await request.reader.list(source, request.turn);
    return [
      `${members.length} members:`,
      ...members.map(({ name, size }) => `- ${name} (${size} bytes)`),
    ].join('\n');
  }
  const document = await request.reader.read(source, request.turn);
  if (document === undefined) throw new DocumentError('unreadable', 'The document is damaged.');
  return `[${describeDocument(document)}]\n\n${toText(document.parts)}`;
};

// In the order in which its package names them (EPUB 3.3, section 5.7): tags of one line each, read once.
const chaptersOf = async (
  source: DocumentSource,
  { reader, readPage, format, url, turn }: Request,
): Promise<string> => {
  const members = new Map(
    (await reader.unpack(source, undefined, turn)).map(({ name, bytes }) => [name, bytes]),
  );
  const [path = ''] = [...members.keys()].filter((name) => name.endsWith('.opf'));
  const tags = Buffer.from(members.get(path) ?? [])
    .toString('utf8')
    .split('<')
    .map((tag) => tag.split('>', 1)[0] ?? '');
  const valueOf = (tag: string, name: string): string =>
    new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)`).exec(tag)?.[1] ?? '';
  const items = new Map(
    tags
      .filter((tag) => /^(?:opf:)?item\s/.test(tag))
      .map((tag) => [valueOf(tag, 'id'), valueOf(tag, 'href')]),
  );
  const chapters: string[] = [];
  for (const tag of tags.filter((each) => /^(?:opf:)?itemref\s/.test(each))) {
    const name = new URL(items.get(valueOf(tag, 'idref')) ?? '', `http://book.test/${path}`).pathname.slice(
      1,
    );
    const body = members.get(decodeURI(name));
    if (body === undefined) continue;
    const job = { body, contentType: 'application/xhtml+xml', kind: 'html' as const, url, format };
    chapters.push((await readPage(job)).text);
  }
  if (chapters.length === 0)
    throw new DocumentError('unreadable', 'The document is damaged: it names no chapters.');
  return chapters.join('\n\n');
};
