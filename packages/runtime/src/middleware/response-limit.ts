// Response limit: results that are too long are cut, and the whole is kept for a while as a resource.
import {
  ErrorCode,
  forMethods,
  JsonText,
  resourceLink,
  RpcError,
  text,
  type ContentBlock,
  type JsonObject,
  type Middleware,
  type MiddlewareRequest,
} from '../index.ts';
import { amount, callerKey, duration, isObject, toolName, type KeyOf } from './answer.ts';
import { byteLength, cutAt, MAX_BYTES_PER_UNIT, sizeOf } from './size.ts';
import { sizeOfPart, Spill, type Spilled, type SpillPart } from './spill.ts';

/** What may be sent, and what is kept. Sizes in bytes: of texts in UTF-8, of images and the like in base64. */
export type ResponseLimitOptions = ResponseLimits &
  (
    | {
        /** Of the texts of a tool result. */
        readonly maxBytes: number;
        readonly maxChars?: undefined;
      }
    | {
        readonly maxBytes?: undefined;
        /** Of the texts of a tool result, in characters (UTF-16 units): what counts in a conversation. */
        readonly maxChars: number;
      }
  );

interface ResponseLimits {
  /** Of its images, sounds and the like. Default 32 MiB. */
  readonly maxMediaBytes?: number;
  /** Of its structured content, about. Default: eight times that of the texts, because it repeats names for each entry. */
  readonly maxStructuredBytes?: number;
  /** Of the contents of a resource. Default 16 MiB. */
  readonly maxResourceBytes?: number;
  /** How long the whole is kept, in milliseconds. Default ten minutes. */
  readonly keepMs?: number;
  /** Of all that is kept; the oldest goes first. Default 64 MiB; 0 keeps nothing. */
  readonly keepBytes?: number;
  /** Who may read what was kept: whoever has the same key. Default: the caller or connection, see `callerKey`. */
  readonly key?: KeyOf;
}

const STRUCTURED_FACTOR = 8;
const MAX_MEDIA_BYTES = 32 * 1024 * 1024;
const MAX_RESOURCE_BYTES = 16 * 1024 * 1024;
const KEEP_MS = 600_000;
const KEEP_BYTES = 64 * 1024 * 1024;

// A page has at least one character, whatever its length in UTF-8.
const LEAST_BYTES = 4;

/**
 * Cuts the content of `tools/call` results behind a line, or between two characters of a long one, leaves out blocks that cannot be cut, and adds a
 * `resource_link` to the whole. Its URI cannot be guessed and is never listed; `resources/read` of it returns the whole,
 * with `?page=1` and so on a part. Structured content cannot be cut, it would no longer fit its schema: such a result
 * becomes one with `isError`. Resources that are too long are refused with −32603 and a URI to read them by pages.
 *
 * The server must have the resources capability; `withOperations` sees to that.
 */
export function responseLimit(options: ResponseLimitOptions): Middleware {
  const { maxChars } = options;
  const most = options.maxBytes ?? options.maxChars;
  const limits: Limits = {
    maxText: Math.max(most, LEAST_BYTES),
    text: maxChars === undefined ? BYTES : CHARACTERS,
    maxMediaBytes: options.maxMediaBytes ?? MAX_MEDIA_BYTES,
    maxStructuredBytes: options.maxStructuredBytes ?? most * STRUCTURED_FACTOR,
    maxResourceBytes: Math.max(options.maxResourceBytes ?? MAX_RESOURCE_BYTES, LEAST_BYTES),
    keepMs: options.keepMs ?? KEEP_MS,
    spill: new Spill(options.keepMs ?? KEEP_MS, options.keepBytes ?? KEEP_BYTES),
    keyOf: options.key ?? callerKey,
  };
  return forMethods(['tools/call', 'resources/read'], async (request, next) => {
    const kept = request.method === 'resources/read' ? readKept(limits, request) : undefined;
    if (kept !== undefined) return kept;
    const fit = request.method === 'tools/call' ? fitTool : fitResource;
    return fit(limits, request, await next());
  });
}

/** How the length of texts is counted. */
interface TextMeasure {
  readonly unit: string;
  /** The most that one UTF-16 unit counts. */
  readonly perUnit: number;
  lengthOf(value: string): number;
  /** Where to cut a text of which so much may be sent. */
  endOf(value: string, left: number): number;
}

const BYTES: TextMeasure = {
  unit: 'bytes',
  perUnit: MAX_BYTES_PER_UNIT,
  lengthOf: byteLength,
  endOf: (value, left) => behindLine(value, cutAt(value, 0, left)),
};

const CHARACTERS: TextMeasure = {
  unit: 'characters',
  perUnit: 1,
  lengthOf: (value) => value.length,
  // Not between the two halves of a character.
  endOf: (value, left) => behindLine(value, isHighSurrogate(value.charCodeAt(left - 1)) ? left - 1 : left),
};

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

// A cut line reads like a whole one. But a line that is nearly everything is better than nothing.
function behindLine(value: string, end: number): number {
  const line = value.lastIndexOf('\n', end - 1) + 1;
  return line > end / 2 ? line : end;
}

