// Reads a page: its metadata, its links, and its text, as the article or as a whole.
import { Readability } from '@mozilla/readability';
import { parseHTML, type DomDocument, type DomElement } from 'linkedom';
import { stripInvisible } from '../text/invisible.ts';
import { toInline, type Style } from './inline.ts';
import { toMarkdown } from './markdown.ts';
import { baseOf, readLinks, readMetadata } from './metadata.ts';
import type { PageJob, PageText } from './page.ts';
import { isHidden } from './visibility.ts';

/** Menus and the like, which are left out of a whole page. */
const AROUND = 'nav, aside, footer, [role=navigation], [role=banner], [role=contentinfo], body > header';
/** An article with less of the text than this is not what the page is about: a forum, a table, a list. */
const LEAST_SHARE = 0.85;

/** The time that readability takes grows with the square of the depth. No page that people wrote is so deep. */
const MAX_ARTICLE_DEPTH = 500;

/** Reads a page. Never throws for what is in it. */
export const readPage = ({ html, url, format, simplify }: PageJob): PageText => {
  const document = parse(html);
  const base = baseOf(document, url);
  const about = { metadata: clean(readMetadata(document, base)), links: clean(readLinks(document, base)) };
  const heading = document.querySelector('h1');
  let root = contentOf(document);
  let whole = toMarkdown(root, { base, isPlain: false });
  if (whole.trim() === '') {
    // A page that is nothing but a menu.
    root = parse(html);
    whole = toMarkdown(root, { base, isPlain: false });
  }
  const article = simplify ? findArticle(html) : undefined;
  const isArticle =
    article !== undefined &&
    weigh(toMarkdown(article, { base, isPlain: false })) >= weigh(whole) * LEAST_SHARE;
  const style = { base, isPlain: format === 'text' };
  const chosen = isArticle ? article : root;
  const text = style.isPlain || isArticle ? toMarkdown(chosen, style) : whole;
  const titled = isArticle && heading !== null ? withHeading(text, heading, style) : text;
  return { ...about, text: withoutInvisible(titled), method: isArticle ? 'article' : 'whole' };
};

// A line may end with what was invisible. Two spaces at its end are a line break.
const withoutInvisible = (text: string): string =>
  stripInvisible(text)
    .replaceAll(/(?<! ) \n/g, '\n')
    .trim();

// How much there is to read. Menus are nearly all links, so these do not count.
const weigh = (markdown: string): number => markdown.replaceAll(/\[[^\]]*\]\([^)]*\)/g, '').length;

// Readability takes the heading of an article for its title, and leaves it out.
const withHeading = (text: string, heading: DomElement, style: Style): string => {
  const title = toInline(heading.childNodes, style).replaceAll(/ *\n/g, ' ');
  const begin = text.slice(0, title.length + 200);
  if (title === '' || isHidden(heading) || begin.includes(title)) return text;
  return `${style.isPlain ? '' : '# '}${title}\n\n${text}`;
};

// A page without <html> gets one, as in a browser.
const parse = (html: string): DomDocument => {
  if (/<html[\s>]/i.test(html)) return parseHTML(html).document;
  const body = /<body[\s>]/i.test(html) ? html : `<body>${html}</body>`;
  return parseHTML(`<!doctype html><html>${body}</html>`).document;
};

const contentOf = (document: DomDocument): DomElement => {
  const mains = [...document.querySelectorAll('main, [role=main]')].filter((element) => !isHidden(element));
  const [main] = mains;
  if (mains.length === 1 && main !== undefined && (main.textContent ?? '').trim() !== '') return main;
  removeAll(document, AROUND);
  // Not its body: what stands before or behind that counts too.
  return document;
};

const removeAll = (
  document: DomDocument,
  selector: string,
  which: (element: DomElement) => boolean = () => true,
): void => {
  for (const element of [...document.querySelectorAll(selector)]) if (which(element)) element.remove();
};

const isDeeper = (element: DomElement, depth: number): boolean =>
  depth === 0 || element.children.some((child) => isDeeper(child, depth - 1));

const findArticle = (html: string): DomElement | undefined => {
  try {
    const document = parse(html);
    if (isDeeper(document, MAX_ARTICLE_DEPTH)) return undefined;
    // Style sheets apart, readability does not look for what is hidden inside of an article.
    removeAll(document, '[hidden], [aria-hidden=true], [style]', isHidden);
    removeAll(document, AROUND);
    const options = {
      serializer: (node: DomElement): DomElement => node,
      keepClasses: true,
      maxElemsToParse: 100_000,
    };
    return (new Readability(document, options).parse()?.content ?? undefined) as DomElement | undefined;
  } catch {
    // Some pages are too deep or too large for it; then the whole is all there is.
    return undefined;
  }
};

const clean = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value), (_key, each: unknown) =>
    typeof each === 'string' ? stripInvisible(each) : each,
  ) as T;
