// Response limit: cuts long results and says so.
import {
  ErrorCode,
  fitBytes,
  forMethods,
  RpcError,
  text,
  ToolError,
  type ContentBlock,
  type JsonObject,
  type Middleware,
} from '../index.ts';
import { amount, sizeOf } from './answer.ts';

/** What may be sent. */
export interface ResponseLimitOptions {
  /** UTF-8 bytes of the texts of a tool result, including the notice. */
  readonly maxBytes: number;
  /** Bytes of its images, audio and other media, in base64. Default 32 Mi. */
  readonly maxMediaBytes?: number;
  /**
   * Approximate size of its structured content. Default: eight times `maxBytes`, because it repeats names for each
   * entry.
   */
  readonly maxStructuredChars?: number;
  /** Approximate characters of the contents of a resource. Default 16 Mi. */
  readonly maxResourceChars?: number;
}

const STRUCTURED_FACTOR = 8;
const MAX_MEDIA_BYTES = 32 * 1024 * 1024;
const MAX_RESOURCE_CHARS = 16 * 1024 * 1024;

type Limits = Required<ResponseLimitOptions>;

/**
 * Cuts the content of `tools/call` results at the end of a line, or between two characters of a long one, and drops
 * blocks that cannot be cut. A notice at the start says so. Structured content that is too long becomes a result with
 * `isError`, because a part of it would not match its schema. Resources that are too long are refused with −32603. This
 * is a safety net: a tool knows best what to leave out.
 */
export function responseLimit(options: ResponseLimitOptions): Middleware {
  const limits: Limits = {
    maxMediaBytes: MAX_MEDIA_BYTES,
    maxStructuredChars: options.maxBytes * STRUCTURED_FACTOR,
    maxResourceChars: MAX_RESOURCE_CHARS,
    ...options,
  };
  return forMethods(['tools/call', 'resources/read'], async ({ method }, next) => {
    if (method === 'resources/read') return fitResource(limits, await next());
    try {
      return fitTool(limits, await next());
    } catch (error) {
      throw fitError(limits, error);
    }
  });
}

function fitTool(limits: Limits, result: JsonObject): JsonObject {
  const { content: given, structuredContent: structured, ...rest } = result;
  const isStructureLong = structured !== undefined && sizeOf(structured) > limits.maxStructuredChars;
  const content = Array.isArray(given) ? (given as readonly ContentBlock[]) : [];
  if (!isStructureLong && cutContent(content, limits) === undefined) return result;
  const notice = `[${noticeOf(limits, isStructureLong)}]\n`;
  const cut =
    cutContent(content, { ...limits, maxBytes: Math.max(0, limits.maxBytes - notice.length) }) ?? content;
  return {
    ...(isStructureLong ? { ...rest, isError: true } : result),
    content: startWith(notice, cut),
  };
}

// At the start, because hosts that cut a result once more keep its start.
function startWith(notice: string, content: readonly ContentBlock[]): ContentBlock[] {
  const [first, ...rest] = content;
  return first?.type === 'text'
    ? [{ ...first, text: `${notice}${first.text}` }, ...rest]
    : [text(notice), ...content];
}

function noticeOf({ maxBytes, maxMediaBytes, maxStructuredChars }: Limits, isStructureLong: boolean): string {
  const cut = isStructureLong
    ? `The structured content of this result is left out: it is longer than ${amount(maxStructuredChars)} characters.`
    : `This result is cut: at most ${amount(maxBytes)} bytes of text and ${amount(maxMediaBytes)} of media are sent.`;
  return `${cut} Ask for less, if you can.`;
}

// The text of an exception can be as long as any other.
function fitError({ maxBytes }: Limits, error: unknown): unknown {
  if (!(error instanceof ToolError) || fitBytes(error.message, maxBytes).read === error.message.length)
    return error;
  const notice = `[This text is cut: at most ${amount(maxBytes)} bytes are sent.]\n`;
  error.message = `${notice}${wholeLines(error.message, Math.max(0, maxBytes - notice.length))}`;
  return error;
}

/** What may be sent of the content; undefined when all of it may. */
function cutContent(
  content: readonly ContentBlock[],
  { maxBytes, maxMediaBytes }: Limits,
): ContentBlock[] | undefined {
  const left = { text: maxBytes, blob: maxMediaBytes };
  const sent: ContentBlock[] = [];
  let isCut = false;
  for (const block of content) {
    const { kind, bytes } = sizeOfBlock(block, left.text);
    if (bytes <= left[kind]) {
      sent.push(block);
      left[kind] -= bytes;
      continue;
    }
    isCut = true;
    const start = block.type === 'text' ? wholeLines(block.text, left.text) : '';
    if (block.type === 'text' && start !== '') sent.push({ ...block, text: start });
    // Later blocks would be incomprehensible without this one.
    left[kind] = 0;
  }
  return isCut ? sent : undefined;
}

function sizeOfBlock(
  block: ContentBlock,
  most: number,
): { readonly kind: 'text' | 'blob'; readonly bytes: number } {
  switch (block.type) {
    case 'text':
      return { kind: 'text', bytes: bytesOf(block.text, most) };
    case 'image':
    case 'audio':
      return { kind: 'blob', bytes: block.data.length };
    case 'resource':
      return block.resource.text === undefined
        ? { kind: 'blob', bytes: block.resource.blob?.length ?? 0 }
        : { kind: 'text', bytes: bytesOf(block.resource.text, most) };
    case 'resource_link':
      return { kind: 'text', bytes: 0 };
  }
}

// Nothing is counted beyond the limit, because a text may be many times as long.
function bytesOf(value: string, most: number): number {
  const { read, written } = fitBytes(value, most);
  return read === value.length ? written : Infinity;
}

// A cut line looks complete, so it is dropped, unless it is nearly everything.
function wholeLines(value: string, maxBytes: number): string {
  const end = fitBytes(value, maxBytes).read;
  const line = value.lastIndexOf('\n', end - 1) + 1;
  return value.slice(0, line > end / 2 ? line : end);
}

function fitResource({ maxResourceChars: limit }: Limits, result: JsonObject): JsonObject {
  if (sizeOf(result['contents']) <= limit) return result;
  throw new RpcError(
    ErrorCode.InternalError,
    `The resource is longer than the limit of ${amount(limit)} characters`,
  );
}
