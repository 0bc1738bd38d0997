// Edits that cannot be made, with what the caller needs to make better ones.
import { ToolError } from '@mcp/runtime';

/** Why an edit cannot be made. */
export type EditFailure =
  | 'ambiguous'
  | 'empty'
  | 'encoding'
  | 'no_change'
  | 'not_found'
  | 'not_text'
  | 'too_many';

/** Which edit it is about, and where. */
export interface EditPlace {
  /** Counted from 0; undefined when it is about the whole file. */
  readonly index?: number | undefined;
  /** Where the text was found, or where the closest text is: line numbers, counted from 1. */
  readonly lines?: readonly number[] | undefined;
}

/** The error as data that can be sent to another thread. */
export interface EditErrorData extends EditPlace {
  readonly reason: EditFailure;
  readonly message: string;
}

/** An edit that cannot be made. Nothing was changed. For programs its code is the reason after `edit_`. */
export class EditError extends ToolError implements EditErrorData {
  readonly reason: EditFailure;
  readonly index: number | undefined;
  readonly lines: readonly number[];

  constructor(reason: EditFailure, message: string, { index, lines = [] }: EditPlace = {}) {
    super(message, { code: `edit_${reason}`, retryable: false });
    this.reason = reason;
    this.index = index;
    this.lines = lines;
  }
}
