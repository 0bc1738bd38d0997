// Response limit: results that are too long are cut, and the whole is kept for a while as a resource.
import {
  ErrorCode,
  forMethods,
  JsonText,
  resourceLink,
  RpcError,
  text,
  ToolError,
  type ContentBlock,
  type JsonObject,
  type Middleware,
  type MiddlewareRequest,
} from '../index.ts';
import { amount, callerKey, duration, isObject, sizeOf, toolName, type KeyOf } from './answer.ts';
import { charsOf, cutAt, Spill, type Spilled, type SpillPart } from './spill.ts';

/** What may be sent, and what is kept. Lengths are in characters (UTF-16 units), those of images and the like in base64. */
export interface ResponseLimitOptions {
  /** Of the texts of a tool result. */
  readonly maxChars: number;
  /** Of its images, sounds and the like. Default 32 Mi. */
  readonly maxMediaChars?: number;
  /** Of its structured content, about. Default: eight times that of the texts, because it repeats names for each entry. */
  readonly maxStructuredChars?: number;
  /** Of the contents of a resource. Default 16 Mi. */
  readonly maxResourceChars?: number;
  /** How long the whole is kept, in milliseconds. Default ten minutes. */
  readonly keepMs?: number;
  /** Of all that is kept; the oldest goes first. Default 64 Mi; 0 keeps nothing. */
  readonly keepChars?: number;
  /** Who may read a kept text: callers with the same key. Default: the caller or connection, see `callerKey`. */
  readonly key?: KeyOf;
}

const STRUCTURED_FACTOR = 8;
const MAX_MEDIA_CHARS = 32 * 1024 * 1024;
const MAX_RESOURCE_CHARS = 16 * 1024 * 1024;
const KEEP_MS = 600_000;
const KEEP_CHARS = 64 * 1024 * 1024;

interface Limits extends Required<ResponseLimitOptions> {
  readonly spill: Spill;
}

/**
 * Cuts the content of `tools/call` results behind a line, or between two characters of a long one, leaves out blocks that
 * cannot be cut, and adds a `resource_link` to the whole. Its URI cannot be guessed and is never listed; `resources/read` of
 * it returns the whole, with `?page=1` and so on a part. Structured content cannot be cut, it would no longer fit its
 * schema: such a result becomes one with `isError`. Resources that are too long are refused with −32603 and a URI to read
 * them by pages.
 *
 * The server must have the resources capability; `withOperations` sees to that.
 */
export function responseLimit(options: ResponseLimitOptions): Middleware {
  const { keepMs = KEEP_MS, keepChars = KEEP_CHARS } = options;
  const limits: Limits = {
    maxMediaChars: MAX_MEDIA_CHARS,
    maxStructuredChars: options.maxChars * STRUCTURED_FACTOR,
    maxResourceChars: MAX_RESOURCE_CHARS,
    key: callerKey,
    ...options,
    keepMs,
    keepChars,
    spill: new Spill(keepMs, keepChars),
  };
  return forMethods(['tools/call', 'resources/read'], async (request, next) => {
    if (request.method === 'tools/call')
      return fitTool(limits, request, await next().catch(fitError(limits)));
    return readKept(limits, request) ?? fitResource(limits, request, await next());
  });
}

function readKept({ spill, key }: Limits, request: MiddlewareRequest): JsonObject | undefined {
  const { uri } = request.params;
  const found = typeof uri === 'string' ? spill.read(key(request), uri) : undefined;
  if (found === undefined) return undefined;
  return { contents: found.contents, ttlMs: found.leftMs, cacheScope: 'private' };
}

function fitTool(limits: Limits, request: MiddlewareRequest, result: JsonObject): JsonObject {
  const { content: given, structuredContent: structured, ...rest } = result;
  const isStructureLong = structured !== undefined && sizeOf(structured) > limits.maxStructuredChars;
  if (!isStructureLong && given instanceof JsonText && given.text.length <= limits.maxChars) return result;
  const blocks = given instanceof JsonText ? given.toJSON() : given;
  const content = Array.isArray(blocks) ? (blocks as readonly ContentBlock[]) : [];
  const cut = cutContent(content, limits);
  if (!isStructureLong && cut === undefined) return result;
  const parts = content.flatMap(toPart);
  if (isStructureLong) {
    const json = JSON.stringify(structured);
    if (!parts.some((part) => 'text' in part && part.text === json))
      parts.push({ mimeType: 'application/json', text: json });
  }
  const kept = limits.spill.keep(limits.key(request), parts, limits.maxChars);
  return {
    ...(isStructureLong ? { ...rest, isError: true } : result),
    content: [
      ...(cut ?? content),
      text(`[${toolNotice(limits, isStructureLong, kept)}]`),
      ...(kept === undefined ? [] : [linkTo(kept, toolName(request), parts)]),
    ],
  };
}

