// Answers of the tool fetch_many: the beginning of each page, or its matches, with a list of the followed pages.
import { text, ToolResult, type Context } from '@mcp/runtime';
import { clientOf } from '@mcp/limited-work/client-of';
import { FetchError, shown } from '../failure.ts';
import type { Format } from '../page/text.ts';
import type { FetchDeps } from '../tools/fetch.ts';
import type { ManyArguments } from '../tools/fetch-many.ts';
import { showText, toList, type TextPart } from './answer.ts';
import type { Documents } from './documents.ts';
import { followLinks, getPage, type Follow, type Followed, type Page, type PagesOptions } from './pages.ts';

/** Maximum share of the list of followed pages in a result. */
const LIST_SHARE = 0.3;

/** Shares the size of a result among the pages. @throws {FetchError} if the first page of `follow` cannot be fetched. */
export const answerMany = async (
  documents: Documents,
  { urls: given, follow, find: pattern, max_length: count, format: wanted }: ManyArguments,
  { maxOutputBytes }: FetchDeps['options'],
  ctx: Context,
): Promise<ToolResult> => {
  const urls = [given].flat();
  const format: Format = wanted === 'auto' ? 'markdown' : wanted;
  const most = follow?.max ?? urls.length;
  let done = 0;
  const onPage = (url: string): void => ctx.progress((done += 1), most, url);
  const how = { client: clientOf(ctx), signal: ctx.signal, format, onPage };
  const followed = follow && (await followFrom(documents, urls, follow, how));
  const pages = followed?.pages ?? (await Promise.all(urls.map((url) => getPage(documents, url, how))));
  const listLength = followed === undefined ? 0 : maxOutputBytes * LIST_SHARE;
  const maxBytes = Math.ceil((maxOutputBytes - listLength) / pages.length);
  const find = pattern === undefined ? undefined : { pattern, isExpression: false };
  const part = { format, index: 0, count, find, maxBytes };
  const showPage = async ({ url, read }: Page): Promise<TextPart> =>
    read instanceof FetchError
      ? { text: `Failed: ${shown(url)}: ${toReason(read)}` }
      : showText(documents, read, part, how);
  const parts = await Promise.all(pages.map(showPage));
  if (followed === undefined) return toResult(parts);
  const list = { text: toPageList(followed, parts, listLength) };
  return toResult([list, ...parts.filter((each) => each.count !== 0)]);
};

const followFrom = (
  documents: Documents,
  [url = '', ...others]: readonly string[],
  follow: Follow,
  how: PagesOptions,
): Promise<Followed> => {
  if (others.length > 0)
    throw new FetchError('invalid_arguments', `follow takes one URL, not ${others.length + 1}.`, {
      hint: 'Give the page to start at.',
    });
  return documents.within('It', { ...how, timeoutMs: Infinity }, (signal) =>
    followLinks(documents, url, follow, { ...how, signal }),
  );
};

const toResult = (parts: readonly TextPart[]): ToolResult =>
  new ToolResult({ content: parts.map((part) => text(part.text)), _meta: { untrusted: true } });

const toReason = ({ code, problem, retryable }: FetchError): string =>
  `${problem} [${code}${retryable ? ', may work later' : ''}]`;

/** Lists the pages, with the failed ones and the number of links that were not followed. */
const toPageList = ({ pages, scope, left }: Followed, parts: readonly TextPart[], most: number): string => {
  const lines = pages.map(({ url, read }, at) => {
    if (read instanceof FetchError) return `- ${shown(url)}: failed`;
    const { title = 'Untitled', length } = read.whole;
    const count = parts[at]?.count;
    return `- ${shown(title)}: ${url} (${count === undefined ? `${length} characters` : `${count} matches`})`;
  });
  const rest =
    left === 0
      ? ''
      : `[${left} more links below it were not followed: raise max, or start at one of them.]\n`;
  return rest + toList(`Pages below ${shown(scope)}`, lines, most);
};