interface Limits {
  readonly maxText: number;
  readonly text: TextMeasure;
  readonly maxMediaBytes: number;
  readonly maxStructuredBytes: number;
  readonly maxResourceBytes: number;
  readonly keepMs: number;
  readonly spill: Spill;
  readonly keyOf: KeyOf;
}

function readKept({ spill, keyOf }: Limits, request: MiddlewareRequest): JsonObject | undefined {
  const { uri } = request.params;
  const found = typeof uri === 'string' ? spill.read(keyOf(request), uri) : undefined;
  if (found === undefined) return undefined;
  return { contents: found.contents, ttlMs: found.leftMs, cacheScope: 'private' };
}

function fitTool(limits: Limits, request: MiddlewareRequest, result: JsonObject): JsonObject {
  const { maxText, maxStructuredBytes } = limits;
  const { content: given, structuredContent: structured } = result;
  const isStructureLong =
    structured !== undefined && sizeOf(structured, maxStructuredBytes) > maxStructuredBytes;
  if (!isStructureLong && given instanceof JsonText && limits.text.lengthOf(given.text) <= maxText)
    return result;
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
  const kept = limits.spill.keep(limits.keyOf(request), parts, maxText);
  const { structuredContent: _, ...rest } = result;
  return {
    ...(isStructureLong ? { ...rest, isError: true } : result),
    content: [
      ...(cut ?? content),
      text(`[${toolNotice(limits, isStructureLong, kept)}]`),
      ...(kept === undefined ? [] : [linkTo(kept, toolName(request), parts)]),
    ],
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
  { maxText, maxMediaBytes, text: measure }: Limits,
): ContentBlock[] | undefined {
  if (isSmall(content, maxText, measure)) return undefined;
  const left = { text: maxText, blob: maxMediaBytes };
  const sent: ContentBlock[] = [];
  let isCut = false;
  for (const block of content) {
    const [part] = toPart(block);
    const kind = part !== undefined && 'text' in part ? 'text' : 'blob';
    const size = sizeIn(measure, part);
    if (size <= left[kind]) {
      sent.push(block);
      left[kind] -= size;
      continue;
    }
    isCut = true;
    const end = block.type === 'text' ? measure.endOf(block.text, left.text) : 0;
    if (block.type === 'text' && end > 0) sent.push({ ...block, text: block.text.slice(0, end) });
    // What follows would stand there without what it follows on.
    left[kind] = 0;
  }
  return isCut ? sent : undefined;
}

// Most results are far below the limit: for them a look at the lengths is enough.
function isSmall(content: readonly ContentBlock[], maxText: number, { perUnit }: TextMeasure): boolean {
  let atMost = 0;
  for (const block of content) atMost += block.type === 'text' ? block.text.length * perUnit : Infinity;
  return atMost <= maxText;
}

function sizeIn(measure: TextMeasure, part: SpillPart | undefined): number {
  if (part === undefined) return 0;
  return 'text' in part ? measure.lengthOf(part.text) : sizeOfPart(part);
}

function toolNotice(limits: Limits, isStructureLong: boolean, kept: Spilled | undefined): string {
  const { maxText, text: measure, maxMediaBytes, maxStructuredBytes, keepMs } = limits;
  const cut = isStructureLong
    ? `The structured content of this result is left out: it is longer than ${amount(maxStructuredBytes)} bytes. `
    : `This result is cut: at most ${amount(maxText)} ${measure.unit} of text and ${amount(maxMediaBytes)}${measure.unit === 'bytes' ? '' : ' bytes'} of media are sent. `;
  const advice = `${cut}Ask for less, if you can`;
  if (kept === undefined) return `${advice}.`;
  return `${advice}, or read the rest within ${duration(keepMs)} with resources/read: ${places(kept)}.`;
}

function places({ uri, size, pages }: Spilled): string {
  const whole = `${uri} has all ${amount(size)} bytes`;
  return pages === 1 ? whole : `${whole}, ${uri}?page=1 to ?page=${pages} have it in parts`;
}

function linkTo(
  { uri, size }: Spilled,
  tool: string,
  [first, ...others]: readonly SpillPart[],
): ContentBlock {
  const type = first !== undefined && others.length === 0 ? { mimeType: first.mimeType } : {};
  return resourceLink({ uri, name: 'whole-result', title: `Whole result of ${tool}`, size, ...type });
}

function fitResource(limits: Limits, request: MiddlewareRequest, result: JsonObject): JsonObject {
  const { maxResourceBytes: limit, keepMs } = limits;
  if (sizeOf(result['contents'], limit) <= limit) return result;
  const contents: readonly unknown[] = Array.isArray(result['contents']) ? result['contents'] : [];
  const parts = contents.flatMap(toResourcePart);
  const kept = limits.spill.keep(limits.keyOf(request), parts, limit);
  const problem = `The resource is longer than the limit of ${amount(limit)} bytes`;
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
