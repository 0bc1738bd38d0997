// The text of a document that is no page, or of the source of one: decoded, without what cannot be seen.
import { stripInvisible } from '@mcp/runtime';
import { shortHash } from '../documents/document.ts';
import { FetchError, shown } from '../failure.ts';
import { decodeText } from './charset.ts';
import { outlineOf } from './outline.ts';
import { lengthOf } from './parts.ts';
import type { DocumentText, TextJob } from './text.ts';

const MARKDOWN = /^text\/(?:x-)?markdown\b/i;

/** @throws {FetchError} `unsupported_type` when it should be JSON and is not. */
export const readPlainText = ({ body, contentType, kind, format, url }: TextJob): DocumentText => {
  const { text: source, charset } = decodeText(body, contentType, kind === 'html');
  const text = stripInvisible(source);
  if (format === 'json') requireJson(text, url);
  return complete({ text, charset, extraction: { method: 'raw' }, isMarkdown: MARKDOWN.test(contentType) });
};

type Incomplete = Omit<DocumentText, 'bytes' | 'hash' | 'length' | 'outline'> & {
  readonly isMarkdown: boolean;
};

/** Adds what follows from the text. */
export const complete = ({ isMarkdown, ...rest }: Incomplete): DocumentText => {
  const { text } = rest;
  const outline = isMarkdown ? outlineOf(text) : [];
  // At most two bytes for each character.
  const bytes = 2 * (text.length + JSON.stringify({ ...rest, outline, text: '' }).length);
  return { ...rest, length: lengthOf(text), hash: shortHash(text), outline, bytes };
};

const requireJson = (text: string, url: string): void => {
  try {
    JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new FetchError('unsupported_type', `${url} is not JSON: ${shown(reason)}.`, {
      hint: 'Call again without format.',
    });
  }
};
