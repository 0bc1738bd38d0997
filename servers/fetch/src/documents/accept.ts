// What a server is asked for, by the format that is wanted of it.
import type { Format } from '../page/text.ts';

const MARKDOWN = 'text/markdown, text/html;q=0.9, application/xhtml+xml;q=0.9, text/plain;q=0.8, */*;q=0.5';
const SOURCE = 'text/html, application/xhtml+xml;q=0.9, text/plain;q=0.8, */*;q=0.5';
const JSON_FIRST = 'application/json, application/*+json;q=0.9, */*;q=0.5';

/** The `Accept` header: Markdown as the server itself would write it before any page, where text is wanted. */
export const acceptFor = (format: Format): string => {
  if (format === 'json') return JSON_FIRST;
  return format === 'html' ? SOURCE : MARKDOWN;
};
