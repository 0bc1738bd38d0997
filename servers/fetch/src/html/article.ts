// The article of a page, as Readability finds it, and whether it is what the page is about.
import { Readability } from '@mozilla/readability';
import type { DomDocument, DomElement } from './dom.ts';
import type { Extraction } from './page.ts';

/** An article with less of the text than this is not what the page is about: a forum, a table, a list. */
const LEAST_SHARE = 0.85;
/** Its time grows faster than the page. A page with more elements is a reference or a list, and no article. */
const MAX_ELEMENTS = 6000;
/** It grows with the square of the depth too. No page that people wrote is so deep. */
const MAX_DEPTH = 200;

/** An article, or why there is none. */
export type Found = { readonly article: DomElement } | { readonly fallback: Extraction['fallback'] };

/** Looks for the article. `whole` is all that is worth reading. Changes the document. */
export const findArticle = (document: DomDocument, whole: DomElement): Found => {
  if (document.getElementsByTagName('*').length > MAX_ELEMENTS || isDeeper(document.body, MAX_DEPTH))
    return { fallback: 'too_large' };
  const enough = weigh(whole) * LEAST_SHARE;
  const article = parse(document);
  if (article === undefined) return { fallback: 'no_article' };
  return weigh(article) < enough ? { fallback: 'article_too_short' } : { article };
};

const parse = (document: DomDocument): DomElement | undefined => {
  const options = { serializer: (node: DomElement): DomElement => node, keepClasses: true };
  try {
    return new Readability(document, options).parse()?.content ?? undefined;
  } catch {
    // It trips over some pages; then the whole is all there is.
    return undefined;
  }
};

const isDeeper = (element: DomElement, depth: number): boolean =>
  depth === 0 || element.childNodes.some((child) => child.nodeType === 1 && isDeeper(child, depth - 1));

/** How much there is to read. Menus are nearly all links, so these do not count. */
export const weigh = (parent: DomElement): number => {
  let weight = 0;
  for (const node of parent.childNodes) {
    if (node.nodeType === 3) weight += node.textContent.trim().length;
    else if (node.tagName !== 'A') weight += weigh(node);
  }
  return weight;
};
