// Text of files: pages of a PDF, Office documents, chapters of a book, and the members of a ZIP file.
import {
  describeDocument,
  DocumentError,
  toText,
  type DocumentReader,
  type DocumentSource,
  type DocumentCaller,
} from '@mcp/documents';
import { stripInvisible } from '@mcp/runtime';
import { FetchError } from '../failure.ts';
import { toPdfContent } from '../page/pdf.ts';
import {
  complete,
  shortHash,
  type Content,
  type DocumentText,
  type Format,
  type TextJob,
} from '../page/text.ts';
import { FILES, type Document } from './document.ts';

/** How to read a file. */
interface Request {
  readonly reader: DocumentReader;
  /** Extracts the text of a chapter. */
  readonly readPage: (job: TextJob) => Promise<DocumentText>;
  readonly caller: DocumentCaller;
  readonly format: Format;
  /** Base of the links in a chapter. */
  readonly url: string;
}

/**
 * Reads the text of a document that is a file.
 *
 * @throws {FetchError} `unreadable_document`, `too_large`.
 */
export const readFileText = async (
  { mimeType, url, response }: Document,
  request: Omit<Request, 'url'>,
): Promise<DocumentText> => {
  const [extension = 'zip'] = [...FILES].find(([, type]) => type === mimeType) ?? [];
  const { body } = response;
  const source = { name: `document.${extension}`, version: shortHash(body), readWhole: async () => body };
  try {
    const content = await contentOf(extension, source, { ...request, url: response.url.href });
    return complete({ ...content, text: stripInvisible(content.text) }, request.format === 'markdown');
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    const problem = error.message.replace(/^The (?:document|PDF)/, () => url);
    const code = error.code === 'too_large' ? 'too_large' : 'unreadable_document';
    throw new FetchError(code, problem, { cause: error });
  }
};

const contentOf = async (extension: string, source: DocumentSource, request: Request): Promise<Content> => {
  const { reader, caller, format } = request;
  if (extension === 'pdf') return toPdfContent(await reader.pages(source, caller), format === 'markdown');
  const text = await textOf(extension, source, request);
  return { text, charset: 'utf-8', extraction: { method: 'document' } };
};

const textOf = async (extension: string, source: DocumentSource, request: Request): Promise<string> => {
  const { reader, caller } = request;
  if (extension === 'epub') return chaptersOf(source, request);
  if (extension === 'zip') {
    const members = await reader.list(source, caller);
    const lines = members.map(({ name, size }) => `- ${name} (${size} bytes)`);
    return [`${members.length} members:`, ...lines].join('\n');
  }
  const document = await reader.read(source, caller);
  if (document === undefined) throw new DocumentError('unreadable', 'The document is damaged.');
  return `[${describeDocument(document)}]\n\n${toText(document.parts)}`;
};

// Reads the chapters in the order of the package document (EPUB 3.3, section 5.7), tag by tag in one pass.
const chaptersOf = async (
  source: DocumentSource,
  { reader, readPage, format, url, caller }: Request,
): Promise<string> => {
  const unpacked = await reader.unpack(source, undefined, caller);
  const members = new Map(unpacked.map(({ name, bytes }) => [name, bytes]));
  const [path = ''] = [...members.keys()].filter((name) => name.endsWith('.opf'));
  const tags = Buffer.from(members.get(path) ?? [])
    .toString('utf8')
    .split('<');
  const valueOf = (tag: string, name: string): string =>
    new RegExp(`^[^>]*\\s${name}\\s*=\\s*["']([^"'>]*)`).exec(tag)?.[1] ?? '';
  const named = (name: string): string[] =>
    tags.filter((tag) => new RegExp(`^(?:opf:)?${name}\\s`).test(tag));
  const items = new Map(named('item').map((tag) => [valueOf(tag, 'id'), valueOf(tag, 'href')]));
  const chapters: string[] = [];
  for (const tag of named('itemref')) {
    const { pathname } = new URL(items.get(valueOf(tag, 'idref')) ?? '', `http://book.test/${path}`);
    const body = members.get(decodeURI(pathname.slice(1)));
    if (body === undefined) continue;
    const job = { body, contentType: 'application/xhtml+xml', kind: 'html' as const, url, format };
    chapters.push((await readPage(job)).text);
  }
  if (chapters.length === 0)
    throw new DocumentError('unreadable', 'The document is damaged: it names no chapters.');
  return chapters.join('\n\n');
};
