// What tools return and throw beyond plain values.
import type { JsonText } from '../jsonrpc/json.ts';
import type { ContentBlock, Meta } from '../protocol/types.ts';
import { text } from './content.ts';

/** A whole tool result, for tools that need more than a value: several blocks beside structured content, or `_meta`. */
export class ToolResult {
  readonly content: readonly ContentBlock[] | JsonText | undefined;
  readonly structuredContent: unknown;
  readonly isError: boolean;
  readonly _meta: Meta | undefined;

  /**
   * `content`: a string is one text block; without it the structured value is also sent as text. `structuredContent` must fit
   * the tool's output schema. `isError`: a failure that the model should read; structured content is then left out.
   *
   * `content`, and members of `structuredContent`, may be `JsonText`: long values that are JSON already are then sent without
   * being parsed. Content like that must be a list of text blocks. Members like that are checked against the output
   * schema as an empty list or object, so what is in them is the responsibility of the tool.
   */
  constructor(result: {
    content?: string | readonly ContentBlock[] | JsonText;
    structuredContent?: unknown;
    isError?: boolean;
    _meta?: Meta;
  }) {
    this.content = typeof result.content === 'string' ? [text(result.content)] : result.content;
    this.structuredContent = result.structuredContent;
    this.isError = result.isError ?? false;
    this._meta = result._meta;
  }
}

/** A failure that the model should read and may mend. Its text is the result, marked as an error (server/tools). */
export class ToolError extends Error {
  override readonly name: string = 'ToolError';
  /** The result's `_meta`: what programs want to know of the failure. */
  readonly _meta: Meta | undefined;

  constructor(message?: string, options: ErrorOptions & { readonly _meta?: Meta } = {}) {
    super(message, options);
    this._meta = options._meta;
  }
}
