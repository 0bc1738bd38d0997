// What a page says about itself, and where its links lead.
import type { DomDocument, DomElement } from 'linkedom';
import type { Link, Metadata } from './page.ts';

const MAX_LINKS = 5000;
const MAX_VALUE = 1000;
const MAX_LINK_TEXT = 200;

/** The metadata in the head of a page. */
export const readMetadata = (document: DomDocument, base: string): Metadata => {
  const named = new Map<string, string>();
  for (const element of document.querySelectorAll('meta')) {
    const name = (element.getAttribute('property') ?? element.getAttribute('name') ?? '').toLowerCase();
    const value = squeeze(element.getAttribute('content') ?? '', MAX_VALUE);
    if (name !== '' && value !== '' && !named.has(name)) named.set(name, value);
  }
  const first = (...names: string[]): string | undefined =>
    names.map((name) => named.get(name)).find((value) => value !== undefined);
  const title = squeeze(document.querySelector('title')?.textContent ?? '', MAX_VALUE) || first('og:title');
  return {
    ...defined({
      title,
      description: first('description', 'og:description'),
      author: first('author', 'article:author'),
      published: first('article:published_time', 'date', 'datepublished'),
      siteName: first('og:site_name'),
      canonical: linkTo(document.querySelector('link[rel=canonical]'), base),
      lang: document.documentElement?.getAttribute('lang') ?? undefined,
      robots: first('robots'),
    }),
    feeds: [...document.querySelectorAll('link[rel=alternate]')]
      .filter((element) => /(?:rss|atom|feed\+json)/.test(element.getAttribute('type') ?? ''))
      .map((element) => linkTo(element, base))
      .filter((url) => url !== undefined)
      .slice(0, 20),
  };
};

/** The links of a page, each once, in order. */
export const readLinks = (document: DomDocument, base: string): Link[] => {
  const links = new Map<string, Link>();
  for (const element of document.querySelectorAll('a')) {
    const url = linkTo(element, base);
    if (url === undefined || links.has(url)) continue;
    const rel = element.getAttribute('rel');
    const text = squeeze(element.textContent ?? '', MAX_LINK_TEXT);
    links.set(url, { url, text, ...(rel === null ? {} : { rel: rel.slice(0, MAX_LINK_TEXT) }) });
    if (links.size === MAX_LINKS) break;
  }
  return [...links.values()];
};

/** Where relative links of the document begin. */
export const baseOf = (document: DomDocument, url: string): string =>
  linkTo(document.querySelector('base'), url) ?? url;

const linkTo = (element: DomElement | null, base: string): string | undefined => {
  const href = element?.getAttribute('href') ?? '';
  return href === '' || href.startsWith('#') ? undefined : toWebUrl(href, base);
};

/** An absolute `http:`, `https:` or `mailto:` URL; undefined for all others, like `javascript:`. */
export const toWebUrl = (href: string, base: string): string | undefined => {
  if (!URL.canParse(href, base)) return undefined;
  const url = new URL(href, base);
  return ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : undefined;
};

const squeeze = (text: string, max: number): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, max);

const defined = (values: {
  readonly [name: string]: string | undefined;
}): { readonly [name: string]: string } =>
  Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
