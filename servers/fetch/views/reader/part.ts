// Part: reads a result of the fetch tool for the page and fetches the next part.
import type { Block, CallResult, Host } from '@mcp/view';

/** A part of a page, from one result. */
export interface Part {
  /** Final URL of the page. */
  readonly source: string;
  readonly title: string | undefined;
  readonly text: string;
  /** Whether the text is Markdown. If not, it is shown as plain text. */
  readonly isMarkdown: boolean;
  /** Cursor of the next part, and its offset in characters. */
  readonly cursor: string | undefined;
  readonly next: number | undefined;
  /** Length of the whole text in characters. */
  readonly length: number | undefined;
  /** Other blocks of the result: requested lists, a picture, a link. */
  readonly others: readonly Block[];
}

type Input = { readonly [name: string]: unknown };

/** Machine-readable facts about a document. */
interface About {
  readonly title?: string;
  readonly finalUrl?: string;
  readonly nextCursor?: string;
  readonly nextIndex?: number;
  readonly length?: number;
  readonly extraction?: { readonly method?: string };
  readonly contentType?: string;
}

/** Reads a result. */
export const readPart = ({ content = [], _meta: meta }: CallResult, input: Input): Part => {
  const {
    title,
    finalUrl = '',
    nextCursor,
    nextIndex,
    length,
    extraction,
    contentType = '',
  } = (meta?.['document'] ?? {}) as About;
  const [first, ...rest] = content;
  const page = meta?.['page'] as { readonly textStart: number } | undefined;
  const isPlain = input['raw'] === true || ['text', 'html', 'json'].includes(String(input['format']));
  return {
    source: finalUrl,
    title,
    text: page === undefined ? '' : (first?.text ?? '').slice(page.textStart),
    isMarkdown: !isPlain && (extraction?.method !== 'raw' || /^text\/markdown\b/i.test(contentType)),
    cursor: nextCursor,
    next: nextIndex,
    length,
    others: page === undefined ? content : rest,
  };
};

/** Characters per request. */
const AT_ONCE = 40_000;

/** Fetches the next part of the same text, with the cursor after it. */
export const fetchNext = async (
  host: Host,
  input: Input,
  cursor: string,
): Promise<Pick<Part, 'text' | 'cursor' | 'next'>> => {
  const { url } = input;
  const result = await host.callTool('fetch', { url, cursor, max_length: AT_ONCE });
  const { text, cursor: following, next } = readPart(result, input);
  return { text, cursor: following, next };
};
