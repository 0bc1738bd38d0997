// Cursors: where the next part of a text begins, and of which text.
import { FetchError } from '../failure.ts';
import type { Format } from './document.ts';

/** A place in a text. */
export interface Cursor {
  readonly format: Format;
  readonly hash: string;
  readonly index: number;
}

const FORM = /^(markdown|text|raw)\.([0-9a-f]{16})\.(\d{1,15})$/;

export const writeCursor = ({ format, hash, index }: Cursor): string => `${format}.${hash}.${index}`;

/** @throws {FetchError} `changed` for what is no cursor of this server. */
export const readCursor = (cursor: string): Cursor => {
  const [, format, hash = '', index] = FORM.exec(cursor) ?? [];
  if (format !== 'markdown' && format !== 'text' && format !== 'raw')
    throw new FetchError('changed', `"${cursor}" is no cursor.`, {
      hint: 'Give the cursor of an earlier answer.',
    });
  return { format, hash, index: Number(index) };
};
