// Cursors: where the next part of a text begins, and of which text.
import { FetchError } from '../failure.ts';
import type { Format } from '../page/text.ts';

/** A place in a text. */
export interface Cursor {
  readonly format: Format;
  readonly selector?: string | undefined;
  readonly hash: string;
  /** In code points. */
  readonly index: number;
}

const FORM = /^(markdown|text|html|json|raw)\.([0-9a-f]{16})\.(\d{1,15})(?:\.([\w-]{1,4000}))?$/;

export const writeCursor = ({ format, hash, index, selector }: Cursor): string => {
  const place = `${format}.${hash}.${index}`;
  return selector === undefined ? place : `${place}.${Buffer.from(selector).toString('base64url')}`;
};

/** @throws {FetchError} `changed` for what is no cursor of this server. */
export const readCursor = (cursor: string): Cursor => {
  const [, format, hash = '', index, selector] = FORM.exec(cursor) ?? [];
  if (format === undefined)
    throw new FetchError('changed', `"${cursor}" is no cursor.`, {
      hint: 'Give the nextCursor of an earlier answer, or begin without.',
    });
  return {
    format: format as Format,
    hash,
    index: Number(index),
    ...(selector === undefined ? {} : { selector: Buffer.from(selector, 'base64url').toString() }),
  };
};
