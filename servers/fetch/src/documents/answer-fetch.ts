// What the tool fetch answers with: a part of a text, places in it, or that it was saved; with what was asked for besides.
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { hash } from 'node:crypto';
import { resourceLink, text, type ContentBlock, type Context, type ToolResult } from '@mcp/runtime';
import { clientOf } from '@mcp/workspace/client-of';
import { writeNamedFile } from '@mcp/workspace/named-directory';
import { FetchError, orFailure, shown } from '../failure.ts';
import type { Link } from '../page/links.ts';
import type { DocumentText, Format } from '../page/text.ts';
import {
  describeDocument,
  toBlocks,
  toHeading,
  toList,
  toPart,
  toResult,
  toRobotsText,
  type PartRequest,
  type Read,
  type TextPart,
} from './answer.ts';
import { isText, type Document } from './document.ts';
import type { Documents, Got, Wish } from './documents.ts';
import { describeSite } from './site.ts';

/** How much of a result each list may take. */
const LIST_SHARE = 0.15;
/** Characters for how to go on, with a cursor that has no selector. */
const CONTINUATION = 200;

/** A list that a call can include. */
export type Included = 'links' | 'metadata' | 'outline' | 'robots' | 'site';

/** What to find in a text. */
export interface Find {
  readonly pattern: string;
  readonly isExpression: boolean;
}

/** What a call of fetch asks for. */
export interface FetchCall {
  readonly url: string;
  readonly part: PartRequest;
  readonly fresh: boolean;
  readonly timeoutMs: number | undefined;
  readonly include: readonly Included[];
  readonly find: Find | undefined;
  readonly save: SaveRequest | undefined;
  /** The longest text of a result, in characters. */
  readonly maxOutputChars: number;
}

/** Where to save a document. */
export interface SaveRequest {
  /** The directory of the operator. */
  readonly directory: string;
  readonly path: string;
  readonly mayOverwrite: boolean;
  /** How its text is written; undefined for what the site sent. */
  readonly format: Format | undefined;
}

/** @throws {FetchError} when it cannot be fetched, or not in that way. */
export const answerFetch = async (
  documents: Documents,
  call: FetchCall,
  ctx: Context,
): Promise<ToolResult> => {
  const { url, part, fresh, timeoutMs, save, find, include } = call;
  const { signal } = ctx;
  const wish = {
    ...{ client: clientOf(ctx), signal, fresh, timeoutMs },
    format: part.format,
    isLaterPart: part.index > 0,
  };
  const got = await documents.getAsking(url, wish, ctx);
  const isSource = save !== undefined && save.format === undefined;
  const { whole, problem } =
    isSource && include.length === 0 ? {} : await readText(documents, got.document, part, wish);
  const lists = await includeLists(documents, { document: got.document, whole }, call, wish);
  const included = lists.map((list) => text(list));
  if (save !== undefined)
    return toResult(got, [...saveFile(got, isSource ? undefined : whole?.text, save), ...included]);
  if (whole === undefined && find !== undefined) throw notSearched(got.document, problem);
  if (whole === undefined) return toResult(got, [...toBlocks(got, problem), ...included]);
  const room = call.maxOutputChars - lists.join('').length;
  const shownPart = await showText(documents, { got, whole }, { ...part, find, room }, wish);
  return toResult(got, [text(shownPart.text), ...included], shownPart.details);
};

const readText = async (
  documents: Documents,
  document: Document,
  part: PartRequest,
  wish: Wish,
): Promise<{
  /** Undefined when it is not text. */
  readonly whole?: DocumentText;
  /** Why a file has none. */
  readonly problem?: string;
}> => {
  const { kind } = document;
  if (!isText(kind) || (kind === 'file' && part.format === 'raw')) return {};
  const whole = await orFailure(documents.text(document, part, wish));
  if (!(whole instanceof FetchError)) return { whole };
  if (whole.code !== 'unreadable_document') throw whole;
  return { problem: whole.problem };
};

