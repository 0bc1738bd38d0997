// Reads a page: its metadata, its links, and its text.
import { stripInvisible } from '@mcp/runtime';
import type { Element } from 'domhandler';
import { findAll, getOuterHTML, removeElement } from 'domutils';
import { MAX_URL_LENGTH } from '../guard/policy.ts';
import { chooseContent } from './content.ts';
import { LinkBase, readLinks } from './links.ts';
import { toMarkdown } from './markdown.ts';
import { readMetadata } from './metadata.ts';
import { decodeText } from './plain-text.ts';
import { complete, MAX_CHARACTERS, requireAtMost, type DocumentText, type TextJob } from './text.ts';
import { parsePage, type PageTree } from './tree.ts';

/**
 * Reads a page.
 *
 * @throws {FetchError} `invalid_selector` or `no_match`, and `too_large` for what would become too much.
 */
export const readPage = ({ body, contentType, url, selector, format }: TextJob): DocumentText => {
  const { text: source, charset } = decodeText(body, contentType, true);
  const isXhtml = contentType.toLowerCase().startsWith('application/xhtml');
  const tree = parsePage(isXhtml ? source.replaceAll(EMPTY_TAG, '<$1$2></$1>') : source);
  const base = new LinkBase(baseOf(tree, url));
  const about = { ...readMetadata(tree, base), links: readLinks(tree.anchors, base) };
  const { parts, extraction } = chooseContent(tree, selector);
  const style = { base, isPlain: format === 'text' };
  const written =
    format === 'html'
      ? parts.map((part) => toSource(part, base)).join('\n')
      : parts.map((part) => toMarkdown(part, style)).join('\n\n');
  requireAtMost(MAX_CHARACTERS, written.length, 'characters of text');
  const text = visible(written);
  const needsScripts = tree.scripts > 0 && text.length < LITTLE_TEXT;
  const { asksPassword } = tree;
  return complete({ ...about, text, charset, extraction, needsScripts, asksPassword }, format === 'markdown');
};

/** A page with less text and scripts is likely written by these. In characters. */
const LITTLE_TEXT = 300;

/** Of an element of XHTML that may have content in HTML: there the rest of the page would be in `<script/>`. */
const EMPTY_TAG =
  /<(?!(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)\b)([A-Za-z][\w:-]*)(\s[^<>]*)?\/>/g;

/** No relative link leads anywhere from here. */
const NOWHERE = 'about:invalid';

const baseOf = ({ about }: PageTree, url: string): string => {
  const href = about.find(({ name }) => name === 'base')?.attribs['href'] ?? '';
  // What begins with it is longer still. Elsewhere the links would lead to what the page does not mean.
  if (href.length > MAX_URL_LENGTH) return NOWHERE;
  return new LinkBase(url).resolve(href) ?? url;
};

/** Attributes that say something about the content; not classes, styles and event handlers. */
const KEPT: ReadonlySet<string> = new Set(
  'abbr alt checked cite colspan datetime dir headers href id lang rowspan scope span src start title type value'.split(
    ' ',
  ),
);
const LINKS: ReadonlySet<string> = new Set(['cite', 'href', 'src']);

/** An element as HTML without scripts and handlers, with absolute links. Changes the element. */
const toSource = (root: Element, base: LinkBase): string => {
  for (const element of findAll(() => true, [root])) {
    if (element.name === 'script') removeElement(element);
    const kept = Object.entries(element.attribs).flatMap(([name, value]) => {
      const shown = LINKS.has(name) && !value.startsWith('#') ? base.resolve(value) : value;
      return KEPT.has(name) && shown !== undefined ? [[name, shown] as const] : [];
    });
    element.attribs = Object.fromEntries(kept);
  }
  return getOuterHTML(root, { encodeEntities: 'utf8' });
};

// A line may end with what was invisible. Two spaces at its end are a line break.
const visible = (text: string): string =>
  stripInvisible(text)
    .replaceAll(/(?<! ) \n/g, '\n')
    .trim();
