// Reads a page: its metadata, its links, and its text.
import { stripInvisible } from '@mcp/runtime';
import type { Element } from 'domhandler';
import { MAX_URL_LENGTH } from '../guard/policy.ts';
import { findContent } from './article.ts';
import { decodeText } from './charset.ts';
import { MAX_CHARACTERS, requireAtMost } from './limits.ts';
import { LinkBase } from './link-base.ts';
import { toMarkdown } from './markdown.ts';
import { readLinks, readMetadata } from './metadata.ts';
import { complete } from './plain-text.ts';
import { select } from './select.ts';
import { toSource } from './source.ts';
import type { DocumentText, Extraction, PageJob, PageText, TextJob } from './text.ts';
import { parsePage, type PageTree } from './tree.ts';

/** The text of a page as the server keeps it. Throws as `readPage`. */
export const readPageText = ({ body, contentType, url, selector, format: given }: TextJob): DocumentText => {
  const { text: html, charset } = decodeText(body, contentType, true);
  const format = given === 'text' || given === 'html' ? given : 'markdown';
  const page = readPage({ html, url, format, selector });
  return complete({ ...page, charset, isMarkdown: format === 'markdown' });
};

/**
 * Reads a page.
 *
 * @throws {FetchError} `invalid_selector` or `no_match`, and `too_large` for what would become too much.
 */
export const readPage = ({ html, url, format, selector }: PageJob): PageText => {
  const tree = parsePage(html);
  const base = new LinkBase(baseOf(tree, url));
  const about = {
    metadata: clean(readMetadata(tree, base)),
    links: clean(readLinks(tree.body, base)),
  };
  const { parts, extraction } = choose(tree, selector);
  const style = { base, isPlain: format === 'text' };
  const written =
    format === 'html'
      ? parts.map((part) => toSource(part, base)).join('\n')
      : parts.map((part) => toMarkdown(part, style)).join('\n\n');
  requireAtMost(MAX_CHARACTERS, written.length, 'characters of text');
  return { ...about, text: visible(written), extraction };
};

interface Choice {
  readonly parts: readonly Element[];
  readonly extraction: Extraction;
}

const choose = ({ root, body }: PageTree, selector: string | undefined): Choice => {
  if (selector !== undefined) return { parts: select(root, selector), extraction: { method: 'selector' } };
  const content = findContent(body);
  return { parts: [content.root], extraction: content.extraction };
};

/** No relative link leads anywhere from here. */
const NOWHERE = 'about:invalid';

const baseOf = ({ about }: PageTree, url: string): string => {
  const href = about.find(({ name }) => name === 'base')?.attribs['href'] ?? '';
  // What begins with it is longer still. Elsewhere the links would lead to what the page does not mean.
  if (href.length > MAX_URL_LENGTH) return NOWHERE;
  return new LinkBase(url).resolve(href) ?? url;
};

// A line may end with what was invisible. Two spaces at its end are a line break.
const visible = (text: string): string =>
  stripInvisible(text)
    .replaceAll(/(?<! ) \n/g, '\n')
    .trim();

const clean = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value), (_key, each: unknown) =>
    typeof each === 'string' ? stripInvisible(each) : each,
  ) as T;
