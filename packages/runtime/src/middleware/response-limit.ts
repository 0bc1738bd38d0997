// Response limit: results that are too long are cut, and say so.
import {
  ErrorCode,
  forMethods,
  RpcError,
  text,
  ToolError,
  type ContentBlock,
  type JsonObject,
  type Middleware,
} from '../index.ts';
import { amount, sizeOf } from './answer.ts';

/** What may be sent. Lengths are in characters (UTF-16 units), those of images and the like in base64. */
export interface ResponseLimitOptions {
  /** Of the texts of a tool result. */
  readonly maxChars: number;
  /** Of its images, sounds and the like. Default 32 Mi. */
  readonly maxMediaChars?: number;
  /**
   * Of its structured content, about. Default: eight times that of the texts, because it repeats names for each entry.
   */
  readonly maxStructuredChars?: number;
  /** Of the contents of a resource. Default 16 Mi. */
  readonly maxResourceChars?: number;
}

const STRUCTURED_FACTOR = 8;
const MAX_MEDIA_CHARS = 32 * 1024 * 1024;
const MAX_RESOURCE_CHARS = 16 * 1024 * 1024;

type Limits = Required<ResponseLimitOptions>;

/**
 * Cuts the content of `tools/call` results behind a line, or between two characters of a long one, and leaves out
 * blocks that cannot be cut; a notice says so. Structured content cannot be cut, it would no longer fit its schema:
 * such a result becomes one with `isError`. Resources that are too long are refused with −32603. It is a net: a tool
 * knows best what to leave out.
 */
export function responseLimit(options: ResponseLimitOptions): Middleware {
  const limits: Limits = {
    maxMediaChars: MAX_MEDIA_CHARS,
    maxStructuredChars: options.maxChars * STRUCTURED_FACTOR,
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
  const cut = cutContent(content, limits);
  if (!isStructureLong && cut === undefined) return result;
  return {
    ...(isStructureLong ? { ...rest, isError: true } : result),
    content: [...(cut ?? content), text(`[${noticeOf(limits, isStructureLong)}]`)],
  };
}

function noticeOf({ maxChars, maxMediaChars, maxStructuredChars }: Limits, isStructureLong: boolean): string {
  const cut = isStructureLong
    ? `The structured content of this result is left out: it is longer than ${amount(maxStructuredChars)} characters.`
    : `This result is cut: at most ${amount(maxChars)} characters of text and ${amount(maxMediaChars)} of media are sent.`;
  return `${cut} Ask for less, if you can.`;
}

// The text of an exception can be as long as any other.
function fitError({ maxChars }: Limits, error: unknown): unknown {
  if (!(error instanceof ToolError) || error.message.length <= maxChars) return error;
  const notice = `[This text is cut: at most ${amount(maxChars)} characters are sent.]`;
  error.message = `${wholeLines(error.message, maxChars)}\n${notice}`;
  return error;
}

/** What may be sent of the content; undefined when all of it may. */
function cutContent(
  content: readonly ContentBlock[],
  { maxChars, maxMediaChars }: Limits,
): ContentBlock[] | undefined {
  const left = { text: maxChars, blob: maxMediaChars };
  const sent: ContentBlock[] = [];
  let isCut = false;
  for (const block of content) {
    const { kind, chars } = lengthOf(block);
    if (chars <= left[kind]) {
      sent.push(block);
      left[kind] -= chars;
      continue;
    }
    isCut = true;
    const start = block.type === 'text' ? wholeLines(block.text, left.text) : '';
    if (block.type === 'text' && start !== '') sent.push({ ...block, text: start });
    // What follows would stand there without what it follows on.
    left[kind] = 0;
  }
  return isCut ? sent : undefined;
}

function lengthOf(block: ContentBlock): { readonly kind: 'text' | 'blob'; readonly chars: number } {
  switch (block.type) {
    case 'text':
      return { kind: 'text', chars: block.text.length };
    case 'image':
    case 'audio':
      return { kind: 'blob', chars: block.data.length };
    case 'resource':
      return block.resource.text === undefined
        ? { kind: 'blob', chars: block.resource.blob?.length ?? 0 }
        : { kind: 'text', chars: block.resource.text.length };
    case 'resource_link':
      return { kind: 'text', chars: 0 };
  }
}

// A cut line reads like a whole one. But a line that is nearly everything is better than nothing.
function wholeLines(value: string, maxChars: number): string {
  const end = cutAt(value, maxChars);
  const line = value.lastIndexOf('\n', end - 1) + 1;
  return value.slice(0, line > end / 2 ? line : end);
}

/** Where to cut a text of more than `maxChars`; never inside of a character. */
export function cutAt(value: string, maxChars: number): number {
  if (maxChars >= value.length) return value.length;
  const isHighSurrogate = (value.charCodeAt(maxChars - 1) & 0xfc00) === 0xd800;
  return isHighSurrogate ? maxChars - 1 : maxChars;
}

function fitResource({ maxResourceChars: limit }: Limits, result: JsonObject): JsonObject {
  if (sizeOf(result['contents']) <= limit) return result;
  throw new RpcError(
    ErrorCode.InternalError,
    `The resource is longer than the limit of ${amount(limit)} characters`,
  );
}
