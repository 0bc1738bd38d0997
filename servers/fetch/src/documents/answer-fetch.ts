// Answers of the tool fetch: a part of a text, matches in it, or a saved file, with the included lists.
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { hash } from 'node:crypto';
import {
  resourceLink,
  text,
  ToolError,
  type ContentBlock,
  type Context,
  type ToolResult,
} from '@mcp/runtime';
import { forPage } from '@mcp/runtime/apps';
import { inWords } from '@mcp/command-line';
import { clientOf } from '@mcp/limited-work/client-of';
import { FileError, writeNamedFile } from '@mcp/files';
import { FetchError, orFailure, shown } from '../failure.ts';
import type { Link } from '../page/links.ts';
import type { DocumentText, Format } from '../page/text.ts';
import type { FetchArguments, FetchDeps, Included } from '../tools/fetch.ts';
import {
  describeDocument,
  readCursor,
  showText,
  toBlocks,
  toList,
  toResult,
  toRobotsText,
  type PartRequest,
} from './answer.ts';
import { isText, type Document } from './document.ts';
import type { Documents, Fetched, GetOptions } from './documents.ts';
import { describeSite } from './site.ts';

const MAX_SELECTOR = 1000;
/** Maximum share of each list in a result. */
const LIST_SHARE = 0.15;

/** @throws {FetchError} if the document cannot be fetched, or not with these arguments. */
export const answerFetch = async (
  documents: Documents,
  args: FetchArguments,
  options: FetchDeps['options'],
  ctx: Context,
): Promise<ToolResult> => {
  const { find: pattern, fresh, timeout_ms: timeoutMs } = args;
  const url = toUrl(args.url);
  const include = [args.include ?? []].flat();
  const { maxOutputBytes } = options;
  const part = { ...toPartRequest(args), maxBytes: maxOutputBytes };
  const directory = args.save_to === undefined ? undefined : directoryFor(args, options);
  const find = pattern === undefined ? undefined : { pattern, isExpression: args.regex };
  const { signal } = ctx;
  const how = {
    ...{ client: clientOf(ctx), signal, fresh, timeoutMs },
    format: part.format,
    isLaterPart: part.index > 0,
  };
  const got = await documents.getAsking(url, how, ctx);
  // The result of a selector has no source to save.
  const isSource = directory !== undefined && args.format === 'auto' && args.selector === undefined;
  const { whole, problem } =
    isSource && include.length === 0 ? {} : await readText(documents, got.document, part, how);
  const most = maxOutputBytes * LIST_SHARE;
  const lists = await includeLists(documents, { url, include, most }, { document: got.document, whole }, how);
  const included = [...lists, ...toIgnored(args)].map((list) => text(list));
  if (directory !== undefined) {
    const file = { directory, path: args.save_to ?? '' };
    const saved = { content: isSource ? undefined : whole?.text, format: part.format };
    return toResult(got, [...(await saveFile(got, saved, file, args.overwrite)), ...included]);
  }
  if (whole === undefined && find !== undefined) throw notSearched(got.document, problem);
  if (whole === undefined) return toResult(got, [...toBlocks(got, problem), ...included]);
  const maxBytes = maxOutputBytes - Buffer.byteLength(lists.join(''));
  const shownPart = await showText(documents, { got, whole }, { ...part, find, maxBytes }, how);
  const { textStart, details } = shownPart;
  const page = textStart === undefined ? {} : forPage(ctx, { textStart });
  return toResult(got, [text(shownPart.text), ...included], details, page);
};

const toUrl = (given: string | readonly string[]): string => {
  const [url = '', ...others] = [given].flat();
  if (others.length === 0) return url;
  throw new FetchError('invalid_arguments', `fetch takes one URL, not ${others.length + 1}.`, {
    hint: 'Call fetch_many with urls.',
  });
};

const toIgnored = ({ prompt, headers = {} }: FetchArguments): readonly string[] => [
  ...(prompt === undefined ? [] : ['[prompt was ignored: this tool returns the content itself.]']),
  ...(Object.keys(headers).length === 0 ? [] : [inWords(HEADERS)]),
];

const HEADERS = '[headers were not sent: only the operator can set them, with --header-file.]';

