// The view of an HTML page.
import { shortHash } from '../documents/hash.ts';
import { readPage } from '../html/read-page.ts';
import { decodeText } from '../text/charset.ts';
import { outlineOf } from './outline.ts';
import { indexText } from './parts.ts';
import { weighView, type View, type ViewJob } from './view.ts';

/** @throws {FetchError} `invalid_selector` or `no_match`. */
export const readPageView = ({ body, contentType, url, format, selector, simplify }: ViewJob): View => {
  const { text: html, charset } = decodeText(body, contentType, true);
  const style = format === 'text' || format === 'html' ? format : 'markdown';
  const page = readPage({ html, url, format: style, selector, simplify });
  return weighView({
    ...page,
    index: indexText(page.text),
    charset,
    hash: shortHash(page.text),
    outline: style === 'markdown' ? outlineOf(page.text) : [],
  });
};
