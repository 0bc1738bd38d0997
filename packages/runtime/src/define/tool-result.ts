// What tools return and throw beyond plain values: results, errors, and cursors for the next page of a call.
import { canonicalJson, isObject, type JsonObject } from '../jsonrpc/json.ts';
import type { ContentBlock, Meta } from '../protocol/types.ts';
import { readScoped, writeScoped } from '../text/cursor.ts';

/**
 * A whole tool result as a plain object (server/tools, "Tool Result"): `content`, `structuredContent` or both, and
 * `isError` or `_meta` where needed. Content that is a string is one text block.
 * A returned object counts as a whole result if it has no other members, and `content` or `structuredContent`. If
 * `properties` of the `outputSchema` contain one of the four names, a returned value is always structured content,
 * and a whole result needs `new ToolResult(…)`.
 */
export type CallToolResult<T = unknown> = {
  readonly isError?: boolean;
  readonly _meta?: Meta;
} & (
  | { readonly content: string | readonly ContentBlock[]; readonly structuredContent?: T }
  | { readonly content?: string | readonly ContentBlock[]; readonly structuredContent: T }
);

/** The members of a `CallToolResult`. */
export const RESULT_MEMBERS: readonly string[] = ['content', 'structuredContent', 'isError', '_meta'];

/** Whether a value is a `CallToolResult` by its members. What is in them is not checked. */
export function isCallToolResult(value: unknown): value is CallToolResult {
  if (!isObject(value) || (value['content'] === undefined && value['structuredContent'] === undefined))
    return false;
  for (const name in value) if (!RESULT_MEMBERS.includes(name)) return false;
  return true;
}

/** A whole tool result, where a plain `CallToolResult` would be taken for structured content. */
export class ToolResult {
  readonly content: string | readonly ContentBlock[] | undefined;
  readonly structuredContent: unknown;
  readonly isError: boolean;
  readonly _meta: Meta | undefined;

  /**
   * `content`: a string is one text block; without it the structured value is also sent as text. `structuredContent`
   * must fit the tool's output schema. `isError`: a failure that the model should read; structured content is then
   * omitted.
   */
  constructor(result: {
    content?: string | readonly ContentBlock[];
    structuredContent?: unknown;
    isError?: boolean;
    _meta?: Meta;
  }) {
    this.content = result.content;
    this.structuredContent = result.structuredContent;
    this.isError = result.isError ?? false;
    this._meta = result._meta;
  }
}

/** The member of a failed result's `_meta` that is for programs: `{ code, retryable, hint }`. */
export const ERROR_META = 'error';

/** What a `ToolError` says in addition to its message. */
export interface ToolErrorOptions {
  /** What kind of failure it is, for programs. With it, `_meta` of the result has `{ code, retryable, hint }`. */
  readonly code?: string | undefined;
  /** What the model can do about it: a sentence that is put behind the message. */
  readonly hint?: string | undefined;
  /** Whether the same call may succeed later. Default false. */
  readonly retryable?: boolean | undefined;
  /** Further members of the result's `_meta`. */
  readonly _meta?: Meta | undefined;
  readonly cause?: unknown;
}

/** A failure that the model should read and may mend. Its text is the result, marked as an error (server/tools). */
export class ToolError extends Error {
  override readonly name: string = 'ToolError';
  /** The result's `_meta`: what programs want to know of the failure. */
  readonly _meta: Meta | undefined;

  constructor(message?: string, options: ToolErrorOptions = {}) {
    const { code, hint, retryable = false } = options;
    super(hint === undefined ? message : `${message ?? ''} ${hint}`.trimStart(), options);
    const details = { code, retryable, ...(hint === undefined ? {} : { hint }) };
    this._meta = code === undefined ? options._meta : { [ERROR_META]: details, ...options._meta };
  }
}

/**
 * Returns an opaque cursor for the next page of a call. `call` is everything that determines the pages: the arguments
 * without the cursor. A cursor is not secret, and a client can forge one: check the position like any input.
 */
export function writePageCursor(call: JsonObject, position: string): string {
  return writeScoped(canonicalJson(call), position);
}

/**
 * Returns the position of a cursor that `writePageCursor` made for the same call, with arguments in any order.
 *
 * @throws {ToolError} when it was made for another call.
 */
export function readPageCursor(call: JsonObject, cursor: string): string {
  const position = readScoped(canonicalJson(call), cursor);
  if (position !== undefined) return position;
  throw new ToolError('The cursor is not one of this call.', {
    code: 'foreign_cursor',
    hint: 'Repeat the arguments of the call that returned it, or leave the cursor out to begin again.',
  });
}
