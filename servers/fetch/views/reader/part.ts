// A part of a page, as the tool fetch answers with it, and the call that brings the next one.
import type { Block, CallResult, Host } from '@mcp/view';

/** What one answer says. */
export interface Part {
  /** The address that it is from. */
  readonly source: string;
  readonly title: string | undefined;
  readonly text: string;
  /** Whether the text is Markdown. Else it is shown as it is. */
  readonly isMarkdown: boolean;
  /** Of the next part, and the characters before it. */
  readonly cursor: string | undefined;
  readonly next: number | undefined;
  /** Of the whole text, in characters. */
  readonly length: number | undefined;
  /** What came beside the text: lists that the call asked for, a picture, a link. */
  readonly others: readonly Block[];
}

type Input = { readonly [name: string]: unknown };

/** What the server says of a document for programs. */
interface About {
  readonly title?: string;
  readonly finalUrl?: string;
  readonly nextCursor?: string;
  readonly nextIndex?: number;
  readonly length?: number;
  readonly extraction?: { readonly method?: string };
  readonly contentType?: string;
}

/** Reads an answer. */
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

/** Twenty pages of a book. */
const AT_ONCE = 40_000;

/** Brings the next part of exactly that text: what it says, and how to go on. */
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
