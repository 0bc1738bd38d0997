// Reads a page: its metadata, its links, and its text, as the article or as a whole.
import { Readability } from '@mozilla/readability';
import { parseHTML, type DomDocument, type DomElement } from 'linkedom';
import { stripInvisible } from '../text/invisible.ts';
import { toMarkdown } from './markdown.ts';
import { baseOf, readLinks, readMetadata } from './metadata.ts';
import type { PageJob, PageText } from './page.ts';
import { isHidden } from './visibility.ts';

/** Menus and the like, which are left out of a whole page. */
const AROUND = 'nav, aside, footer, [role=navigation], [role=banner], [role=contentinfo], body > header';
/** An article with less of the text than this is not what the page is about: a forum, a table, a list. */
const LEAST_SHARE = 0.5;

/** Reads a page. Never throws for what is in it. */
export const readPage = ({ html, url, format, simplify }: PageJob): PageText => {
  const document = parse(html);
  const base = baseOf(document, url);
  const style = { base, isPlain: format === 'text' };
  const about = { metadata: clean(readMetadata(document, base)), links: clean(readLinks(document, base)) };
  const whole = stripInvisible(toMarkdown(contentOf(document), style)).trim();
  const article = simplify ? stripInvisible(findArticle(html, style)).trim() : '';
  const isArticle = article !== '' && article.length >= whole.length * LEAST_SHARE;
  return { ...about, text: isArticle ? article : whole, method: isArticle ? 'article' : 'whole' };
};

// A page without <html> and <body> gets them, as in a browser.
const parse = (html: string): DomDocument =>
  parseHTML(/<(?:html|body)[\s>]/i.test(html) ? html : `<!doctype html><html><body>${html}</body></html>`)
    .document;

const contentOf = (document: DomDocument): DomElement => {
  const mains = [...document.querySelectorAll('main, [role=main]')].filter((element) => !isHidden(element));
  const [main] = mains;
  if (mains.length === 1 && main !== undefined && (main.textContent ?? '').trim() !== '') return main;
  for (const element of [...document.querySelectorAll(AROUND)]) element.remove();
  return document.body ?? document;
};

const findArticle = (html: string, style: { base: string; isPlain: boolean }): string => {
  try {
    const document = parse(html);
    // Style sheets apart, readability does not look for what is hidden inside of an article.
    for (const element of [...document.querySelectorAll('[hidden], [aria-hidden=true], [style]')])
      if (isHidden(element)) element.remove();
    const found = new Readability(document, { serializer: (node) => node, maxElemsToParse: 100_000 }).parse();
    return found === null ? '' : toMarkdown(found.content as DomElement, style);
  } catch {
    // Some pages are too deep or too large for it; then the whole is all there is.
    return '';
  }
};

const clean = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value), (_key, each: unknown) =>
    typeof each === 'string' ? stripInvisible(each) : each,
  ) as T;
