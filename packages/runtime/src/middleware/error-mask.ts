// Error mask: hides secrets in the texts of errors that are meant for the client.
import { forMethods, McpErrorCode, RpcError, ToolError, type JsonObject, type Middleware } from '../index.ts';
import { isObject } from '../extensions.ts';

/** What is hidden. */
export interface ErrorMaskOptions {
  /** Further texts to hide, in addition to `SECRETS`. Each match becomes `[hidden]`. They must match in linear time. */
  readonly patterns?: readonly RegExp[];
}

/** Credentials in URLs and headers, values after names like `password=`, private keys. They match in linear time. */
export const SECRETS: readonly RegExp[] = [
  /(?<=:\/\/)[^\s/@]+(?=@)/g,
  /(?<=\bauthorization["']?[:=] ?["']?(?:bearer|basic) )[\w.~+/=-]+/gi,
  /(?<=\bbearer )[\w.~+/=-]{20,}/gi,
  /(?<=\b(?:password|passwd|secret|token|api[_-]?key|access[_-]?key)(?:=|["']: ?)["']?)[^\s"'&,;]+/gi,
  /-----BEGIN [A-Z ]{0,32}PRIVATE KEY-----[\w\s+/=]*/g,
];

// Methods that run author code.
const METHODS = [
  ...['tools/call', 'resources/read', 'resources/list', 'prompts/get', 'completion/complete'],
  ...['resources/subscribe', 'subscriptions/listen'],
];
const HIDDEN = '[hidden]';

/**
 * Hides secrets in texts that authors send on purpose: all texts of tool results with `isError`, and the message,
 * `_meta` and `data` of `ToolError` and `RpcError`. A text is masked completely, or an internal error replaces it. The
 * runtime itself replaces unexpected errors by an id and reports them, with or without this middleware. Successful
 * results are not changed, and neither are the URLs that an error of 2025-11-25 asks the user to open.
 */
export function errorMask({ patterns = [] }: ErrorMaskOptions = {}): Middleware {
  const mask = maskWith([...SECRETS, ...patterns.map(toGlobal)]);
  return forMethods(METHODS, async (_request, next) => {
    try {
      const result = await next();
      return result['isError'] === true ? mask.object(result) : result;
    } catch (error) {
      // The class of an error decides its outcome, so the object is changed in place.
      if (error instanceof ToolError)
        Object.assign(error, { message: mask.text(error.message), _meta: mask.value(error._meta) });
      else if (error instanceof RpcError) {
        const { message, data } = error;
        const isVisit = error.code === McpErrorCode.UrlElicitationRequired;
        Object.assign(error, { message: mask.text(message), data: isVisit ? data : mask.value(data) });
      }
      throw error;
    }
  });
}

function toGlobal({ source, flags }: RegExp): RegExp {
  return new RegExp(source, flags.includes('g') ? flags : `${flags}g`);
}

/** Masks texts, and all texts of JSON values. */
interface Mask {
  text(text: string): string;
  object(object: JsonObject): JsonObject;
  value(value: unknown, name?: string): unknown;
}

function maskWith(patterns: readonly RegExp[]): Mask {
  const mask: Mask = {
    text: (text) => patterns.reduce((masking, pattern) => masking.replace(pattern, HIDDEN), text),
    object: (object) =>
      Object.fromEntries(
        Object.entries(object).map(([name, value]) => [mask.text(name), mask.value(value, name)]),
      ),
    value(value, name = '') {
      if (Array.isArray(value)) return value.map((item) => mask.value(item, name));
      if (typeof value !== 'string') return isObject(value) ? mask.object(value) : value;
      const masked = mask.text(value);
      // Names of members reveal secrets, too: `{ "password": "…" }`.
      const whole = `${name}=${masked}`;
      return mask.text(whole) === whole ? masked : HIDDEN;
    },
  };
  return mask;
}
