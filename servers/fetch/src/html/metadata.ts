// What a page says about itself, and where its links lead.
import type { DomDocument, DomElement } from './dom.ts';
import type { LinkBase } from './link-base.ts';
import type { Link, Metadata } from './page.ts';
import { readStructuredData } from './structured-data.ts';

const MAX_LINKS = 5000;
const MAX_FEEDS = 20;
const MAX_VALUE = 1000;
const MAX_LINK_TEXT = 200;

/** The metadata of a page: its `<meta>` elements first, then what its structured data add. */
export const readMetadata = (document: DomDocument, base: LinkBase): Metadata => {
  const { head } = document;
  const named = new Map<string, string>();
  for (const element of head.getElementsByTagName('meta')) {
    const name =
      element.getAttribute('property') ??
      element.getAttribute('name') ??
      element.getAttribute('itemprop') ??
      '';
    const value = squeeze(element.getAttribute('content') ?? '', MAX_VALUE);
    if (name !== '' && value !== '' && !named.has(name.toLowerCase())) named.set(name.toLowerCase(), value);
  }
  const first = (...names: string[]): string | undefined =>
    names.map((name) => named.get(name)).find((value) => value !== undefined);
  const data = readStructuredData(head);
  const links = head.getElementsByTagName('link');
  const feeds = links
    .filter((link) => isRel(link, 'alternate') && /rss|atom|feed\+json/.test(link.getAttribute('type') ?? ''))
    .map((link) => base.resolve(link.getAttribute('href')))
    .filter((url) => url !== undefined);
  return {
    ...defined({
      title: squeeze(document.title, MAX_VALUE) || (first('og:title') ?? data.title),
      description: first('description', 'og:description') ?? data.description,
      author: first('author', 'article:author') ?? data.author,
      published: first('article:published_time', 'date', 'datepublished') ?? data.published,
      siteName: first('og:site_name'),
      canonical: base.resolve(links.find((link) => isRel(link, 'canonical'))?.getAttribute('href')),
      lang: squeeze(document.documentElement.getAttribute('lang') ?? '', MAX_VALUE) || undefined,
      robots: first('robots'),
    }),
    feeds: feeds.slice(0, MAX_FEEDS),
  };
};

const isRel = (link: DomElement, rel: string): boolean =>
  (link.getAttribute('rel') ?? '').toLowerCase().split(/\s+/).includes(rel);

/** The links of a page, each once, in order. */
export const readLinks = (root: DomElement, base: LinkBase): Link[] => {
  const links = new Map<string, Link>();
  for (const element of root.getElementsByTagName('a')) {
    const url = base.resolve(element.getAttribute('href'));
    if (url === undefined || links.has(url)) continue;
    const rel = element.getAttribute('rel');
    const text = squeeze(element.textContent, MAX_LINK_TEXT);
    links.set(url, { url, text, ...(rel === null ? {} : { rel: squeeze(rel, MAX_LINK_TEXT) }) });
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
