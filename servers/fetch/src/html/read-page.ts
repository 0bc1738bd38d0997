// Reads a page: its metadata, its links, and its text, as the article or as a whole.
import { MAX_URL_LENGTH } from '../guard/policy.ts';
import { stripInvisible } from '@mcp/runtime';
import { findArticle, weigh } from './article.ts';
import type { DomDocument, DomElement } from './dom.ts';
import { toMarkdown } from './markdown.ts';
import { MAX_CHARACTERS, requireAtMost } from './limits.ts';
import { LinkBase } from './link-base.ts';
import { readLinks, readMetadata } from './metadata.ts';
import type { Extraction, PageJob, PageText } from './page.ts';
import { parseHtml } from './parse.ts';
import { select } from './select.ts';
import { toSource } from './source.ts';

/**
 * Reads a page.
 *
 * @throws {FetchError} `invalid_selector` or `no_match`, and `too_large` for what would become too much.
 */
export const readPage = (job: PageJob): PageText => {
  const document = parseHtml(job.html);
  const base = new LinkBase(baseOf(document, job.url));
  document.baseURI = document.documentURI = base.url;
  const about = {
    metadata: clean(readMetadata(document, base)),
    links: clean(readLinks(document.body, base)),
  };
  const { parts, extraction } = choose(document, job);
  const written = write(parts, job, base);
  requireAtMost(MAX_CHARACTERS, written.length, 'characters of text');
  const text = visible(written);
  // What scripts would add is not there.
  const isEmpty = text === '' && extraction.method !== 'selector';
  return { ...about, text, extraction: isEmpty ? { method: 'whole', fallback: 'empty' } : extraction };
};

interface Content {
  readonly parts: readonly DomElement[];
  readonly extraction: Extraction;
}

const choose = (document: DomDocument, job: PageJob): Content => {
  if (job.selector !== undefined)
    return { parts: select(document, job.selector), extraction: { method: 'selector' } };
  const whole = (root: DomElement, fallback: Extraction['fallback']): Content => ({
    parts: [root],
    extraction: { method: 'whole', ...(fallback === undefined ? {} : { fallback }) },
  });
  const root = contentOf(document);
  if (root === undefined) return whole(parseHtml(job.html).body, 'only_navigation');
  if (!job.simplify) return whole(root, 'too_slow');
  const heading = document.body.find('h1')?.copy();
  const found = findArticle(document, root);
  if (!('article' in found)) {
    // Readability has taken the page apart by then.
    const again = found.fallback === 'too_large' ? root : contentOf(parseHtml(job.html));
    return whole(again ?? document.body, found.fallback);
  }
  return { parts: withHeading(found.article, heading), extraction: { method: 'article' } };
};

// Readability takes the heading of an article for its title and leaves it out, or makes it one of the second level.
const withHeading = (article: DomElement, heading: DomElement | undefined): readonly DomElement[] => {
  const title = heading?.textContent.trim() ?? '';
  if (heading === undefined || title === '') return [article];
  const first = article.find('h2');
  if (first?.textContent.trim() === title) first.remove();
  return article.textContent.trimStart().startsWith(title) ? [article] : [heading, article];
};

const write = (parts: readonly DomElement[], { format }: PageJob, base: LinkBase): string => {
  if (format === 'html') return parts.map((part) => toSource(part, base)).join('\n');
  const style = { base, isPlain: format === 'text' };
  return parts.map((part) => toMarkdown(part, style)).join('\n\n');
};

/** Menus and the like, which are left out of a whole page. */
const AROUND: ReadonlySet<string> = new Set(['NAV', 'ASIDE', 'FOOTER']);
const AROUND_ROLES: ReadonlySet<string> = new Set([
  'navigation',
  'banner',
  'contentinfo',
  'complementary',
  'search',
]);

const isAround = (element: DomElement): boolean =>
  AROUND.has(element.tagName) ||
  AROUND_ROLES.has(element.getAttribute('role') ?? '') ||
  (element.tagName === 'HEADER' && element.parentNode === element.ownerDocument.body);

// What is left of a page without menus and the like, or its main part; undefined when there is nothing to read.
const contentOf = ({ body }: DomDocument): DomElement | undefined => {
  removeAround(body);
  const mains = body
    .getElementsByTagName('*')
    .filter((element) => element.tagName === 'MAIN' || element.getAttribute('role') === 'main');
  const [main] = mains;
  if (main !== undefined && mains.length === 1 && weigh(main) > 0) return main;
  return body.textContent.trim() === '' ? undefined : body;
};

const removeAround = (parent: DomElement): void => {
  const { childNodes } = parent;
  if (childNodes.some((node) => node.nodeType === 1 && isAround(node)))
    parent.childNodes = childNodes.filter((node) => node.nodeType === 3 || !isAround(node));
  for (const node of parent.childNodes) if (node.nodeType === 1) removeAround(node);
};

/** No relative link leads anywhere from here. */
const NOWHERE = 'about:invalid';

const baseOf = (document: DomDocument, url: string): string => {
  const href = document.head.find('base')?.getAttribute('href') ?? '';
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
