// What the tool fetch answers with: a part of a text, places in it, or that it was saved; with what was asked for besides.
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { hash } from 'node:crypto';
import { resourceLink, text, type ContentBlock, type Context, type ToolResult } from '@mcp/runtime';
import { clientOf } from '@mcp/workspace/client-of';
import { writeNamedFile } from '@mcp/workspace/named-directory';
import { FetchError, shown } from '../failure.ts';
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
  const { url, part, fresh, timeoutMs } = call;
  const isLaterPart = part.index > 0;
  const { signal } = ctx;
  const wish = { client: clientOf(ctx), signal, format: part.format, fresh, isLaterPart, timeoutMs };
  return answer(documents, call, wish, await documents.getAsking(url, wish, ctx));
};

const answer = async (documents: Documents, call: FetchCall, wish: Wish, got: Got): Promise<ToolResult> => {
  const { part } = call;
  if (call.save !== undefined && call.save.format === undefined)
    return toResult(got, save(got, undefined, call.save));
  const { whole, problem } = await readText(documents, got.document, part, wish);
  const included = await includeLists(documents, { document: got.document, whole }, call, wish);
  if (call.save !== undefined) return toResult(got, [...save(got, whole?.text, call.save), ...included]);
  if (call.find !== undefined) {
    if (whole === undefined) throw notSearched(got.document, problem);
    const { text: places } = await findPlaces(documents, { got, whole }, { ...call.find, ...part }, wish);
    return toResult(got, [text(places), ...included]);
  }
  if (whole === undefined) return toResult(got, [...toBlocks(got, problem), ...included]);
  const heading = toHeading(got, whole);
  const listed = included.reduce((sum, block) => sum + lengthOf(block), heading.length);
  const count = Math.max(1, Math.min(part.count, call.maxOutputChars - listed - CONTINUATION));
  const shownPart = toPart(got, whole, { ...part, count });
  return toResult(got, [text(heading + shownPart.text), ...included], shownPart.details);
};

interface Read {
  /** Undefined when it is not text. */
  readonly whole?: DocumentText | undefined;
  /** Why a PDF has none. */
  readonly problem?: string | undefined;
}

const readText = async (
  documents: Documents,
  document: Document,
  part: PartRequest,
  wish: Wish,
): Promise<Read> => {
  const { kind } = document;
  if (!isText(kind) || (kind === 'file' && part.format === 'raw')) return {};
  try {
    return { whole: await documents.text(document, part, wish) };
  } catch (error) {
    if (!(error instanceof FetchError) || error.code !== 'unreadable_document') throw error;
    return { problem: error.problem };
  }
};

const includeLists = async (
  documents: Documents,
  { document, whole }: Read & { readonly document: Document },
  { include, url, maxOutputChars }: FetchCall,
  wish: Wish,
): Promise<readonly ContentBlock[]> => {
  const most = maxOutputChars * LIST_SHARE;
  const lists = {
    metadata: async () => toList('Metadata', describeDocument(document, whole), most),
    outline: async () => toList('Outline', whole?.outline ?? [], most),
    links: async () => toList('Links', (whole?.links ?? []).map(toLinkLine), most),
    robots: () => describeRobots(documents, url, wish),
    site: async () =>
      toList('Site', await describeSite(documents, { url: document.response.url, whole }, wish), most),
  };
  const texts = await Promise.all([...new Set(include)].map((name) => lists[name]()));
  return texts.map((list) => text(list));
};

const toLinkLine = ({ text: label, url, rel }: Link): string =>
  `- ${label === '' ? '' : `${label}: `}${url}${rel === '' ? '' : ` (rel ${rel})`}`;

const describeRobots = async (documents: Documents, url: string, wish: Wish): Promise<string> => {
  try {
    return toRobotsText(await documents.robotsVerdict(url, wish));
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    return `Robots: ${error.problem}`;
  }
};

const lengthOf = (block: ContentBlock): number => (block.type === 'text' ? block.text.length : 0);

/** Characters for one place, about. */
const PLACE = 250;

const notSearched = ({ url, mimeType }: Document, problem = `${url} is ${shown(mimeType)}, not text.`) =>
  new FetchError('unsupported_type', problem, { hint: 'Call again without find.' });

/** What to find in a text. */
export interface Find {
  readonly pattern: string;
  readonly isExpression: boolean;
}

/** Where a text has what is to be found: for the model, with how many places there are. Throws as `Documents.places`. */
export const findPlaces = async (
  documents: Documents,
  { got, whole }: { readonly got: Got; readonly whole: DocumentText },
  { pattern, isExpression, index, count }: Find & Pick<PartRequest, 'count' | 'index'>,
  wish: Wish,
): Promise<{ readonly text: string; readonly count: number }> => {
  const { url } = got.document;
  const most = Math.max(1, Math.floor(count / PLACE));
  const job = { text: whole.text, start: index, pattern, isExpression, most };
  const { places, count: all, next } = await documents.places(job, wish);
  const where = `the ${whole.length} characters of ${url}${index === 0 ? '' : ` from start_index ${index} on`}`;
  if (all === 0) return { text: `"${shown(pattern)}" is not in ${where}.`, count: 0 };
  const rest = next === undefined ? '' : `\n[For the others call fetch with find and start_index ${next}.]`;
  const counted = next === undefined ? `${all}` : `the first ${places.length} of ${all}`;
  return { text: `"${shown(pattern)}", ${counted} in ${where}:\n${places.join('\n')}${rest}`, count: all };
};

const TYPES = { markdown: 'text/markdown', text: 'text/plain', html: 'text/html', json: 'application/json' };

/** Saves a document: its text, or without one what the site sent. Shows a link to the file. */
const save = (
  { document: { url, kind, mimeType, response } }: Got,
  content: string | undefined,
  { directory, path, mayOverwrite, format }: SaveRequest,
): readonly ContentBlock[] => {
  const bytes = content === undefined ? response.body : Buffer.from(content);
  const uri = pathToFileURL(writeNamedFile({ directory, path }, bytes, mayOverwrite)).href;
  const isWritten = content !== undefined && kind !== 'text';
  const type = isWritten && format !== undefined && format !== 'raw' ? TYPES[format] : mimeType;
  const sum = hash('sha256', bytes, 'hex');
  return [
    text(
      `Saved ${content === undefined ? 'the source' : 'the text'} of ${url} as ${uri}: ${shown(type)}, ${bytes.length} bytes, sha256 ${sum}.`,
    ),
    resourceLink({ uri, name: basename(path), mimeType: type, size: bytes.length }),
  ];
};
