// Error mask: hides secrets in the texts of errors that are meant for the client.
import { forMethods, RpcError, ToolError, type JsonObject, type Middleware } from '../index.ts';
import { isObject } from './answer.ts';

/** What is hidden. */
export interface ErrorMaskOptions {
  /** Further texts to hide, beside `SECRETS`: each match becomes `[hidden]`. They must match in linear time. */
  readonly patterns?: readonly RegExp[];
}

/** Credentials in URLs and headers, values after names like `password=`, private keys. */
export const SECRETS: readonly RegExp[] = [
  /(?<=:\/\/)[^\s/@]{1,256}(?=@)/g,
  /(?<=\bauthorization["']?[:=] ?["']?(?:bearer|basic) )[\w.~+/=-]{1,1024}/gi,
  /(?<=\bbearer )[\w.~+/=-]{20,1024}/gi,
  /(?<=\b(?:password|passwd|secret|token|api[_-]?key|access[_-]?key)(?:=|["']: ?)["']?)[^\s"'&,;]{1,1024}/gi,
  /-----BEGIN [A-Z ]{0,32}PRIVATE KEY-----[\w\s+/=]{0,16384}/g,
];

// Those that run code of the author.
const METHODS = ['tools/call', 'resources/read', 'prompts/get', 'completion/complete', 'resources/subscribe'];
const HIDDEN = '[hidden]';
const MASKED_CHARACTERS = 100_000;

/**
 * Hides secrets in the texts that authors let out on purpose: tool results with `isError`, and the messages of
 * `RpcError` and `ToolError`. What they throw by mistake never gets this far: the runtime itself replaces it by an id and
 * reports it, with or without this middleware. Data of errors and results that succeed are left as they are.
 */
export function errorMask({ patterns = [] }: ErrorMaskOptions = {}): Middleware {
  const all = [...SECRETS, ...patterns.map(toGlobal)];
  return forMethods(METHODS, async (_request, next) => {
    try {
      return maskResult(all, await next());
    } catch (error) {
      throw maskError(all, error);
    }
  });
}

function toGlobal({ source, flags }: RegExp): RegExp {
  return new RegExp(source, flags.includes('g') ? flags : `${flags}g`);
}

function mask(patterns: readonly RegExp[], text: string): string {
  const start = text.slice(0, MASKED_CHARACTERS);
  const masked = patterns.reduce((masking, pattern) => masking.replace(pattern, HIDDEN), start);
  return masked === start ? text : masked;
}

function maskResult(patterns: readonly RegExp[], result: JsonObject): JsonObject {
  const { isError, content } = result;
  if (isError !== true || !Array.isArray(content)) return result;
  const masked = content.map((block: unknown) =>
    isObject(block) && typeof block['text'] === 'string'
      ? { ...block, text: mask(patterns, block['text']) }
      : block,
  );
  return { ...result, content: masked };
}

// The class decides what becomes of an error, so it is kept where it matters.
function maskError(patterns: readonly RegExp[], error: unknown): unknown {
  if (!(error instanceof RpcError || error instanceof ToolError)) return error;
  const message = mask(patterns, error.message);
  if (message !== error.message) error.message = message;
  return error;
}
