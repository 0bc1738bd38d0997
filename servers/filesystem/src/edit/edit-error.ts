// Edits that cannot be made, with what the caller needs to make better ones.
import { ToolError } from '@mcp/runtime';
import { errorMeta } from '../failure.ts';

/** Why an edit cannot be made. */
export type EditFailure = 'empty' | 'not_found' | 'ambiguous' | 'too_many' | 'encoding' | 'not_text';

/** An edit that cannot be made. Nothing was changed. For programs its code is the reason after `edit_`. */
export class EditError extends ToolError {
  readonly reason: EditFailure;
  /** Which of the edits, counted from 0; undefined when it is about the whole file. */
  readonly index: number | undefined;
  /** Where the text was found, or where the closest text is: line numbers, counted from 1. */
  readonly lines: readonly number[];

  constructor(
    reason: EditFailure,
    message: string,
    details: { readonly index?: number; readonly lines?: readonly number[] } = {},
  ) {
    super(message, { _meta: errorMeta(`edit_${reason}`) });
    this.reason = reason;
    this.index = details.index;
    this.lines = details.lines ?? [];
  }
}
