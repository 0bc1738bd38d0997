// Reads the metadata, the links and the text of a page.
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
 * @throws {FetchError} `invalid_selector`, `no_match` or `too_large`.
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

/** A page with scripts and less text than this, in characters, is probably written by the scripts. */
const LITTLE_TEXT = 300;

/** Self-closing XHTML elements. In HTML, `<script/>` would contain the rest of the page. */
const EMPTY_TAG =
  /<(?!(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)\b)([A-Za-z][\w:-]*)(\s[^<>]*)?\/>/g;

/** A base without valid relative links. */
const NOWHERE = 'about:invalid';

const baseOf = ({ about }: PageTree, url: string): string => {
  const href = about.find(({ name }) => name === 'base')?.attribs['href'] ?? '';
  // Links relative to a base that is too long are too long as well. With another base they would be wrong.
  if (href.length > MAX_URL_LENGTH) return NOWHERE;
  return new LinkBase(url).resolve(href) ?? url;
};

/** Attributes with content, unlike classes, styles and event handlers. */
const KEPT: ReadonlySet<string> = new Set(
  'abbr alt checked cite colspan datetime dir headers href id lang rowspan scope span src start title type value'.split(
    ' ',
  ),
);
const LINKS: ReadonlySet<string> = new Set(['cite', 'href', 'src']);

/** Writes an element as HTML without scripts and handlers, with absolute links. Changes the element. */
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

// A line may end with invisible characters. Two spaces at its end are a line break.
const visible = (text: string): string =>
  stripInvisible(text)
    .replaceAll(/(?<! ) \n/g, '\n')
    .trim();