function fitError({ maxChars }: Limits): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof ToolError) || error.message.length <= maxChars) throw error;
    const notice = `[This text is cut: at most ${amount(maxChars)} characters are sent.]`;
    error.message = `${wholeLines(error.message, maxChars)}\n${notice}`;
    throw error;
  };
}

function toPart(block: ContentBlock): SpillPart[] {
  switch (block.type) {
    case 'text':
      return [{ mimeType: 'text/plain', text: block.text }];
    case 'image':
    case 'audio':
      return [{ mimeType: block.mimeType, blob: block.data }];
    case 'resource':
      return toResourcePart(block.resource);
    case 'resource_link':
      return [];
  }
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
    const [part] = toPart(block);
    const kind = part !== undefined && 'text' in part ? 'text' : 'blob';
    const chars = part === undefined ? 0 : charsOf(part);
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

// A cut line reads like a whole one. But a line that is nearly everything is better than nothing.
function wholeLines(value: string, maxChars: number): string {
  const end = cutAt(value, 0, maxChars);
  const line = value.lastIndexOf('\n', end - 1) + 1;
  return value.slice(0, line > end / 2 ? line : end);
}

function toolNotice(limits: Limits, isStructureLong: boolean, kept: Spilled | undefined): string {
  const { maxChars, maxMediaChars, maxStructuredChars, keepMs } = limits;
  const cut = isStructureLong
    ? `The structured content of this result is left out: it is longer than ${amount(maxStructuredChars)} characters. `
    : `This result is cut: at most ${amount(maxChars)} characters of text and ${amount(maxMediaChars)} of media are sent. `;
  const advice = `${cut}Ask for less, if you can`;
  if (kept === undefined) return `${advice}.`;
  return `${advice}, or read the rest within ${duration(keepMs)} with resources/read: ${places(kept)}.`;
}

function places({ uri, chars, pages }: Spilled): string {
  const whole = `${uri} has all ${amount(chars)} characters`;
  return pages === 1 ? whole : `${whole}, ${uri}?page=1 to ?page=${pages} have it in parts`;
}

const UTF_8 = new TextEncoder();

function linkTo({ uri }: Spilled, tool: string, parts: readonly SpillPart[]): ContentBlock {
  const [first, ...others] = parts;
  const type = first !== undefined && others.length === 0 ? { mimeType: first.mimeType } : {};
  const sizes = parts.map((part) => ('text' in part ? UTF_8.encode(part.text).length : part.blob.length));
  const size = sizes.reduce((sum, bytes) => sum + bytes, 0);
  return resourceLink({ uri, name: 'whole-result', title: `Whole result of ${tool}`, size, ...type });
}

function fitResource(limits: Limits, request: MiddlewareRequest, result: JsonObject): JsonObject {
  const { maxResourceChars: limit, keepMs } = limits;
  if (sizeOf(result['contents']) <= limit) return result;
  const contents: readonly unknown[] = Array.isArray(result['contents']) ? result['contents'] : [];
  const kept = limits.spill.keep(limits.key(request), contents.flatMap(toResourcePart), limit);
  const problem = `The resource is longer than the limit of ${amount(limit)} characters`;
  if (kept === undefined) throw new RpcError(ErrorCode.InternalError, problem);
  const message = `${problem}. Read it within ${duration(keepMs)}: ${places(kept)}`;
  throw new RpcError(ErrorCode.InternalError, message, { uri: kept.uri, pages: kept.pages });
}

function toResourcePart(contents: unknown): SpillPart[] {
  if (!isObject(contents)) return [];
  const { text: value, blob, mimeType } = contents;
  const type = typeof mimeType === 'string' ? mimeType : undefined;
  if (typeof value === 'string') return [{ mimeType: type ?? 'text/plain', text: value }];
  return typeof blob === 'string' ? [{ mimeType: type ?? 'application/octet-stream', blob }] : [];
}