const toPartRequest = (args: FetchArguments): Omit<PartRequest, 'maxBytes'> => {
  const { cursor, raw, format, selector, max_length: count } = args;
  if (cursor !== undefined) return { ...readCursor(cursor), count };
  if (raw && (format !== 'auto' || selector !== undefined))
    throw new FetchError('invalid_arguments', 'raw returns the source, without format or selector.', {
      hint: 'Omit one of them.',
    });
  if (selector !== undefined && selector.length > MAX_SELECTOR)
    throw new FetchError('invalid_selector', `The selector is longer than ${MAX_SELECTOR} characters.`);
  const written = format === 'auto' ? 'markdown' : format;
  return { format: raw ? 'raw' : written, selector, index: args.start_index, count };
};

const directoryFor = (
  { find, start_index, cursor }: FetchArguments,
  { saveDirectory }: FetchDeps['options'],
): string => {
  const problem = 'save_to saves a whole document, not matches or a part of it.';
  if (find !== undefined || start_index > 0 || cursor !== undefined)
    throw new FetchError('invalid_arguments', problem, { hint: 'Omit find, start_index and cursor.' });
  if (saveDirectory !== undefined) return saveDirectory;
  throw new FetchError('off', 'Files cannot be saved.', {
    hint: 'The user can start this server with --save-dir, and without --read-only. Or omit save_to.',
  });
};

const readText = async (
  documents: Documents,
  document: Document,
  part: PartRequest,
  how: GetOptions,
): Promise<{
  /** Undefined if the document is not text. */
  readonly whole?: DocumentText;
  /** Why a file could not be read as text. */
  readonly problem?: string;
}> => {
  const { kind } = document;
  if (!isText(kind) || (kind === 'file' && part.format === 'raw')) return {};
  const whole = await orFailure(documents.text(document, part, how));
  if (!(whole instanceof FetchError)) return { whole };
  if (whole.code !== 'unreadable_document') throw whole;
  return { problem: whole.problem };
};

const includeLists = async (
  documents: Documents,
  {
    url,
    include,
    most,
  }: { readonly url: string; readonly include: readonly Included[]; readonly most: number },
  { document, whole }: { readonly document: Document; readonly whole: DocumentText | undefined },
  how: GetOptions,
): Promise<readonly string[]> => {
  const lists = {
    metadata: async () => toList('Metadata', describeDocument(document, whole), most),
    outline: async () => toList('Outline', whole?.outline ?? [], most),
    links: async () => toList('Links', (whole?.links ?? []).map(toLinkLine), most),
    robots: async () => toRobotsText(await orFailure(documents.robotsVerdict(url, how))),
    site: async () =>
      toList('Site', await describeSite(documents, { url: document.response.url, whole }, how), most),
  };
  return Promise.all([...new Set(include)].map((name) => lists[name]()));
};

const toLinkLine = ({ text: label, url, rel }: Link): string =>
  `- ${label === '' ? '' : `${label}: `}${url}${rel === '' ? '' : ` (rel ${rel})`}`;

const notSearched = ({ url, mimeType }: Document, problem = `${url} is ${shown(mimeType)}, not text.`) =>
  new FetchError('unsupported_type', problem, { hint: 'Call again without find.' });

const TYPES = { markdown: 'text/markdown', text: 'text/plain', html: 'text/html', json: 'application/json' };

/** Saves the text of a document, or its source if there is no text, and returns a link to the file. */
const saveFile = async (
  { document: { url, kind, mimeType, response } }: Fetched,
  { content, format }: { readonly content: string | undefined; readonly format: Format },
  file: Parameters<typeof writeNamedFile>[0],
  mayOverwrite: boolean,
): Promise<readonly ContentBlock[]> => {
  const bytes = content === undefined ? response.body : Buffer.from(content);
  const saved = await writeNamedFile(file, bytes, mayOverwrite).catch((error: unknown) => {
    if (!(error instanceof FileError)) throw error;
    throw new ToolError(error.problem, { code: error.code, hint: error.hint, cause: error });
  });
  const uri = pathToFileURL(saved).href;
  const isWritten = content !== undefined && kind !== 'text';
  const type = isWritten && format !== 'raw' ? TYPES[format] : mimeType;
  const sum = hash('sha256', bytes, 'hex');
  const what = content === undefined ? 'the source' : 'the text';
  return [
    text(`Saved ${what} of ${url} as ${uri}: ${shown(type)}, ${bytes.length} bytes, sha256 ${sum}.`),
    resourceLink({ uri, name: basename(file.path), mimeType: type, size: bytes.length }),
  ];
};
