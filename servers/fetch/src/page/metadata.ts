// Metadata of a page: `<meta>` elements and structured data.
import type { Element } from 'domhandler';
import { textContent } from 'domutils';
import { squeeze, type LinkBase } from './links.ts';
import type { DocumentText } from './text.ts';
import type { PageTree } from './tree.ts';

const MAX_FEEDS = 20;
const MAX_VALUE = 1000;

/** Reads the metadata of a page. `<meta>` elements win over structured data. */
export const readMetadata = ({ root, about }: PageTree, base: LinkBase): Metadata => {
  const all = (tag: string): Element[] => about.filter(({ name }) => name === tag);
  const named = new Map<string, string>();
  for (const { attribs } of all('meta')) {
    const name = attribs['property'] ?? attribs['name'] ?? attribs['itemprop'] ?? '';
    const value = toValue(attribs['content']);
    if (value !== undefined && !named.has(name.toLowerCase())) named.set(name.toLowerCase(), value);
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
  const values = {
    title: toValue(title === undefined ? '' : textContent(title)) ?? first('og:title') ?? data.title,
    description: first('description', 'og:description') ?? data.description,
    author: first('author', 'article:author') ?? data.author,
    published: first('article:published_time', 'date', 'datepublished') ?? data.published,
    siteName: first('og:site_name'),
    canonical: base.resolve(links.find((link) => isRel(link, 'canonical'))?.attribs['href']),
    lang: toValue(root.attribs['lang']),
    robots: first('robots'),
  };
  return toMetadata(values, feeds.slice(0, MAX_FEEDS));
};

/** Metadata of a document. */
export type Metadata = Pick<DocumentText, 'title' | 'description' | 'metadata'>;

interface Values {
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly [name: string]: string | undefined;
}

export const toMetadata = (values: Values, feeds: readonly string[] = []): Metadata => {
  const { title, description } = values;
  const all = [...Object.entries(values), ...feeds.map((feed) => ['feed', feed])];
  const lines = all.flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]));
  return { title, description, metadata: lines };
};

const isRel = (link: Element, rel: string): boolean =>
  (link.attribs['rel'] ?? '').toLowerCase().split(/\s+/).includes(rel);

const ARTICLE = /(?:Article|Posting|Report|Review|Recipe|HowTo|QAPage|WebPage)$/;

const isArticle = (item: Item): boolean =>
  [item['@type']].flat().some((type: unknown) => typeof type === 'string' && ARTICLE.test(type));

/** A JSON object of a site. */
export interface Item {
  readonly [property: string]: unknown;
}

/** Reads the first article or page in the structured data (JSON-LD, schema.org). Ignores scripts that are not JSON. */
const readStructuredData = (scripts: readonly string[]) => {
  const found = scripts.flatMap(itemsIn).find(isArticle) ?? {};
  const { headline, description, author, datePublished } = found;
  const names = [author].flat().map((each: unknown) => (isItem(each) ? each['name'] : each));
  return {
    title: toValue(headline),
    description: toValue(description),
    author: toValue(names.filter((name) => typeof name === 'string').join(', ')),
    published: toValue(datePublished),
  };
};

/** Returns a text on one line, or undefined if it is empty or not text. */
export const toValue = (given: unknown): string | undefined =>
  typeof given === 'string' ? squeeze(given, MAX_VALUE) || undefined : undefined;

/** Whether a JSON value is an object. */
export const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null;

const itemsIn = (script: string): readonly Item[] =>
  [parseJson(script)]
    .flat()
    .filter(isItem)
    .flatMap((item) => [item['@graph'] ?? item].flat())
    .filter(isItem);

/** Parses JSON; undefined if it is not valid. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
