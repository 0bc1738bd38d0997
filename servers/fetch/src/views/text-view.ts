// The view of a text that is no page, or of the source of one: decoded, without what nobody sees.
import { FetchError } from '../failure.ts';
import { shortHash } from '../documents/hash.ts';
import { decodeText } from '../text/charset.ts';
import { stripInvisible } from '@mcp/runtime';
import { outlineOf } from './outline.ts';
import { indexText } from './parts.ts';
import { weighView, type View, type ViewJob } from './view.ts';

const MARKDOWN = /^text\/(?:x-)?markdown\b/i;

/** @throws {FetchError} `unsupported_type` when it should be JSON and is not. */
export const readTextView = ({ body, contentType, isHtml, format, url }: ViewJob): View => {
  const { text: source, charset } = decodeText(body, contentType, isHtml);
  const text = stripInvisible(source);
  if (format === 'json') requireJson(text, url);
  return weighView({
    text,
    index: indexText(text),
    charset,
    hash: shortHash(text),
    extraction: { method: 'raw' },
    outline: MARKDOWN.test(contentType) ? outlineOf(text) : [],
  });
};

const requireJson = (text: string, url: string): void => {
  try {
    JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new FetchError('unsupported_type', `${url} is not JSON: ${reason.slice(0, 200)}.`, {
      hint: 'Call again without format.',
    });
  }
};
