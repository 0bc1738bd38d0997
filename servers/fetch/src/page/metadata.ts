// What a page says about itself, and where its links lead.
import type { Element } from 'domhandler';
import { getElementsByTagName, textContent } from 'domutils';
import type { LinkBase } from './link-base.ts';
import type { Link, Metadata } from './text.ts';
import type { PageTree } from './tree.ts';

const MAX_LINKS = 5000;
const MAX_FEEDS = 20;
const MAX_VALUE = 1000;
const MAX_LINK_TEXT = 200;

/** The metadata of a page: its `<meta>` elements first, then what its structured data add. */
export const readMetadata = ({ root, about }: PageTree, base: LinkBase): Metadata => {
  const all = (tag: string): Element[] => about.filter(({ name }) => name === tag);
  const named = new Map<string, string>();
  for (const { attribs } of all('meta')) {
    const name = attribs['property'] ?? attribs['name'] ?? attribs['itemprop'] ?? '';
    const value = squeeze(attribs['content'] ?? '', MAX_VALUE);
    if (name !== '' && value !== '' && !named.has(name.toLowerCase())) named.set(name.toLowerCase(), value);
  }
  const first = (...names: string[]): string | undefined =>
    names.map((name) => named.get(name)).find((value) => value !== undefined);
  const data = readStructuredData(all('script').map(textContent));
  const links = all('link');
  const [title] = all('title');
  const feeds = links
    .filter((link) => isRel(link, 'alternate') && /rss|atom|feed\+json/.test(link.attribs['type'] ?? ''))
    .map((link) => base.resolve(link.attribs['href']))
    .filter((url) => url !== undefined);
  return {
    ...defined({
      title:
        squeeze(title === undefined ? '' : textContent(title), MAX_VALUE) ||
        (first('og:title') ?? data.title),
      description: first('description', 'og:description') ?? data.description,
      author: first('author', 'article:author') ?? data.author,
      published: first('article:published_time', 'date', 'datepublished') ?? data.published,
      siteName: first('og:site_name'),
      canonical: base.resolve(links.find((link) => isRel(link, 'canonical'))?.attribs['href']),
      lang: squeeze(root.attribs['lang'] ?? '', MAX_VALUE) || undefined,
      robots: first('robots'),
    }),
    feeds: feeds.slice(0, MAX_FEEDS),
  };
};

const isRel = (link: Element, rel: string): boolean =>
  (link.attribs['rel'] ?? '').toLowerCase().split(/\s+/).includes(rel);

/** The links of a page, each once, in order. */
export const readLinks = (root: Element, base: LinkBase): Link[] => {
  const links = new Map<string, Link>();
  for (const element of getElementsByTagName('a', root)) {
    const { href, rel } = element.attribs;
    const url = base.resolve(href);
    if (url === undefined || links.has(url)) continue;
    const text = squeeze(textContent(element), MAX_LINK_TEXT);
    links.set(url, { url, text, ...(rel === undefined ? {} : { rel: squeeze(rel, MAX_LINK_TEXT) }) });
    if (links.size === MAX_LINKS) break;
  }
  return [...links.values()];
};

const squeeze = (text: string, max: number): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, max);

const defined = (values: {
  readonly [name: string]: string | undefined;
}): { readonly [name: string]: string } =>
  Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );

const ARTICLE = /(?:Article|Posting|Report|Review|Recipe|HowTo|QAPage|WebPage)$/;

interface Item {
  readonly [property: string]: unknown;
}

/** The first article or page that the structured data (JSON-LD, schema.org) describe. Ignores scripts that are not JSON. */
const readStructuredData = (scripts: readonly string[]): Partial<Metadata> => {
  const found = scripts.flatMap(itemsIn).find((item) => ARTICLE.test(String(item['@type']))) ?? {};
  const { headline, description, author, datePublished } = found;
  const authors = (Array.isArray(author) ? author : [author]).map((each: unknown) =>
    isItem(each) ? each['name'] : each,
  );
  const names = authors.filter((name) => typeof name === 'string').join(', ');
  const values = { title: headline, description, author: names || undefined, published: datePublished };
  return defined(
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        typeof value === 'string' ? value.slice(0, MAX_VALUE) : undefined,
      ]),
    ),
  );
};

const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null;

const itemsIn = (script: string): readonly Item[] => {
  try {
    return [JSON.parse(script) as unknown]
      .flat()
      .filter(isItem)
      .flatMap((item) => [item['@graph'] ?? item].flat())
      .filter(isItem);
  } catch {
    return [];
  }
};