const includeLists = async (
  documents: Documents,
  { document, whole }: { readonly document: Document; readonly whole: DocumentText | undefined },
  { include, url, maxOutputChars }: FetchCall,
  wish: Wish,
): Promise<readonly string[]> => {
  const most = maxOutputChars * LIST_SHARE;
  const lists = {
    metadata: async () => toList('Metadata', describeDocument(document, whole), most),
    outline: async () => toList('Outline', whole?.outline ?? [], most),
    links: async () => toList('Links', (whole?.links ?? []).map(toLinkLine), most),
    robots: async () => toRobotsText(await orFailure(documents.robotsVerdict(url, wish))),
    site: async () =>
      toList('Site', await describeSite(documents, { url: document.response.url, whole }, wish), most),
  };
  return Promise.all([...new Set(include)].map((name) => lists[name]()));
};

const toLinkLine = ({ text: label, url, rel }: Link): string =>
  `- ${label === '' ? '' : `${label}: `}${url}${rel === '' ? '' : ` (rel ${rel})`}`;

const notSearched = ({ url, mimeType }: Document, problem = `${url} is ${shown(mimeType)}, not text.`) =>
  new FetchError('unsupported_type', problem, { hint: 'Call again without find.' });

/** What to show of a text. */
interface ShowRequest extends PartRequest {
  readonly find: Find | undefined;
  /** How long all of it may be, in characters. */
  readonly room: number;
}

/** A part of a text below its heading, or the places of `find` with their number. Throws as `toPart` and `Documents.places`. */
export const showText = async (
  documents: Documents,
  read: Read,
  { find, room, ...part }: ShowRequest,
  wish: Wish,
): Promise<TextPart & { readonly count?: number }> => {
  if (find !== undefined) return findPlaces(documents, read, { ...part, ...find }, wish);
  const heading = toHeading(read);
  const count = Math.max(1, Math.min(part.count, room - heading.length - CONTINUATION));
  const { text: shownPart, details } = toPart(read, { ...part, count });
  return { text: heading + shownPart, details };
};

/** Characters for one place, about. */
const PLACE = 250;

const findPlaces = async (
  documents: Documents,
  { got: { document }, whole }: Read,
  { pattern, isExpression, index, count }: Find & PartRequest,
  wish: Wish,
): Promise<TextPart & { readonly count: number }> => {
  const most = Math.max(1, Math.floor(count / PLACE));
  const job = { text: whole.text, start: index, pattern, isExpression, most };
  const { places, count: all, next } = await documents.places(job, wish);
  const where = `the ${whole.length} characters of ${document.url}${index === 0 ? '' : ` from start_index ${index} on`}`;
  if (all === 0) return { text: `"${shown(pattern)}" is not in ${where}.`, count: 0 };
  const rest = next === undefined ? '' : `\n[For the others call fetch with find and start_index ${next}.]`;
  const counted = next === undefined ? `${all}` : `the first ${places.length} of ${all}`;
  return { text: `"${shown(pattern)}", ${counted} in ${where}:\n${places.join('\n')}${rest}`, count: all };
};

const TYPES = { markdown: 'text/markdown', text: 'text/plain', html: 'text/html', json: 'application/json' };

/** Saves a document: its text, or without one what the site sent. Shows a link to the file. */
const saveFile = (
  { document: { url, kind, mimeType, response } }: Got,
  content: string | undefined,
  { directory, path, mayOverwrite, format }: SaveRequest,
): readonly ContentBlock[] => {
  const bytes = content === undefined ? response.body : Buffer.from(content);
  const uri = pathToFileURL(writeNamedFile({ directory, path }, bytes, mayOverwrite)).href;
  const isWritten = content !== undefined && kind !== 'text';
  const type = isWritten && format !== undefined && format !== 'raw' ? TYPES[format] : mimeType;
  const sum = hash('sha256', bytes, 'hex');
  const what = content === undefined ? 'the source' : 'the text';
  return [
    text(`Saved ${what} of ${url} as ${uri}: ${shown(type)}, ${bytes.length} bytes, sha256 ${sum}.`),
    resourceLink({ uri, name: basename(path), mimeType: type, size: bytes.length }),
  ];
};
